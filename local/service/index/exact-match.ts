import type { SearchResult } from 'minisearch';
import { roleOf } from './file-role.js';
import type { Query } from './query.js';
import { nameTerm, spelledTerm, termsOf } from './terms.js';

/** Whether a file defines (2) or mentions (1) one of the very names that were asked for. */
export type Exactness = 0 | 1 | 2;

type Places = readonly SearchResult[];

/**
 * Judges files by their places. A definition in another spelling counts only where there is none in
 * the very one: who writes `get_user` may mean `getUser`, but not beside a `get_user`.
 */
export function exactnessIn(
  results: Places,
  query: Query,
): (path: string, places: Places) => Exactness {
  const names = query.exact.map((name) => {
    const [spelled, alike] = [spelledTerm(name), nameTerm(name)];
    const definition = isIn(results, spelled) ? spelled : alike;
    return { definition, alike, mention: termsOf(name).at(-1) ?? '' };
  });
  return (path, places) => {
    const aside = roleOf(path) === 'document' && !query.wants.documents;
    if (!aside && names.some(({ definition }) => isIn(places, definition))) return 2;
    return names.some(({ mention, alike }) => isIn(places, mention) && !isIn(places, alike))
      ? 1
      : 0;
  };
}

/** Where a term matched. A term may be `constructor`, which every object has. */
export function fieldsWith(term: string, { match }: SearchResult): readonly string[] {
  return (Object.hasOwn(match, term) && match[term]) || [];
}

function isIn(places: Places, term: string): boolean {
  return places.some((place) => fieldsWith(term, place).length > 0);
}
