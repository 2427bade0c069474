import { type Git, GitError } from '../git/git.js';

const MAX_FILES = 10;
const STOP_WORDS = new Set(
  `about and are but can could does for from had has have how into its not that the their them then
  there these they this through use used uses using was were what when where which while who why will
  with would`.split(/\s+/),
);

/** What a person would grep for: the question's words, as they are written. */
export function grepWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !STOP_WORDS.has(word));
}

/** Files by `git grep` alone: those with most of the question's words first, then most matches. */
export async function grepRanking(git: Git, commit: string, question: string): Promise<string[]> {
  const words = grepWords(question);
  if (words.length === 0) return [];
  // One pattern: git tries several one after the other on every line.
  const args = ['grep', '-I', '-i', '-E', '-z', '--full-name', '-e', words.join('|'), commit];
  const output = await git.run(args).catch((error: unknown) => {
    // 1 is git's way to say that nothing matched.
    if (error instanceof GitError && error.exitCode === 1) return Buffer.alloc(0);
    throw error;
  });
  return rankFiles(output.toString('utf8'), words);
}

/** From lines of `<commit>:<path>\0<line>`. */
function rankFiles(output: string, words: readonly string[]): string[] {
  const files = new Map<string, { words: Set<string>; matches: number }>();
  for (const found of output.split('\n')) {
    const [where = '', line] = found.split('\0');
    if (line === undefined) continue;
    const path = where.slice(where.indexOf(':') + 1);
    const file = files.get(path) ?? { words: new Set(), matches: 0 };
    files.set(path, file);
    const text = line.toLowerCase();
    const matching = words.filter((word) => text.includes(word));
    for (const word of matching) file.words.add(word);
    file.matches += matching.length;
  }
  const best = [...files].sort(
    ([pathA, a], [pathB, b]) =>
      b.words.size - a.words.size || b.matches - a.matches || pathA.localeCompare(pathB),
  );
  return best.slice(0, MAX_FILES).map(([path]) => path);
}
