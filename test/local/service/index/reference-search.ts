import { type CorpusFile, chunksOf } from '../../../../local/service/index/corpus-file.js';
import { fileBoost, isAskedFor } from '../../../../local/service/index/file-boost.js';
import { roleFor } from '../../../../local/service/index/file-role.js';
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

type ByField = Readonly<Record<Field, number>>;

const USAGE_BOOSTS: ByField = {
  name: 0.5,
  path: 0.5,
  definedNameParts: 0.1,
  definedNames: 0.1,
  text: 1,
  messages: 0,
};
const FILE_BOOSTS: ByField = {
  name: 3.5,
  path: 1.3,
  definedNameParts: 1,
  definedNames: 1.5,
  text: 1.2,
  messages: 1.5,
};
const FILE_LENGTH_NORMS: ByField = {
  name: 0.75,
  path: 0.3,
  definedNameParts: 0.5,
  definedNames: 0.3,
  text: 0.7,
  messages: 0.7,
};
const CHUNK_BOOSTS: ByField = {
  name: 0,
  path: 0,
  definedNameParts: 2,
  definedNames: 2,
  text: 1,
  messages: 0,
};
const CHUNK_LENGTH_NORMS: ByField = {
  name: 0.7,
  path: 0.7,
  definedNameParts: 0.7,
  definedNames: 0.7,
  text: 0.7,
  messages: 0.7,
};
/** What a file says itself. */
const OWN_FIELDS = FIELDS.filter((field) => field !== 'messages');
const EXACT_MATCH_FACTORS = [1, 1.1, 1.5];

interface Hit {
  readonly path: string;
  readonly objectId: string;
  readonly score: number;
  readonly coverage: number;
  readonly exactMatch: number;
  /** First and last lines, best chunk first. */
  readonly chunks: readonly (readonly [number, number])[];
}

/** The terms of a chunk, or of all chunks of a file together. */
interface Unit {
  readonly terms: IndexedChunk['terms'];
  /** By field: how many different terms, of a file those of each chunk. */
  readonly lengths: ByField;
}

/** What an index must find: computed from all texts for each query, without an index. */
export function searchByDefinition(files: readonly CorpusFile[], query: Query): Hit[] {
  const all = files.map((file) => {
    const chunks = chunksOf(file).map((chunk) => ({ ...chunk, lengths: lengthsOf(chunk.terms) }));
    return { file, chunks, whole: wholeOf(chunks) };
  });
  const index: Index = {
    chunks: all.flatMap(({ chunks }) => chunks),
    files: all.map(({ whole }) => whole),
    query,
  };
  const pathLengths = sum(all.map(({ whole }) => whole.lengths.path));
  const averagePathLength = Math.max(1, pathLengths) / all.length;
  const hits = all.flatMap(({ file: { path, objectId }, chunks, whole }): Hit[] => {
    const own = fileScore(whole, index);
    const [first] = chunks;
    if (own === 0 || !first) return [];
    const scores = chunks.map((chunk) => ({ chunk, score: chunkScore(chunk, index) }));
    const matching = scores.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    const best = matching[0]?.chunk ?? first;
    const isDefinition =
      query.intent.usages &&
      query.keywords.some((word) => has(best, normalizedName(word), 'definedNameParts'));
    const exactMatch = exactMatchOf(path, whole, index);
    const passage = 0.05 * ((matching[0]?.score ?? 0) + 0.3 * (matching[1]?.score ?? 0));
    const total = sum(query.terms.map((term) => importanceOf(term, index)));
    const covered = sum(
      query.terms.map((term) => (isFound(term.term, whole, index) ? importanceOf(term, index) : 0)),
    );
    const askedInPath = query.terms.filter(({ term }) => has(whole, term, 'path')).length;
    const others = whole.lengths.path - askedInPath;
    const place =
      chunks.length ** 0.07 *
      (1 + whole.lengths.name) ** -0.2 *
      Math.exp(-0.12 * (others - averagePathLength));
    const score =
      ((own + passage) / (total || 1)) *
      Math.cbrt(0.02 + covered / (total || 1)) *
      place ** Math.min(1.5, 5 / Math.max(1, query.terms.length)) *
      fileBoost(path, query) *
      (EXACT_MATCH_FACTORS[exactMatch] ?? 1) *
      (isDefinition ? 0.4 : 1);
    const shown = matching.length > 0 ? matching.map(({ chunk }) => chunk) : [first];
    return [
      {
        path,
        objectId,
        score,
        coverage: coverageOf(path, { whole, best }, index),
        exactMatch,
        chunks: shown.slice(0, 3).map(({ start, end }) => [start, end]),
      },
    ];
  });
  const isOnlyName = query.keywords.length === 1 && query.exactNames.length === 1;
  const tierOf = ({ exactMatch }: Hit) => (isOnlyName ? exactMatch : 0);
  return hits.sort(
    (a, b) => tierOf(b) - tierOf(a) || b.score - a.score || a.path.localeCompare(b.path),
  );
}

function lengthsOf(terms: IndexedChunk['terms']): ByField {
  const entries = FIELDS.map((field) => [field, new Set(terms[field]).size]);
  return Object.fromEntries(entries) as ByField;
}

function wholeOf(chunks: readonly Unit[]): Unit {
  const terms = FIELDS.map((field) => [field, chunks.flatMap((chunk) => chunk.terms[field])]);
  const lengths = FIELDS.map((field) => [field, sum(chunks.map((chunk) => chunk.lengths[field]))]);
  return {
    terms: Object.fromEntries(terms) as IndexedChunk['terms'],
    lengths: Object.fromEntries(lengths) as ByField,
  };
}

interface Index {
  readonly chunks: readonly Unit[];
  readonly files: readonly Unit[];
  readonly query: Query;
}

function has(unit: Unit, term: string, ...fields: readonly Field[]): boolean {
  return (fields.length > 0 ? fields : OWN_FIELDS).some((field) =>
    unit.terms[field].includes(term),
  );
}

/** The term and, of a compound name, longer ones that start with it, with their weights. */
function familyOf(term: string, { files, query }: Index): readonly (readonly [string, number])[] {
  if (!query.compoundTerms.includes(term)) return [[term, 1]];
  const all = new Set(files.flatMap(({ terms }) => FIELDS.flatMap((field) => terms[field])));
  const longer = [...all].filter((other) => other !== term && other.startsWith(term));
  const rest = longer.map((other) => {
    const share = (0.375 * other.length) / (other.length + 0.3 * (other.length - term.length));
    return [other, share] as const;
  });
  return [[term, 1], ...rest];
}

/** In the file, or where the score counts them, in the messages of its commits. */
function isFound(term: string, unit: Unit, index: Index): boolean {
  const fields = index.query.intent.usages ? OWN_FIELDS : FIELDS;
  return familyOf(term, index).some(([each]) => has(unit, each, ...fields));
}

function queryTerms({ terms, definitionTerms, phraseTerms }: Query): WeightedTerm[] {
  return [...terms, ...definitionTerms, ...phraseTerms];
}

function fileScore(unit: Unit, index: Index): number {
  const boosts = index.query.intent.usages ? USAGE_BOOSTS : FILE_BOOSTS;
  const saturation = (count: number, length: number) => (count * 3.4) / (count + 2.4 * length);
  const scoring = { among: index.files, boosts, norms: FILE_LENGTH_NORMS, saturation };
  return sum(termScores(unit, scoring, index));
}

function chunkScore(unit: Unit, index: Index): number {
  const boosts = index.query.intent.usages ? { ...USAGE_BOOSTS, name: 0, path: 0 } : CHUNK_BOOSTS;
  const saturation = (count: number, length: number) =>
    0.5 + (count * 2.2) / (count + 1.2 * length);
  const scoring = { among: index.chunks, boosts, norms: CHUNK_LENGTH_NORMS, saturation };
  const scores = termScores(unit, scoring, index);
  return sum(scores) * scores.filter((score) => score > 0).length;
}

interface UnitScoring {
  readonly among: readonly Unit[];
  readonly boosts: ByField;
  readonly norms: ByField;
  readonly saturation: (count: number, length: number) => number;
}

function termScores(unit: Unit, scoring: UnitScoring, index: Index): number[] {
  return queryTerms(index.query).map(({ term, weight }) => {
    const family = familyOf(term, index);
    return weight * sum(family.map(([each, share]) => share * bm25(unit, each, scoring)));
  });
}

function bm25(unit: Unit, term: string, scoring: UnitScoring): number {
  const { among, boosts, norms, saturation } = scoring;
  return FIELDS.reduce((total, field) => {
    const count = unit.terms[field].filter((other) => other === term).length;
    if (count === 0) return total;
    const average =
      Math.max(1, sum(among.map(({ lengths }) => lengths[field] ?? 0))) / among.length;
    const matching = among.filter((one) => has(one, term, field)).length;
    const inverse = Math.log(1 + (among.length - matching + 0.5) / (matching + 0.5));
    const length = 1 - norms[field] + (norms[field] * unit.lengths[field]) / average;
    return total + boosts[field] * inverse * saturation(count, length);
  }, 0);
}

function importanceOf({ term, weight }: WeightedTerm, { files }: Index): number {
  const count = files.filter((one) => has(one, term)).length;
  return weight * (2 + Math.log(1 + files.length / (1 + count)));
}

function coverageOf(
  path: string,
  { whole, best }: { readonly whole: Unit; readonly best: Unit },
  index: Index,
): number {
  const { files, query } = index;
  const importance = (term: WeightedTerm) => {
    const isNowhere = files.every((one) => !has(one, term.term));
    if (isNowhere && query.compoundTerms.includes(term.term)) return 0;
    const isMissedName = isNowhere && query.properTerms.includes(term.term);
    return (isMissedName ? 2 : 1) * importanceOf(term, index);
  };
  const calledSo = query.acronyms.filter(({ term }) => has(whole, term, 'name'));
  const called = new Set(calledSo.flatMap(({ of }) => of));
  const needed = query.terms.map((term) => {
    const isMissed = !called.has(term.term) && !has(whole, term.term);
    return (isMissed && query.actionTerms.includes(term.term) ? 0.7 : 1) * importance(term);
  });
  const total = sum(needed);
  const covered = query.terms.map((term) => {
    if (called.has(term.term)) return 2.5 * importance(term);
    if (!has(whole, term.term)) return 0;
    const inName = has(whole, term.term, 'name');
    const base = inName || has(best, term.term) ? 1 : 0.5;
    const inDefinition = has(whole, term.term, 'definedNameParts');
    return (base + (inName ? 1.5 : 0) + (inDefinition ? 0.3 : 0)) * importance(term);
  });
  const hasAll = query.terms.every(
    (term) =>
      importance(term) === 0 ||
      called.has(term.term) ||
      has(best, term.term) ||
      has(whole, term.term, 'name'),
  );
  const otherRole = hasAll ? 0.75 : 0.5;
  const roleFactor = isAskedFor(roleFor(path, query), query.intent) ? 1 : otherRole;
  return total > 0 ? (roleFactor * sum(covered)) / total : 0;
}

function exactMatchOf(path: string, whole: Unit, index: Index): number {
  const { files, query } = index;
  const asked = queryTerms(query).map(({ term }) => term);
  const among = (list: readonly Unit[], term: string) =>
    isMatched(term, asked, query) && list.some((unit) => has(unit, term));
  const isSecondary = roleFor(path, query) === 'document' && !query.intent.documents;
  const marks = query.exactNames.map((name) => {
    const exact = exactDefinitionTerm(name);
    const any = definitionTerm(name);
    if (!isSecondary && among([whole], among(files, exact) ? exact : any)) return 2;
    return among([whole], termsOf(name).at(-1) ?? '') && !among([whole], any) ? 1 : 0;
  });
  return Math.max(0, ...marks);
}

/** Whether the query has the term, or the beginning of a compound name with it. */
function isMatched(term: string, asked: readonly string[], { compoundTerms }: Query): boolean {
  return asked.some(
    (other) => other === term || (compoundTerms.includes(other) && term.startsWith(other)),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
