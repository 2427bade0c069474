import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
  const pattern = ['-I', '-i', '-E', '-e', words.join('|')];
  const child = git.spawn(['grep', ...pattern, '-o', '-n', '-z', '--full-name', commit]);
  const ended = once(child, 'close');
  child.stdin.end();
  const [files, complaint] = await Promise.all([
    countWords(child.stdout, words),
    text(child.stderr),
  ]);
  const [exitCode] = await ended;
  // Exit code 1: nothing matched.
  if (exitCode !== 0 && exitCode !== 1) throw new GitError(complaint.trim(), { exitCode });
  return bestFiles(files);
}

interface WordCounts {
  readonly words: Set<string>;
  matches: number;
}

/** Reads matches as they come, `<commit>:<path>\0<line number>:<match>`: there may be any number of them. */
async function countWords(output: Readable, words: readonly string[]) {
  const files = new Map<string, WordCounts>();
  let onLine = new Set<string>();
  let lastPlace = '';
  for await (const found of createInterface({ input: output })) {
    const [where = '', line = '', match] = found.split('\0');
    if (match === undefined) continue;
    const path = where.slice(where.indexOf(':') + 1);
    const file = files.get(path) ?? { words: new Set(), matches: 0 };
    files.set(path, file);
    const place = `${path}\0${line}`;
    if (place !== lastPlace) onLine = new Set();
    lastPlace = place;
    const text = match.toLowerCase();
    for (const word of words.filter((word) => text.includes(word) && !onLine.has(word))) {
      onLine.add(word);
      file.words.add(word);
      file.matches += 1;
    }
  }
  return files;
}

function bestFiles(files: ReadonlyMap<string, WordCounts>): string[] {
  const best = [...files].sort(
    ([pathA, a], [pathB, b]) =>
      b.words.size - a.words.size || b.matches - a.matches || pathA.localeCompare(pathB),
  );
  return best.slice(0, MAX_FILES).map(([path]) => path);
}
