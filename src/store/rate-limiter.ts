import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { REFUSE_LUA, TAKE_LUA } from './rate-limit-script.js';
import { runScript } from './script.js';

interface LearnedRate {
  readonly name: string;
  readonly perMinute: number;
  readonly min: number;
  readonly max: number;
}

interface Bucket {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
  readonly reserve: number;
  readonly reservesTurn?: boolean;
  readonly learned?: LearnedRate;
}

interface Taken {
  readonly waitMs: number;
  readonly empty?: string;
  readonly learned?: { readonly bucket: string; readonly perMinute: number };
}

interface Refusal {
  readonly retryAfterMs: number;
  readonly takenMsAgo: number;
}

/** Turns are reserved at most this far ahead, since some callers never come back, ms. */
const MAX_AHEAD_MS = 30_000;

/** Token buckets in Redis with its clock, for `slack/rate-limits.ts`: all processes share them. */
export function createRateLimiter(redis: Connection) {
  return {
    async take(from: readonly Bucket[]): Promise<Taken> {
      const named = from.flatMap(bucketKeys);
      const reply = await runScript(redis, TAKE_LUA, {
        named,
        args: from.flatMap(bucketArguments),
      });
      const [waitMs, emptyAt, learnedAt, perMinute] = reply as [number, number, number, number];
      const empty = from[emptyAt - 1]?.name;
      const bucket = from[learnedAt - 1]?.name;
      return {
        waitMs,
        ...(empty === undefined ? {} : { empty }),
        ...(bucket === undefined ? {} : { learned: { bucket, perMinute } }),
      };
    },

    async refused(from: readonly Bucket[], refusal: Refusal): Promise<void> {
      const [widest, narrowest] = [from[0], from.at(-1)];
      if (widest === undefined || narrowest === undefined) return;
      const both = widest === narrowest ? [widest] : [widest, narrowest];
      const { retryAfterMs, takenMsAgo } = refusal;
      const args = [...both.flatMap(bucketArguments), retryAfterMs, takenMsAgo, narrowest.name];
      await runScript(redis, REFUSE_LUA, { named: both.flatMap(bucketKeys), args });
    },
  };
}

function bucketKeys({ name, learned }: Bucket): string[] {
  return [keys.bucket(name), keys.learnedRate(learned?.name ?? name)];
}

function bucketArguments(bucket: Bucket): number[] {
  const { name, perMinute, burst, reserve, reservesTurn, learned } = bucket;
  const ahead = reservesTurn === true ? MAX_AHEAD_MS : 0;
  const { perMinute: start, min, max } = learned ?? { perMinute: 0, min: 0, max: 0 };
  return [perMinute, burst, reserve, ahead, start, min, max, learned?.name === name ? 1 : 0];
}
