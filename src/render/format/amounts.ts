/** Amounts and times as people read them: `mrkdwn`. */

/** Exact enough for a bill: "0.4 s", "12 s", "1 min 5 s", "2 h 3 min". */
export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0.1, Math.round(ms / 100) / 10)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(`${minutes} min`, seconds % 60, 's');
  return joined(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

/** As somebody who waits would say it: "a few seconds", "25 seconds", "2 minutes", "3 days". */
export function roughly(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 5) return 'a few seconds';
  if (seconds < 60) return `${seconds - (seconds % 5)} seconds`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  if (minutes >= 48 * 60) return plural(Math.floor(minutes / (24 * 60)), 'day');
  const rest = minutes % 60;
  const hours = plural(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}

/** Of a question that runs; each change costs an update: "under 5 s", "25 s", "2 min". */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 5) return 'under 5 s';
  const step = seconds < 60 ? 5 : 60;
  return duration((seconds - (seconds % step)) * 1000);
}

export function count(n: number): string {
  const whole = Math.round(n).toString();
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** "1 credit", "1,234.5 credits". */
export function credits(n: number): string {
  const shown = creditAmount(n);
  return `${shown} ${shown === '1' ? 'credit' : 'credits'}`;
}

export function creditAmount(n: number): string {
  return n.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** In the reader's own time zone; `at` in ms since the epoch. */
export function moment(at: number): string {
  return `<!date^${Math.ceil(at / 1000)}^{date_short_pretty} at {time}|${utc(at)}>`;
}

/** Where Slack formats no dates; `at` in ms since the epoch. */
export function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function joined(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`;
}
