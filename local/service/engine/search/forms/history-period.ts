import { parseDateRange } from '../../../tools/date-range.js';
import { ToolError } from '../../../tools/tool.js';
import type { Change } from '../facts/commit-log.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';

/** The days that a question asks about, such as `2026-01-01`. */
export interface Period {
  readonly since: string;
  /** The first day after it; nothing if it lasts until today. */
  readonly until?: string;
}

export function isWithin(period: Period | undefined): (change: Change) => boolean {
  const { since = '', until } = period ?? {};
  return ({ date }) => date >= since && (until === undefined || date < until);
}

/** `undefined` for words that are no date. */
export async function periodOf({ since, during }: HistoryQuestion): Promise<Period | undefined> {
  const given = during ?? since;
  const start = given === undefined ? undefined : await startOf(given);
  if (start === undefined) return undefined;
  if (during === undefined) return { since: dayOf(start) };
  const isYear = /^\d{4}$/.test(during);
  const end = isYear
    ? Date.UTC(start.getUTCFullYear() + 1, 0)
    : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  return { since: dayOf(start), until: dayOf(new Date(end)) };
}

/** Such as `2026-01-31` or `last week`. */
export async function isDate(text: string): Promise<boolean> {
  return (await startOf(text)) !== undefined;
}

async function startOf(text: string): Promise<Date | undefined> {
  try {
    const { after } = await parseDateRange({ after: text }, Date.now());
    return after === undefined ? undefined : new Date(after);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
