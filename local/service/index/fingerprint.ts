import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The files that decide what is indexed of a repository, and how it is stored: those that build an index, and all that
 * they import.
 */
export const INDEXING_FILES: readonly string[] = [
  'alternatives',
  'chunks',
  'corpus-file',
  'definition-checks',
  'definition-rules',
  'granularity',
  'markdown-fences',
  'outline',
  'terms',
  'text-files',
  'update-corpus',
  'word-forms',
  '../git/commit-messages',
  '../git/file-path',
  '../git/output-options',
  '../git/path-name',
  'segments/file-table',
  'segments/postings',
  'segments/segment-builder',
  'segments/segment-writer',
  'segments/word-filter',
];

/** Changes with the code that builds an index, since stored indexes of other code are invalid. */
export function fingerprint(): string {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const hash = createHash('sha256');
  for (const file of INDEXING_FILES)
    hash.update(readFileSync(new URL(`./${file}${extension}`, import.meta.url)));
  return hash.digest('hex');
}
