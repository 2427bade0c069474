import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What decides how a text becomes terms and pieces. */
const PARTS = [
  'chunks',
  'corpus',
  'definition-rules',
  'granularity',
  'outline',
  'terms',
  'text-files',
];

/** Changes whenever the code that makes an index does: an index of other code is not understood. */
export function fingerprint(): string {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const hash = createHash('sha256').update('1');
  for (const part of PARTS)
    hash.update(readFileSync(new URL(`./${part}${extension}`, import.meta.url)));
  return hash.digest('hex');
}
