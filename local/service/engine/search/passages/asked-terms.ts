import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { type AskedShape, askedShapes, hintsOf } from '../text/asked-shape.js';
import { relatedTo } from '../text/related-words.js';
import { linesFrom } from './extent.js';
import { termsOfLine } from './read-once.js';
import type { SourceFile } from './source-file.js';

/** What lines are judged by. */
export interface AskedTerms {
  /** The terms of the question, by how much each says. */
  readonly weights: ReadonlyMap<string, number>;
  /** By a term of code: the terms of the question that it may stand for. */
  readonly related: ReadonlyMap<string, readonly string[]>;
  readonly shapes: ReadonlySet<AskedShape>;
  /** The terms of words that answers often have, for each thing that the question asks for. */
  readonly hints: readonly ReadonlySet<string>[];
}

/** `about`: the question, or the part of it that is answered. */
export function askedAbout(
  weights: ReadonlyMap<string, number>,
  about: string,
  question = about,
): AskedTerms {
  const related = relatedTo(weights.keys());
  return { weights, related, shapes: askedShapes(about), hints: hintsOf(question) };
}

/** Of files longer than that, the first lines are read. */
export const MAX_LINES_READ = 6_000;

/** Words that fit almost any question: the others say more about what is asked. */
const VAGUE_FACTOR = 0.5;
const VAGUE_TERMS = new Set(
  `set sets get handle handled handles call called calls work works run runs running change changed default way take
  takes turn turned decide decides figure pick picks show start back different difference between actually exactly
  right case kind keep keeps kept throw throws give gives put puts make look looks hand add adds another again stop
  stops stopped stay come tell tells see find want away made done same hit hits hold holds check know own new first
  last whole real really fill fills final finally old use end ends wait pass passes`
    .split(/\s+/)
    .flatMap(termsOf),
);

export function isVague(term: string): boolean {
  return VAGUE_TERMS.has(term);
}

/** The query's terms, by how few lines of the files have them. */
export function termWeights(files: readonly SourceFile[], query: Query): Map<string, number> {
  const counts = new Map<string, number>();
  let total = 1;
  const asked = new Set(query.terms.map(({ term }) => term));
  for (const file of files) {
    total += file.lines.length;
    for (const line of linesFrom(1, Math.min(file.lines.length, MAX_LINES_READ))) {
      const terms = new Set(termsOfLine(file, line).filter((term) => asked.has(term)));
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const rarity = (term: string) => Math.log(1 + total / (1 + (counts.get(term) ?? 0)));
  return new Map(
    query.terms
      .filter(({ weight }) => weight > REPOSITORY_NAME_WEIGHT || query.terms.length < 2)
      .map(({ term, weight }) => {
        const own = isVague(term) ? weight * VAGUE_FACTOR : weight;
        return [term, (own * rarity(term)) / Math.log(1 + total)];
      }),
  );
}

export function askedIn(text: string, asked: { has(term: string): boolean }): Set<string> {
  return new Set(termsOf(text).filter((term) => asked.has(term)));
}
