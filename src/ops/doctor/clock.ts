import { type Findings, ok, problem, warning } from '../doctor.js';

/** Slack's time, and our time at the same moment. Both in ms since the epoch. */
export interface ClockReading {
  readonly slack: number;
  readonly local: number;
}

const SLACK = 'https://slack.com/api/';

/** Slack's time from the `Date` header of a call that needs no token. Rejects without a reply. */
export async function readSlackTime(
  apiUrl: string | undefined,
  timeoutMs: number,
): Promise<ClockReading | undefined> {
  const sentAt = Date.now();
  const response = await fetch(new URL('api.test', apiUrl ?? SLACK), {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const local = (sentAt + Date.now()) / 2;
  await response.body?.cancel();
  const slack = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(slack) ? undefined : { slack, local };
}

/** Slack's signatures are valid for five minutes: https://docs.slack.dev/authentication/verifying-requests-from-slack */
const PROBLEM_S = 240;
const WARNING_S = 30;
const FIX = 'synchronise the clock, for example with "timedatectl set-ntp true"';

/** How far the clock of this machine is off. */
export function checkClock(reading: ClockReading | undefined): Findings {
  if (reading === undefined) {
    return warning(
      'Slack did not report its time',
      'check that this machine can reach Slack, and that its clock is right',
    );
  }
  const seconds = Math.round((reading.local - reading.slack) / 1000);
  const offset = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} Slack's`;
  if (Math.abs(seconds) >= PROBLEM_S) {
    return problem(`the clock is ${offset}: requests from Slack would be rejected as too old`, FIX);
  }
  if (Math.abs(seconds) >= WARNING_S) return warning(`the clock is ${offset}`, FIX);
  return ok("the clock agrees with Slack's");
}
