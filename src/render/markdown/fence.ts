/** A fence that `code` cannot close: longer than any run of backticks in it. */
export function fenceFor(code: string): string {
  const longest = [...code.matchAll(/`{3,}/g)].reduce(
    (most, [run]) => Math.max(most, run.length),
    2,
  );
  return '`'.repeat(longest + 1);
}

/** What a further line of the container at `at` begins with: quote marks stay, markers are blank. */
export function linePrefix(source: string, at: number): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return source.slice(start, at).replace(/[^>\s]/g, ' ');
}

export interface Fenced {
  readonly open: string;
  readonly lines: readonly string[];
  readonly close: string;
}

/** The parts of a fenced block, as `tidy` leaves it: opened at its first line, closed at its last. */
export function fenced(markdown: string): Fenced {
  const lines = markdown.split('\n');
  const open = lines[0] ?? '';
  const fence = /`{3,}|~{3,}/.exec(open)?.[0] ?? '```';
  return { open, lines: lines.slice(1, -1), close: fence };
}
