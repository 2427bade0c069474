/** For words that no text has, such as "I hear". */
const UNKNOWN_FACTOR = 0.5;

/** How much each term says, by how few of the texts have it; one in all. */
export function sharesOf(
  terms: readonly { readonly term: string; readonly weight: number }[],
  texts: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  const weights = terms.map(({ term, weight }) => {
    const count = texts.filter((text) => text.has(term)).length;
    const rarity = Math.log(1 + texts.length / (1 + count));
    return [term, weight * rarity * (count > 0 ? 1 : UNKNOWN_FACTOR)] as const;
  });
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([term, weight]) => [term, all > 0 ? weight / all : 0]));
}
