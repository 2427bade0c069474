import type { Figures } from '../measures.js';
import type { Program } from '../programs.js';
import {
  BURST,
  LIMITS_OFF,
  LIMITS_ON,
  MANY_OPEN,
  MOST_OPEN,
  OWN_BUDGETS,
  REDIS,
  type Size,
  severalWorkers,
  WORKER_COUNTS,
} from './loads.js';
import { type Load, type LoadResult, runLoad } from './run-load.js';

/** How questions fare under each load. Times in ms. */

export async function limitsOn(program: Program, size: Size): Promise<Figures> {
  return figuresOf('limits-on', LIMITS_ON[size], await runLoad(program, LIMITS_ON[size]));
}

export async function limitsOff(program: Program, size: Size): Promise<Figures> {
  return figuresOf('limits-off', LIMITS_OFF[size], await runLoad(program, LIMITS_OFF[size]));
}

/** The common pattern has no budgets of its own, and waits for none. */
export async function ownBudgets(program: Program, size: Size): Promise<Figures> {
  const { created } = await runLoad(program, OWN_BUDGETS[size]);
  return { 'own-budgets.created': created };
}

export async function cancelLeft(program: Program, size: Size): Promise<Figures> {
  const result = await runLoad(program, BURST[size]);
  return { 'cancel-left': result.cancelLeft, ...outcomes('cancel-left', result) };
}

export async function manyOpen(program: Program, size: Size): Promise<Figures> {
  return figuresOf('many-open', MANY_OPEN[size], await runLoad(program, MANY_OPEN[size]));
}

export async function mostOpen(program: Program): Promise<Figures> {
  return figuresOf('most-open', MOST_OPEN, await runLoad(program, MOST_OPEN));
}

export async function redisCosts(program: Program, size: Size): Promise<Figures> {
  const { questions } = REDIS[size];
  const { redis } = await runLoad(program, REDIS[size]);
  return {
    'redis.commands': [redis.commands / questions],
    'redis.network': [redis.networkBytes / questions / 1e3],
    'redis.memory': [redis.memoryBytes / questions / 1e3],
    'redis.keys': [redis.keys / questions],
  };
}

export async function workers(program: Program): Promise<Figures> {
  const figures: Record<string, readonly number[]> = {};
  for (const count of WORKER_COUNTS) {
    const load = severalWorkers(count);
    const result = await runLoad(program, load);
    const name = `workers-${count}`;
    figures[`${name}.shown`] = result.shown;
    figures[`${name}.throughput`] = [(load.questions * 1_000) / result.tookMs];
    Object.assign(figures, outcomes(name, result));
  }
  return figures;
}

function figuresOf(name: string, load: Load, result: LoadResult): Figures {
  return {
    [`${name}.shown`]: result.shown,
    [`${name}.acks`]: result.acks,
    [`${name}.reads`]: [result.reads / load.questions],
    [`${name}.cpu`]: known(result.cpuMs),
    [`${name}.memory`]: known(result.peakMemoryMb),
    [`${name}.open`]: [result.mostOpen],
    [`${name}.refusals`]: [result.refusals],
    ...outcomes(name, result),
  };
}

function outcomes(name: string, { lost, twice }: LoadResult): Figures {
  return { [`${name}.lost`]: [lost], [`${name}.twice`]: [twice] };
}

function known(value: number | undefined): readonly number[] {
  return value === undefined ? [] : [value];
}
