import { ToolError } from './tool.js';

/** A range of time, in ms since the epoch. */
export interface DateRange {
  readonly after?: number;
  readonly before?: number;
}

/** Parses `after` and `before`, relative to `now`. Throws a `ToolError`. */
export async function parseDateRange(
  given: { readonly after?: string | undefined; readonly before?: string | undefined },
  now: number,
): Promise<DateRange> {
  const after = given.after === undefined ? undefined : await parseDate(given.after, 'after', now);
  const before =
    given.before === undefined ? undefined : await parseDate(given.before, 'before', now);
  if (after !== undefined && before !== undefined && after >= before) {
    throw new ToolError('after must be earlier than before.');
  }
  return { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
}

/** The library for dates in words is slow on long texts. */
const MAX_DATE_LENGTH = 100;

/** A date without a time means the start of that day, in UTC. */
async function parseDate(text: string, name: string, now: number): Promise<number> {
  if (text.length > MAX_DATE_LENGTH) throw notADate(text, name);
  const given = text.trim().toLowerCase();
  const exact = parseExactDate(given);
  if (exact !== undefined) return exact;
  // Loaded on demand: the library is large, and dates in words are rare.
  const { casual } = await import('chrono-node');
  const [result] = casual.parse(given, { instant: new Date(now), timezone: 0 });
  // "2 weeks" alone means that long ago.
  const [ago] = result ? [] : casual.parse(`${given} ago`, { instant: new Date(now), timezone: 0 });
  const found = result ?? ago;
  if (found)
    return found.start.isCertain('hour') ? found.date().getTime() : startOfDay(found.date());
  throw notADate(text, name);
}

function notADate(text: string, name: string): ToolError {
  return new ToolError(
    `${name} is not a date: ${JSON.stringify(text.slice(0, 80))}. ` +
      'Use one such as 2025-03-01, "2 weeks ago", "last month" or "yesterday".',
  );
}

function parseExactDate(text: string): number | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  const time = year ? Date.parse(`${year}-${month}-${day}T00:00:00Z`) : parseIsoTime(text);
  return Number.isNaN(time) ? undefined : time;
}

function parseIsoTime(text: string): number {
  return /^\d{4}-\d{2}-\d{2}t[\d:.]+(z|[+-]\d{2}:?\d{2})$/.test(text)
    ? Date.parse(text.toUpperCase())
    : Number.NaN;
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}
