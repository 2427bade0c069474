import { setImmediate as turn } from 'node:timers/promises';
import { DOORS, type Door } from './doors.js';
import { createRandom } from './random.js';
import { knock } from './requests.js';

export interface FuzzOptions {
  /** Flawed payloads to what decides without a far side. */
  readonly payloads: number;
  /** Flawed requests to the running programs. */
  readonly requests: number;
  /** The same seed makes the same payloads. */
  readonly seed: number;
  /** Hears how far it is. */
  readonly report?: (line: string) => void;
}

export interface FuzzResult {
  readonly payloads: number;
  readonly requests: number;
  /** A line for each thing that should not have happened: where, what, and with which payload. */
  readonly flaws: readonly string[];
  /** The longest that one payload or request took. */
  readonly slowestMs: number;
}

/** A hang, on the slowest of machines: most payloads take less than a millisecond. */
const LONGEST_MS = 20_000;

/** Feeds every door with what nobody should send. Needs git, Redis and the built bot for requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const flaws: string[] = [];
  const stray = (error: unknown) => void flaws.push(`unhandled: ${String(error)}`);
  process.on('unhandledRejection', stray);
  try {
    const pure = await feed(options, flaws);
    const knocked = options.requests > 0 ? await knock(options) : { flaws: [], slowestMs: 0 };
    return {
      payloads: options.payloads,
      requests: options.requests,
      flaws: [...flaws, ...knocked.flaws],
      slowestMs: Math.round(Math.max(pure, knocked.slowestMs)),
    };
  } finally {
    process.off('unhandledRejection', stray);
  }
}

/** Gives the longest that one took, ms. */
async function feed({ payloads, seed, report }: FuzzOptions, flaws: string[]): Promise<number> {
  const random = createRandom(seed);
  let slowestMs = 0;
  for (let fed = 0; fed < payloads; fed += 1) {
    const door = DOORS[fed % DOORS.length] ?? DOORS[0];
    const payload = door.make(random);
    const { ms, flaw } = timed(door, payload);
    slowestMs = Math.max(slowestMs, ms);
    if (flaw !== undefined) flaws.push(`${door.name}: ${flaw}: ${clipped(payload)}`);
    if (fed % 10_000 === 9_999) report?.(`${fed + 1} payloads, ${flaws.length} flaws`);
    // What was left unhandled is heard of in between.
    if (fed % 1_000 === 0) await turn();
  }
  return slowestMs;
}

function timed(door: Door, payload: unknown): { ms: number; flaw?: string } {
  const startedAt = performance.now();
  const flaw = thrownBy(() => door.enter(payload));
  const ms = performance.now() - startedAt;
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
