import { roleOf } from '../../../index/file-role.js';
import { describeMatch } from '../draft/describe.js';
import type { Statement } from '../draft/draft.js';
import type { Passage } from '../passages/passage.js';
import { type FoundFile, type RankedPassage, rankPassages } from '../passages/rank-passages.js';
import type { FormInput } from './form.js';

const MAX_FILES_READ = 5;
const MAX_OTHERS = 3;
/** Of the best score: what fits less is left out. */
const MIN_SHARE = 0.2;
const DOUBTFUL_COVERAGE = 0.6;

/** What each of the files that were found has of the question, best first. */
export async function matchesOf(input: FormInput): Promise<Statement[]> {
  const ranked = rankPassages(await readHits(input), input.query);
  return firstOfEachFile(ranked).map((match) => describeMatch(match, input.query));
}

export async function readHits({ hits, read, context }: FormInput): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const hit of hits.slice(0, MAX_FILES_READ)) {
    context.signal.throwIfAborted();
    const file = await read(hit);
    if (file.lines.length > 0) found.push({ hit: hit.found, file });
  }
  return found;
}

/** It has hardly more than half of what was asked: another match may well be the answer. */
export function isDoubtful(main: Passage, ranked: readonly RankedPassage[]): boolean {
  const found = ranked.find(({ passage }) => passage === main);
  return found !== undefined && found.coverage < DOUBTFUL_COVERAGE;
}

/** The best of each file, and then what else fits best. */
export function otherFiles(ranked: readonly RankedPassage[], main: Passage): RankedPassage[] {
  const fits = ranked.filter(({ passage }) => !overlaps(passage, main));
  const first = firstOfEachFile(fits.filter(({ passage }) => passage.file.path !== main.file.path));
  return [...first, ...otherPassages(fits, [main, ...first.map(({ passage }) => passage)])];
}

function firstOfEachFile(ranked: readonly RankedPassage[]): RankedPassage[] {
  const files = new Set<string>();
  return ranked.filter(({ passage, score, line }) => {
    const { repo, path } = passage.file;
    if (score <= 0 || !isWorthALink(passage, line) || files.has(`${repo} ${path}`)) return false;
    return files.add(`${repo} ${path}`);
  });
}

/** What else fits, outside of what is shown; rather of another file than of one that is shown already. */
export function otherPassages(
  ranked: readonly RankedPassage[],
  shown: readonly Passage[],
): RankedPassage[] {
  const best = ranked[0]?.score ?? 0;
  const left = new Set(
    ranked.filter(
      ({ passage, score, line }) =>
        score > 0 &&
        score >= MIN_SHARE * best &&
        isWorthALink(passage, line) &&
        !shown.some((other) => overlaps(other, passage)),
    ),
  );
  const files = new Set(shown.map(({ file }) => file.path));
  const chosen: RankedPassage[] = [];
  while (chosen.length < MAX_OTHERS && left.size > 0) {
    const worth = ({ passage, score }: RankedPassage) =>
      files.has(passage.file.path) ? score / 2 : score;
    const next = [...left].reduce((a, b) => (worth(b) > worth(a) ? b : a));
    chosen.push(next);
    files.add(next.passage.file.path);
    for (const one of left) if (overlaps(one.passage, next.passage)) left.delete(one);
  }
  return chosen;
}

/** Tests are linked apart; and of lines outside of any definition, one has to say something. */
function isWorthALink(passage: Passage, line: number): boolean {
  const { file, docs, name } = passage;
  const text = (file.lines[line - 1] ?? '').trim();
  if (roleOf(file.path) === 'test' || /(?:^|\.)tests?(?:\.|$)/.test(name))
    return docs !== undefined;
  return name !== '' || (text.length > 12 && !/^(?:\*|\/\/|#|--)/.test(text));
}

export function overlaps(a: Passage, b: Passage): boolean {
  return a.file.path === b.file.path && a.start <= b.end && b.start <= a.end;
}
