import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files that decide how a text is split into chunks and terms, and how these are stored. */
const FILES = [
  'chunks',
  'corpus-file',
  'definition-checks',
  'definition-rules',
  'granularity',
  'outline',
  'terms',
  'text-files',
  'update-corpus',
  'word-forms',
  '../git/commit-messages',
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
  for (const file of FILES)
    hash.update(readFileSync(new URL(`./${file}${extension}`, import.meta.url)));
  return hash.digest('hex');
}
