import type { Load } from './run-load.js';

/** `full` is what is published; `short` is the same with fewer and shorter questions. */
export type Size = 'short' | 'full';

/** How many questions are open while some of them are cancelled. */
export const OPEN_QUESTIONS: Readonly<Record<Size, number>> = { short: 100, full: 2_000 };

type Sizes = Readonly<Record<Size, Load>>;

/** Slack enforces its limits, and the bot its own budgets, so as not to be refused. */
export const LIMITS_ON: Sizes = {
  full: {
    slack: 'limited',
    budgets: 'on',
    channels: 40,
    questions: 200,
    withinMs: 6_000,
    workMs: [5_000, 60_000],
    limitMs: 300_000,
    settleMs: 60_000,
  },
  // As many as Slack takes updates within a minute, so that it is soon over.
  short: {
    slack: 'limited',
    budgets: 'on',
    channels: 10,
    questions: 55,
    withinMs: 3_000,
    workMs: [4_000, 12_000],
    limitMs: 60_000,
    settleMs: 5_000,
  },
};

/** Nothing but the program and the machine limits it. */
export const LIMITS_OFF: Sizes = {
  full: {
    slack: 'unlimited',
    budgets: 'lifted',
    channels: 40,
    questions: 1_000,
    withinMs: 10_000,
    workMs: [5_000, 30_000],
    limitMs: 120_000,
    settleMs: 10_000,
  },
  short: {
    slack: 'unlimited',
    budgets: 'lifted',
    channels: 20,
    questions: 150,
    withinMs: 3_000,
    workMs: [3_000, 9_000],
    limitMs: 30_000,
    settleMs: 5_000,
  },
};

/** The same while the bot holds to its own budgets, until everything is created. */
export const OWN_BUDGETS: Sizes = {
  full: { ...LIMITS_OFF.full, budgets: 'on', until: 'created', limitMs: 90_000 },
  short: { ...LIMITS_OFF.short, budgets: 'on', until: 'created', limitMs: 15_000 },
};

/** Questions that are asked and answered at about the same time. */
export const BURST: Sizes = {
  full: {
    slack: 'limited',
    budgets: 'on',
    channels: 10,
    questions: 30,
    withinMs: 1_000,
    workMs: [5_000, 6_000],
    limitMs: 60_000,
    settleMs: 60_000,
  },
  short: {
    slack: 'limited',
    budgets: 'on',
    channels: 10,
    questions: 30,
    withinMs: 1_000,
    workMs: [3_000, 4_000],
    limitMs: 20_000,
    settleMs: 45_000,
  },
};

/** Many questions in flight at once. */
export const MANY_OPEN: Sizes = {
  full: {
    slack: 'unlimited',
    budgets: 'lifted',
    channels: 100,
    questions: 5_000,
    withinMs: 60_000,
    workMs: [30_000, 60_000],
    limitMs: 240_000,
    settleMs: 10_000,
  },
  short: {
    slack: 'unlimited',
    budgets: 'lifted',
    channels: 20,
    questions: 200,
    withinMs: 4_000,
    workMs: [6_000, 10_000],
    limitMs: 40_000,
    settleMs: 5_000,
  },
};

/** The full size only. */
export const MOST_OPEN: Load = {
  slack: 'unlimited',
  budgets: 'lifted',
  channels: 100,
  questions: 10_000,
  withinMs: 120_000,
  workMs: [60_000, 120_000],
  limitMs: 420_000,
  settleMs: 10_000,
};

/** What one question costs Redis. */
export const REDIS: Sizes = {
  full: {
    slack: 'unlimited',
    budgets: 'on',
    channels: 40,
    questions: 100,
    withinMs: 10_000,
    workMs: [5_000, 15_000],
    limitMs: 60_000,
    settleMs: 20_000,
  },
  short: {
    slack: 'unlimited',
    budgets: 'on',
    channels: 20,
    questions: 30,
    withinMs: 3_000,
    workMs: [3_000, 6_000],
    limitMs: 20_000,
    settleMs: 5_000,
  },
};

export const WORKER_COUNTS = [1, 2, 4, 8] as const;

/** More than the processes can take at once: the full size only. */
export function severalWorkers(workers: number): Load {
  return {
    slack: 'unlimited',
    budgets: 'lifted',
    channels: 100,
    workers,
    questions: 1_000,
    withinMs: 5_000,
    workMs: [500, 1_500],
    limitMs: 240_000,
    settleMs: 5_000,
  };
}
