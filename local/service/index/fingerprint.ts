import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Changes with the code that builds an index, since stored indexes of other code are invalid. That code and its
 * packages are one file: the bundle of the index thread.
 */
export function fingerprint(): string {
  return createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .digest('hex');
}
