import { type Findings, ok, problem, warning } from '../doctor.js';

/** A time on the far side, and the time here at which it was that. Both ms since the epoch. */
export interface TimeSignal {
  readonly there: number;
  readonly here: number;
}

const SLACK = 'https://slack.com/api/';

/** Slack's time by the `Date` of an answer that needs no token. Rejects where none comes. */
export async function readSlackTime(
  apiUrl: string | undefined,
  timeoutMs: number,
): Promise<TimeSignal | undefined> {
  const sentAt = Date.now();
  const response = await fetch(new URL('api.test', apiUrl ?? SLACK), {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const here = (sentAt + Date.now()) / 2;
  await response.body?.cancel();
  const there = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(there) ? undefined : { there, here };
}

/** Slack's signatures are good for five minutes: https://docs.slack.dev/authentication/verifying-requests-from-slack */
const REFUSED_S = 240;
const NOTED_S = 30;
const FIX = 'let the system keep time, such as with "timedatectl set-ntp true"';

/** How far this machine's clock is from Slack's. */
export function checkClock(signal: TimeSignal | undefined): Findings {
  if (signal === undefined) {
    return warning('Slack did not say what time it is', 'see that the clock here is right');
  }
  const seconds = Math.round((signal.here - signal.there) / 1000);
  const words = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} Slack's`;
  if (Math.abs(seconds) >= REFUSED_S) {
    return problem(`the clock is ${words}: Slack's requests would be refused as too old`, FIX);
  }
  if (Math.abs(seconds) >= NOTED_S) return warning(`the clock is ${words}`, FIX);
  return ok("the clock agrees with Slack's");
}
