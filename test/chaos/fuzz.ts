import { setImmediate as turn } from 'node:timers/promises';
import { threadTimeMs } from '../support/thread-time.js';
import { FUZZ_TARGETS, type FuzzTarget } from './fuzz-targets.js';
import { createRandom } from './random.js';
import { sendMalformedRequests } from './send-malformed-requests.js';

export interface FuzzOptions {
  /** How many malformed payloads to give to pure code. */
  readonly payloads: number;
  /** How many malformed requests to send to the running programs. */
  readonly requests: number;
  /** The same seed makes the same payloads. */
  readonly seed: number;
  /** Called with the progress. */
  readonly report?: (line: string) => void;
}

export interface FuzzResult {
  readonly payloads: number;
  readonly requests: number;
  /** A line for each problem: where, what, and with which payload. */
  readonly flaws: readonly string[];
  /** The longest that one payload or request took. */
  readonly slowestMs: number;
}

/** Longer counts as hanging; most payloads take less than a millisecond. */
const LONGEST_MS = 20_000;

/** Feeds every target with malformed input. Requests need git, Redis and the built bot. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const flaws: string[] = [];
  const onUnhandled = (error: unknown) => void flaws.push(`unhandled: ${String(error)}`);
  process.on('unhandledRejection', onUnhandled);
  try {
    const pure = await feed(options, flaws);
    const requests =
      options.requests > 0 ? await sendMalformedRequests(options) : { flaws: [], slowestMs: 0 };
    return {
      payloads: options.payloads,
      requests: options.requests,
      flaws: [...flaws, ...requests.flaws],
      slowestMs: Math.round(Math.max(pure, requests.slowestMs)),
    };
  } finally {
    process.off('unhandledRejection', onUnhandled);
  }
}

/** Gives the longest that one took, ms. */
async function feed({ payloads, seed, report }: FuzzOptions, flaws: string[]): Promise<number> {
  const random = createRandom(seed);
  let slowestMs = 0;
  for (let fed = 0; fed < payloads; fed += 1) {
    const target = FUZZ_TARGETS[fed % FUZZ_TARGETS.length] ?? FUZZ_TARGETS[0];
    const payload = target.make(random);
    const { ms, flaw } = timed(target, payload);
    slowestMs = Math.max(slowestMs, ms);
    if (flaw !== undefined) flaws.push(`${target.name}: ${flaw}: ${clipped(payload)}`);
    if (fed % 10_000 === 9_999) report?.(`${fed + 1} payloads, ${flaws.length} flaws`);
    // Lets unhandled rejections surface.
    if (fed % 1_000 === 0) await turn();
  }
  return slowestMs;
}

function timed(target: FuzzTarget, payload: unknown): { ms: number; flaw?: string } {
  const startedAt = threadTimeMs();
  const flaw = thrownBy(() => target.run(payload));
  const ms = threadTimeMs() - startedAt;
  if (flaw !== undefined) return { ms, flaw };
  return ms > LONGEST_MS ? { ms, flaw: `took ${Math.round(ms)} ms` } : { ms };
}

function thrownBy(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function clipped(payload: unknown): string {
  const text = JSON.stringify(payload);
  return text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length})` : text;
}
