/** `1 place`, `2 places`, `1,000 places`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${formatNumber(n)} ${n === 1 ? one : several}`;
}

/** With commas between thousands. */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}
