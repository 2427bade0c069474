import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files that decide how a text is split into chunks and terms. */
const FILES = [
  'chunks',
  'corpus',
  'definition-rules',
  'granularity',
  'outline',
  'terms',
  'text-files',
];

/** Changes with the code that builds an index, since cached indexes of other code are invalid. */
export function fingerprint(): string {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const hash = createHash('sha256').update('1');
  for (const file of FILES)
    hash.update(readFileSync(new URL(`./${file}${extension}`, import.meta.url)));
  return hash.digest('hex');
}
