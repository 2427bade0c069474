import { createHash } from 'node:crypto';

/** What happened, as a short part of an id: the same for a repeat. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
