import type { SearchResult } from 'minisearch';
import { roleOf } from './file-role.js';
import type { Query } from './query.js';
import { definitionTerm, exactDefinitionTerm, termsOf } from './terms.js';

/** Whether a file defines (2) or only mentions (1) a name that the query asks for. */
export type ExactMatch = 0 | 1 | 2;

type ChunkMatches = readonly SearchResult[];

/**
 * Rates a file by its matching chunks. A definition in another spelling counts only where none has
 * the exact one: `get_user` may mean `getUser`, unless there is a `get_user`.
 */
export function exactMatcher(
  results: ChunkMatches,
  query: Query,
): (path: string, matches: ChunkMatches) => ExactMatch {
  const names = query.exactNames.map((name) => {
    const exactSpelling = exactDefinitionTerm(name);
    const anySpelling = definitionTerm(name);
    const definition = hasTerm(results, exactSpelling) ? exactSpelling : anySpelling;
    return { definition, anySpelling, mention: termsOf(name).at(-1) ?? '' };
  });
  return (path, matches) => {
    const isSecondary = roleOf(path) === 'document' && !query.intent.documents;
    if (!isSecondary && names.some(({ definition }) => hasTerm(matches, definition))) return 2;
    const isMentioned = names.some(
      ({ mention, anySpelling }) => hasTerm(matches, mention) && !hasTerm(matches, anySpelling),
    );
    return isMentioned ? 1 : 0;
  };
}

/** The fields that a term matched. A term may be `constructor`, which every object has. */
export function matchedFields(term: string, { match }: SearchResult): readonly string[] {
  return (Object.hasOwn(match, term) && match[term]) || [];
}

function hasTerm(matches: ChunkMatches, term: string): boolean {
  return matches.some((match) => matchedFields(term, match).length > 0);
}
