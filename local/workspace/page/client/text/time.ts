/** Slack's `ts` ("1712345678.000100") → ms since the epoch. */
export const tsToMs = (ts: string): number => Number.parseFloat(ts) * 1000;

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const timeSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayLong = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const dayYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const dayShort = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayNumbers = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

export const clockTime = (ms: number): string => time.format(ms);
export const fullTime = (ms: number): string => full.format(ms);

/** A key of the local calendar day. */
export function dayKey(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

const DAY_MS = 86_400_000;

/** "Today", "Yesterday", "Tomorrow", "Monday, 3 March", with the year if it is another one. */
export function dayName(ms: number, now: number): string {
  return relativeDay(ms, now) ?? (sameYear(ms, now) ? dayLong : dayYear).format(ms);
}

function relativeDay(ms: number, now: number): string | undefined {
  const days = { Yesterday: now - DAY_MS, Today: now, Tomorrow: now + DAY_MS };
  return Object.entries(days).find(([, day]) => dayKey(day) === dayKey(ms))?.[0];
}

const sameYear = (a: number, b: number): boolean =>
  new Date(a).getFullYear() === new Date(b).getFullYear();

/** "just now", "5 minutes ago", "today at 10:42", …: for the last reply of a thread. */
export function timeAgo(ms: number, now: number): string {
  const minutes = Math.floor((now - ms) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const day = relativeDay(ms, now);
  return `${day ? day.toLowerCase() : dayShort.format(ms)} at ${time.format(ms)}`;
}

const TOKENS: Readonly<Record<string, (ms: number, now: number) => string>> = {
  date_num: (ms) => dayNumbers.format(ms),
  date: (ms) => dayYear.format(ms),
  date_short: (ms) => dayShort.format(ms),
  date_long: (ms, now) => (sameYear(ms, now) ? dayLong : dayYear).format(ms),
  date_pretty: (ms, now) => relativeDay(ms, now) ?? dayYear.format(ms),
  date_short_pretty: (ms, now) => relativeDay(ms, now) ?? dayShort.format(ms),
  date_long_pretty: (ms, now) => dayName(ms, now),
  time: (ms) => time.format(ms),
  time_secs: (ms) => timeSeconds.format(ms),
  ago: (ms, now) => timeAgo(ms, now),
};

/** Fills a `<!date^…>` format such as `{date_short} at {time}`; unknown tokens stay. */
export function slackDate(format: string, ms: number, now: number): string {
  return format.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(TOKENS, name) ? (TOKENS[name]?.(ms, now) ?? whole) : whole,
  );
}
