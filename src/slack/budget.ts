import { SlackBusy } from './errors.js';

/** A token bucket kept where all our processes see it: 0 where the token was given, else ms to wait. */
export interface Meter {
  take(bucket: Bucket): Promise<number>;
  /** Nobody gets a token from this bucket for `ms`. */
  block(bucket: Bucket, ms: number): Promise<void>;
}

export interface Bucket {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
  /** So many tokens are left for more important calls. */
  readonly reserve: number;
  /** Whoever gets none is told a turn of their own, and comes back for it. */
  readonly linesUp?: boolean;
}

/**
 * Endings go before everything; progress takes what is left. `at-once` is as an ending that finds
 * another way where there is no room, and so does not come back.
 */
export type Priority = 'ending' | 'at-once' | 'progress';

/**
 * What Slack grants: about one post a second for each channel with short bursts, some hundreds a
 * minute for a workspace, and Tier 3 (50 a minute) for updates in a whole workspace: rate and burst
 * together stay within it.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
export function buckets(
  method: string,
  where: { workspace: string; channel: string },
  priority: Priority,
): Bucket[] {
  const { workspace, channel } = where;
  const reserved = (tokens: number) => (priority === 'progress' ? tokens : 0);
  const linesUp = priority === 'ending';
  if (method === 'chat.update') {
    const name = `update:${workspace}`;
    return [{ name, perMinute: 38, burst: 12, reserve: reserved(5), linesUp }];
  }
  if (method === 'chat.unfurl') {
    return [{ name: `unfurl:${workspace}`, perMinute: 38, burst: 12, reserve: 0 }];
  }
  if (method === 'chat.postMessage') {
    const name = `post:${workspace}`;
    return [
      { name, perMinute: 210, burst: 80, reserve: reserved(20), linesUp },
      { name: `${name}:${channel}`, perMinute: 60, burst: 4, reserve: reserved(1), linesUp },
    ];
  }
  const ofAgent = AGENT[method];
  if (ofAgent === undefined) return [];
  const { perMinute, burst, reserve } = ofAgent;
  const name = `${method}:${workspace}`;
  return [{ name, perMinute, burst, reserve: reserved(reserve) }];
}

/** Of a whole workspace: sessions are Tier 3, and each that begins needs a second call to end. */
const AGENT: Readonly<Record<string, Omit<Bucket, 'name'>>> = {
  'agents.sessions.setStatus': { perMinute: 38, burst: 12, reserve: 6 },
  'assistant.threads.setStatus': { perMinute: 80, burst: 20, reserve: 5 },
  'assistant.threads.setSuggestedPrompts': { perMinute: 80, burst: 20, reserve: 0 },
};

/**
 * Takes one token of each bucket, the narrowest first, or throws `SlackBusy`: what a full channel
 * cannot send must not use up what its workspace may.
 */
export async function spend(meter: Meter, method: string, from: readonly Bucket[]): Promise<void> {
  for (const each of [...from].reverse()) {
    const wait = await meter.take(each);
    if (wait > 0) throw new SlackBusy(method, wait);
  }
}
