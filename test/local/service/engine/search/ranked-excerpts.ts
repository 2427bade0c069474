import {
  type PlaceContext,
  placeScore,
} from '../../../../../local/service/engine/search/forms/place-score.js';
import {
  type AskedTerms,
  askedAbout,
  termWeights,
} from '../../../../../local/service/engine/search/passages/asked-terms.js';
import { callSitesIn } from '../../../../../local/service/engine/search/passages/call-sites.js';
import {
  type Excerpt,
  excerptsOf,
} from '../../../../../local/service/engine/search/passages/excerpts.js';
import type { SourceFile } from '../../../../../local/service/engine/search/passages/source-file.js';
import { outlineOf, READING_OPTIONS } from '../../../../../local/service/index/outline.js';
import { buildQuery } from '../../../../../local/service/index/query.js';

export type RankedExcerpt = Excerpt & { readonly score: number };

export function sourceFile(path: string, text: string): SourceFile {
  const lines = text.split('\n');
  return {
    repo: 'shop',
    commit: 'c',
    path,
    lines,
    outline: outlineOf(path, lines, READING_OPTIONS),
  };
}

export function askedOf(question: string, files: readonly SourceFile[]): AskedTerms {
  return askedAbout(termWeights(files, buildQuery(question)), question);
}

interface FoundPlace extends Partial<PlaceContext> {
  /** All files, in which calls are looked for. */
  readonly found?: readonly SourceFile[];
}

/** All excerpts of a file, those first that are likeliest to answer. */
export function rankedExcerpts(
  file: SourceFile,
  asked: AskedTerms,
  { found = [file], ...context }: FoundPlace = {},
): RankedExcerpt[] {
  const around = {
    rank: 1,
    isMinor: false,
    isHistory: false,
    isDocument: false,
    passageCoverage: 0.5,
    named: 0,
    codeAsked: undefined,
    handlesFailure: false,
    option: 0,
    ...context,
  };
  return excerptsOf(file, asked, callSitesIn(found, asked))
    .map((one) => ({ ...one, score: placeScore(one, around) }))
    .toSorted((a, b) => b.score - a.score);
}

/** The best excerpt of the text of a file, and what it was chosen by. */
export function bestExcerpt(question: string, path: string, text: string) {
  const file = sourceFile(path, text);
  const asked = askedOf(question, [file]);
  const candidates = rankedExcerpts(file, asked);
  const [best] = candidates;
  if (!best) throw new Error(`${path} says nothing about ${question}`);
  return { file, query: buildQuery(question), asked, candidates, best };
}
