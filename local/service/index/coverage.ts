import { isAskedFor } from './file-boost.js';
import { roleFor } from './file-role.js';
import type { Query } from './query.js';
import { importanceOf, type ScoredCorpus } from './scoring.js';
import { FIELDS } from './segments/file-table.js';
import { hasBetween, includes } from './sorted-numbers.js';

/** How much more a term counts in a file's name, or in a name that it defines. */
const NAME_BONUS = 1.5;
const DEFINITION_BONUS = 0.3;
/** How much it counts of a term that is not in the best chunk: a large file has most terms somewhere. */
const ELSEWHERE_FACTOR = 0.5;
/** Tests, documents and settings mention much that they are not about. */
const OTHER_ROLE_COVERAGE = 0.5;
/** But a passage that has every word of the question is about it, wherever it is. */
const OTHER_ROLE_WITH_ALL_TERMS = 0.75;
/** How much more it counts that a proper name occurs nowhere. */
const MISSED_NAME_FACTOR = 2;
/** And how much less that a file has no word for what happens: for "resolved", code may say found, read or made. */
const MISSED_ACTION_FACTOR = 0.7;
const NAME = FIELDS.indexOf('name');
const DEFINED_NAME_PARTS = FIELDS.indexOf('definedNameParts');

type TermFactor = (term: string) => number;

/** A file in a segment, and its best chunk. */
interface ScoredFile {
  readonly path: string;
  readonly segment: number;
  readonly file: number;
  readonly chunk: number;
}

/** Tells how much of the query a file covers: see `FileHit.coverage`. */
export function coverageBy(scored: ScoredCorpus, query: Query): (file: ScoredFile) => number {
  const importance = termImportance(scored, query);
  const actions = new Set(query.actionTerms);
  return (found) => {
    const factorOf = withAcronyms(termFactors(scored, found), query);
    let [covered, total] = [0, 0];
    for (const { term } of query.terms) {
      const factor = factorOf(term);
      covered += factor * importance(term);
      total += (factor === 0 && actions.has(term) ? MISSED_ACTION_FACTOR : 1) * importance(term);
    }
    const hasAll = query.terms.every(({ term }) => importance(term) === 0 || factorOf(term) >= 1);
    const otherRole = hasAll ? OTHER_ROLE_WITH_ALL_TERMS : OTHER_ROLE_COVERAGE;
    const roleFactor = isAskedFor(roleFor(found.path, query), query.intent) ? 1 : otherRole;
    return total > 0 ? (roleFactor * covered) / total : 0;
  };
}

/** Words count as what they are called in the file's name: `Lru` for "least recently used". */
function withAcronyms(factorOf: TermFactor, { acronyms }: Query): TermFactor {
  const found = acronyms.filter(({ term }) => factorOf(term) >= 1 + NAME_BONUS);
  if (found.length === 0) return factorOf;
  const words = new Set(found.flatMap(({ of }) => of));
  return (term) => (words.has(term) ? 1 + NAME_BONUS : factorOf(term));
}

/** How much each term counts for a file; 0 if it does not occur there. */
function termFactors(
  { segments, terms }: ScoredCorpus,
  { segment, file, chunk }: ScoredFile,
): TermFactor {
  const firstChunks = segments[segment]?.live.segment.files.firstChunks;
  const [from, after] = [firstChunks?.[file] ?? 0, firstChunks?.[file + 1] ?? 0];
  return (term) => {
    const fields = terms.get(term)?.lists[segment] ?? [];
    if (!fields.some((chunks) => hasBetween(chunks, from, after))) return 0;
    const inName = hasBetween(fields[NAME], from, after);
    const inDefinition = hasBetween(fields[DEFINED_NAME_PARTS], from, after);
    const isTogether = inName || fields.some((chunks) => includes(chunks, chunk));
    const bonus = (inName ? NAME_BONUS : 0) + (inDefinition ? DEFINITION_BONUS : 0);
    return (isTogether ? 1 : ELSEWHERE_FACTOR) + bonus;
  };
}

/** How much it says that a file has a term. */
type TermImportance = (term: string) => number;

function termImportance({ terms, fileCount }: ScoredCorpus, query: Query): TermImportance {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const compoundTerms = new Set(query.compoundTerms);
  const properTerms = new Set(query.properTerms);
  return (term) => {
    const count = terms.get(term)?.fileCount ?? 0;
    // A compound name that occurs nowhere as a whole must not count as missing: its parts count.
    if (count === 0 && compoundTerms.has(term)) return 0;
    // Nor do the words of a question in another language than the code.
    if (count === 0 && query.language !== undefined) return 0;
    const isMissedName = count === 0 && properTerms.has(term);
    return (
      (isMissedName ? MISSED_NAME_FACTOR : 1) *
      importanceOf(weights.get(term) ?? 0, count, fileCount)
    );
  };
}
