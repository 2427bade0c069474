/** `1 place`, `2 places`, `1,000 places`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${formatNumber(n)} ${n === 1 ? one : several}`;
}

/** With commas between thousands. */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}

/** `a, b and 3 more`: the first of them, of which there may be more than are given. */
export function listed(items: readonly string[], max: number, total = items.length): string {
  const shown = items.slice(0, max);
  const rest = total - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}
