/** The spans of time that usage is counted over: a calendar day and a calendar month, both in UTC. */
export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export interface PeriodSpan {
  /** Such as `2026-11-23` or `2026-11`. */
  readonly name: string;
  /** When the next one begins, ms since the epoch. */
  readonly endsAt: number;
}

/** The day or month that a moment is in; `at` in ms since the epoch. */
export function periodAt(period: Period, at: number): PeriodSpan {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const iso = date.toISOString();
  return period === 'day'
    ? { name: iso.slice(0, 10), endsAt: Date.UTC(year, month, date.getUTCDate() + 1) }
    : { name: iso.slice(0, 7), endsAt: Date.UTC(year, month + 1, 1) };
}
