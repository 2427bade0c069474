import { type CorpusFile, chunksOf } from '../../../../local/service/index/corpus-file.js';
import { fileBoost, roleOf } from '../../../../local/service/index/file-role.js';
import type { Query, WeightedTerm } from '../../../../local/service/index/query.js';
import {
  FIELDS,
  type Field,
  type IndexedChunk,
} from '../../../../local/service/index/segments/file-table.js';
import {
  definitionTerm,
  exactDefinitionTerm,
  normalizedName,
  termsOf,
} from '../../../../local/service/index/terms.js';

const BOOSTS: Record<Field, number> = { path: 1.5, definedNameParts: 2, definedNames: 2, text: 1 };
const USAGE_BOOSTS: Record<Field, number> = {
  path: 0.5,
  definedNameParts: 0.1,
  definedNames: 0.1,
  text: 1,
};

interface Hit {
  readonly path: string;
  readonly objectId: string;
  readonly score: number;
  readonly coverage: number;
  readonly exactMatch: number;
  /** First and last lines, best chunk first. */
  readonly chunks: readonly (readonly [number, number])[];
}

/** What an index must find: computed from all texts for each query, without an index. */
export function searchByDefinition(files: readonly CorpusFile[], query: Query): Hit[] {
  const all = files.map((file) => ({ file, chunks: chunksOf(file) }));
  const index = all.flatMap(({ chunks }) => chunks);
  const hits = all.flatMap(({ file, chunks }): Hit[] => {
    const matching = chunks
      .map((chunk) => ({ chunk, score: scoreOf(chunk, index, query) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const [first, second] = matching;
    if (!first) return [];
    const isDefinition =
      query.intent.usages &&
      query.keywords.some((word) => has(first.chunk, normalizedName(word), 'definedNameParts'));
    const sum = first.score + 0.5 * (second?.score ?? 0);
    return [
      {
        path: file.path,
        objectId: file.objectId,
        score: sum * fileBoost(file.path, query) * (isDefinition ? 0.4 : 1),
        coverage: coverageOf(first.chunk, file.path, { index, query }),
        exactMatch: exactMatchOf(file.path, chunks, { index, query }),
        chunks: matching.slice(0, 3).map(({ chunk: { start, end } }) => [start, end]),
      },
    ];
  });
  return hits.sort(
    (a, b) => b.exactMatch - a.exactMatch || b.score - a.score || a.path.localeCompare(b.path),
  );
}

function has(chunk: IndexedChunk, term: string, ...fields: readonly Field[]): boolean {
  return (fields.length > 0 ? fields : FIELDS).some((field) => chunk.terms[field].includes(term));
}

interface Context {
  readonly index: readonly IndexedChunk[];
  readonly query: Query;
}

function scoreOf(chunk: IndexedChunk, index: readonly IndexedChunk[], query: Query): number {
  const parts = [...query.terms, ...query.definitionTerms].map((term) =>
    termScore(chunk, term, { index, query }),
  );
  return parts.reduce((sum, part) => sum + part, 0) * parts.filter((part) => part > 0).length;
}

function termScore(chunk: IndexedChunk, { term, weight }: WeightedTerm, context: Context): number {
  const { index, query } = context;
  const own = bm25(chunk, term, context);
  if (!query.compoundTerms.includes(term)) return weight * own;
  const longer = new Set(index.flatMap(({ terms }) => FIELDS.flatMap((field) => terms[field])));
  const family = [...longer].filter((other) => other !== term && other.startsWith(term));
  const rest = family.map((other) => {
    const share = (0.375 * other.length) / (other.length + 0.3 * (other.length - term.length));
    return share * bm25(chunk, other, context);
  });
  return weight * rest.reduce((sum, part) => sum + part, own);
}

function bm25(chunk: IndexedChunk, term: string, { index, query }: Context): number {
  const boosts = query.intent.usages ? USAGE_BOOSTS : BOOSTS;
  return FIELDS.reduce((sum, field) => {
    const count = chunk.terms[field].filter((other) => other === term).length;
    if (count === 0) return sum;
    const lengthOf = ({ terms }: IndexedChunk) => Math.max(1, new Set(terms[field]).size);
    const average = index.reduce((total, one) => total + lengthOf(one), 0) / index.length;
    const matching = index.filter((one) => has(one, term, field)).length;
    const inverse = Math.log(1 + (index.length - matching + 0.5) / (matching + 0.5));
    const norm = 1.2 * (0.3 + (0.7 * lengthOf(chunk)) / average);
    return sum + boosts[field] * inverse * (0.5 + (count * 2.2) / (count + norm));
  }, 0);
}

function coverageOf(chunk: IndexedChunk, path: string, { index, query }: Context): number {
  const isDocument = roleOf(path) === 'document';
  const importance = ({ term, weight }: WeightedTerm) => {
    const count = index.filter((one) => has(one, term)).length;
    if (count === 0 && query.compoundTerms.includes(term)) return 0;
    return weight * Math.log(1 + index.length / (1 + count));
  };
  const total = query.terms.reduce((sum, term) => sum + importance(term), 0);
  const covered = query.terms.reduce((sum, term) => {
    const inName = has(chunk, term.term, 'path', 'definedNameParts', 'definedNames');
    const factor = inName && !isDocument ? 2 : Number(has(chunk, term.term));
    return sum + factor * importance(term);
  }, 0);
  return total > 0 ? covered / total : 0;
}

function exactMatchOf(path: string, chunks: readonly IndexedChunk[], context: Context): number {
  const { index, query } = context;
  const asked = [...query.terms, ...query.definitionTerms].map(({ term }) => term);
  const among = (list: readonly IndexedChunk[], term: string) =>
    isMatched(term, asked, query) && list.some((chunk) => has(chunk, term));
  const isSecondary = roleOf(path) === 'document' && !query.intent.documents;
  const marks = query.exactNames.map((name) => {
    const exact = exactDefinitionTerm(name);
    const any = definitionTerm(name);
    if (!isSecondary && among(chunks, among(index, exact) ? exact : any)) return 2;
    return among(chunks, termsOf(name).at(-1) ?? '') && !among(chunks, any) ? 1 : 0;
  });
  return Math.max(0, ...marks);
}

/** Whether the query has the term, or the beginning of a compound name with it. */
function isMatched(term: string, asked: readonly string[], { compoundTerms }: Query): boolean {
  return asked.some(
    (other) => other === term || (compoundTerms.includes(other) && term.startsWith(other)),
  );
}
