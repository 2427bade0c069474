import { createHash } from 'node:crypto';

/** A short hash for an id: the same for a repeated event. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
