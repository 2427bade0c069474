import type { FoundFile } from '../index/findings.js';
import type { Query } from '../index/query.js';

/**
 * Whether a file speaks of what was asked, or only shares a word with it. Of a short question most
 * must be there; a long one says much that no single place has.
 */
export function isRelevant({ coverage }: Pick<FoundFile, 'coverage'>, { words }: Query): boolean {
  return coverage >= Math.max(0.15, Math.min(0.5, 1.6 / Math.max(1, words.length)));
}
