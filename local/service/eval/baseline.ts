import { type Git, GitError } from '../git/git.js';

const MAX_FILES = 10;
const STOP_WORDS = new Set(
  `about and are but can could does for from had has have how into its not that the their them then
  there these they this through use used uses using was were what when where which while who why will
  with would`.split(/\s+/),
);

/** The words of a question without stop words, as a person would grep for them. */
export function grepWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !STOP_WORDS.has(word));
}

/** Ranks files by `git grep`: by the number of different words, then by the number of matches. */
export async function grepRanking(git: Git, commit: string, question: string): Promise<string[]> {
  const words = grepWords(question);
  if (words.length === 0) return [];
  // One pattern is faster: git would try several ones one after the other on every line.
  const args = ['grep', '-I', '-i', '-E', '-z', '--full-name', '-e', words.join('|'), commit];
  const output = await git.run(args).catch((error: unknown) => {
    // Exit code 1: nothing matched.
    if (error instanceof GitError && error.exitCode === 1) return Buffer.alloc(0);
    throw error;
  });
  return rankFiles(output.toString('utf8'), words);
}

/** Parses lines of `<commit>:<path>\0<line>`. */
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
