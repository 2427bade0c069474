const MIN_WORDS = 2;
const MIN_LENGTH = 8;
const MAX_PARTS = 3;
/** What stands for something else in a message: numbers, names in quotes, `xxx`, `foo`, `%s`. */
const VARIES = /\d|^\W*(?:x{2,}|y{2,}|foo|bar|baz|something|some\w+|name)\W*$|^['"`<{%$]|…|\.{3}/i;

/** The parts of a message that its source may have as they are, longest first: in code, the others are variables. */
export function constantParts(message: string): string[] {
  const runs: string[][] = [[]];
  for (const word of message.split(/\s+/)) {
    if (VARIES.test(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs
    .filter((words) => words.length >= MIN_WORDS)
    .map((words) => words.join(' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((part) => part.length >= MIN_LENGTH && part !== message)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_PARTS);
}
