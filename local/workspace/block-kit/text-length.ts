const TEXT_KEYS = new Set(['text', 'title', 'subtitle', 'caption', 'alt_text', 'description']);

/** Counts the characters that a reader sees. */
export function textLength(value: unknown, key = 'text'): number {
  if (typeof value === 'string') return TEXT_KEYS.has(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, it) => sum + textLength(it, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, it]) => sum + textLength(it, name), 0);
}
