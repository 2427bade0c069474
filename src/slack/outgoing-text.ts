import { withoutBidi } from '../control-characters.js';

/** What nobody reads, and what has to come back to us as it is. */
const DATA: ReadonlySet<string> = new Set(['value', 'private_metadata', 'metadata']);

/**
 * The arguments of a call to Slack, without bidirectional control characters in whatever people
 * read: text of others, such as a file name in an answer, must not be shown in another order.
 */
export function safeToShow<T>(args: T): T {
  return shown(args) as T;
}

function shown(part: unknown): unknown {
  if (typeof part === 'string') return withoutBidi(part);
  if (Array.isArray(part)) return part.map(shown);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, inner]) => [
    key,
    DATA.has(key) ? inner : shown(inner),
  ]);
  return Object.fromEntries(entries);
}
