import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createRandom } from '../chaos/random.js';

/** How long the questions of one team take, ms, in the order in which they are asked. */
export interface DurationSet {
  readonly name: string;
  readonly durations: readonly number[];
  /** Other durations of the same distribution: all that the optimal schedule knows. */
  readonly sample: readonly number[];
}

const COUNT = 3_000;
const SAMPLE_COUNT = 30_000;

/** The durations that the schedules are compared over; the same at each call. */
export function durationSets(): readonly DurationSet[] {
  return [
    set('similar questions', ({ logNormal }) => logNormal(20_000, 0.6)),
    set('very different questions', ({ logNormal }) => logNormal(20_000, 1.2)),
    set('quick or deep', ({ chance, logNormal }) =>
      chance() < 0.6 ? logNormal(4_000, 0.3) : logNormal(60_000, 0.4),
    ),
    set('anything from 5 to 60 s', ({ chance }) => 5_000 + 55_000 * chance()),
    set('always about 30 s', ({ logNormal }) => logNormal(30_000, 0.1)),
    set('no memory, 30 s on average', ({ chance }) => -30_000 * Math.log(1 - chance())),
    set('an instance that becomes slow', ({ logNormal }, progress) =>
      logNormal(progress < 0.5 ? 8_000 : 80_000, 0.4),
    ),
    recorded(),
  ];
}

const Recording = z.object({ durations: z.array(z.number()) });

/** How long the local service took on a busy machine; `record.ts` has written the file. */
function recorded(): DurationSet {
  const file = readFileSync(join(import.meta.dirname, 'recorded-durations.json'), 'utf8');
  const { durations } = Recording.parse(JSON.parse(file));
  return { name: 'recorded: a busy local service', durations, sample: durations };
}

interface Random {
  /** From 0 up to, not including, 1. */
  chance(): number;
  logNormal(median: number, sigma: number): number;
}

function set(name: string, draw: (random: Random, progress: number) => number): DurationSet {
  const drawAll = (seed: number, count: number) => {
    const random = randomOf(seed);
    return Array.from({ length: count }, (_, index) => draw(random, index / count));
  };
  return { name, durations: drawAll(1, COUNT), sample: drawAll(2, SAMPLE_COUNT) };
}

function randomOf(seed: number): Random {
  const { next: chance } = createRandom(seed);
  return {
    chance,
    // Box and Muller's transform makes two uniform numbers a normal one.
    logNormal: (median, sigma) =>
      median *
      Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())),
  };
}
