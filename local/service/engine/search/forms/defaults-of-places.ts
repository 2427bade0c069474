import { termsOf, wordParts } from '../../../index/terms.js';
import type { ShownPlace, Statement } from '../draft/draft.js';
import { bestRepository } from '../facts/look-up.js';
import { optionLines } from '../facts/option-lines.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import type { FormInput } from './form.js';
import { defaultOf } from './option.js';

/** What an option that the shown lines name is set to if nobody sets it: the question may not know its name. */
export async function defaultInPlaces(
  places: readonly ShownPlace[],
  asked: AskedTerms,
  input: FormInput,
): Promise<Statement | undefined> {
  const searched = bestRepository(input);
  if (!searched || !ASKS_FOR_DEFAULT.test(input.question)) return undefined;
  const lines = places.flatMap(({ code }) => (code.isQuote ? [] : code.lines));
  const names = namesByShare(lines, asked);
  for (const name of names.slice(0, MAX_NAMES)) {
    const found = await optionLines({ subject: name }, searched, input);
    const statement = defaultOf(found, name);
    if (statement) return statement;
  }
  return undefined;
}

const ASKS_FOR_DEFAULT =
  /\b(?:defaults?|out of the box|(?:if|when|unless) (?:i|we|you|it|they|nobody|nothing|none|one|that)(?:['’]s| is| are| do(?:es)?)?(?: not|n['’]t)? (?:set|pass|configure|specif|give)\w*|not set|isn['’]t set|without (?:setting|passing|configuring)|how (?:long|many|often|big|large|much))\b/i;
const MAX_NAMES = 4;
/** Of the question's words, weighted by how rare they are. */
const MIN_SHARE = 0.03;
const MAX_LINE_LENGTH = 300;
const IDENTIFIER = /[A-Za-z_]\w{3,60}/g;

/** Compound names all of whose words are asked for, or are of what such answers have; those with most of the question first. */
function namesByShare(lines: readonly string[], { weights, related, hints }: AskedTerms): string[] {
  const all = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const askedIn = (term: string) => (weights.has(term) ? [term] : (related.get(term) ?? []));
  const isHinted = (term: string) => hints.some((one) => one.has(term));
  const shareOf = (name: string) => {
    const parts = wordParts(name).filter((part) => !/^defaults?$/i.test(part));
    if (parts.length < 2) return 0;
    const terms = parts.map(termsOf);
    const isWhole = terms.every((one) => one.some((term) => askedIn(term)[0] || isHinted(term)));
    const asked = new Set(terms.flat().flatMap(askedIn));
    return isWhole ? [...asked].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / all : 0;
  };
  const names = new Set(
    lines.flatMap((line) => line.slice(0, MAX_LINE_LENGTH).match(IDENTIFIER) ?? []),
  );
  return [...names]
    .map((name) => ({ name, share: shareOf(name) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .toSorted((a, b) => b.share - a.share)
    .map(({ name }) => name);
}
