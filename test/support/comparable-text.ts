/** What differs from one run to the next, and what stands for it. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  // A run may go past midnight.
  [/^\s*Yesterday\s*$/gm, 'Today'],
  [/\b(Today at |Tomorrow at |Yesterday at )?\d{1,2}:\d{2}(:\d{2})?( [AP]M)?\b/g, 'TIME'],
  [
    /\b(about |under |over )?\d+([.,]\d+)? ?(ms|s|min|h|seconds?|minutes?|hours?|days?)( ago)?\b/g,
    'DURATION',
  ],
  [/\b(just now|a moment ago|a minute ago|an hour ago)\b/g, 'DURATION'],
  [/\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]* \d{1,2}(, \d{4})?\b/g, 'DATE'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, 'DATE'],
  [/\b[CDUTWBAFE]0[A-Z0-9]{7,12}\b/g, 'ID'],
  [/\b(127\.0\.0\.1|localhost):\d+\b/g, 'HOST'],
  [/\b at [0-9a-f]{7,40}\b/g, ' at HASH'],
  // A late answer begins with whom it is for.
  [/^@(Kim Park|Ravi Shah|Ada Moreau) (?=\S)/gm, ''],
];

/** Depends on how fast the machine is: what is being done, and whether the answer is a new reply. */
const PASSING = /…$|^\d+( of \d+| repl(y|ies))?$|^Last reply |^Answered below|^[👀✅]$/u;

/** The lines of a page that are the same in every run, each once: without times, IDs and addresses. */
export function comparableLines(text: string): string[] {
  const replaced = VARYING.reduce((before, [varying, name]) => before.replace(varying, name), text);
  const lines = replaced.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return [...new Set(lines.filter((line) => line !== '' && !PASSING.test(line)))];
}
