import { type Backoff, backoffMs } from '../../backoff.js';
import type { ListTrust } from '../../store/watched-conversations.js';

/** An instance of which nothing is known: its list is tried. */
export const UNTRIED: ListTrust = { mistakes: 0, pausedUntil: 0, shown: 0 };

/** After a mistake, a list counts again once it has shown this many outcomes in time … */
const REGAINED = 5;
/** … and after this many, its mistakes are forgotten. */
const FORGIVEN = 500;
/** It has shown what it can do. */
const PROVEN = 20;

const PAUSE: Backoff = { firstMs: 30_000, maxMs: 3_600_000, jitter: 0.2 };

/** Whether questions are left to the list. Otherwise it is only compared with what reads find. */
export function serves({ mistakes, shown }: ListTrust): boolean {
  return mistakes === 0 || shown >= REGAINED;
}

export function isProven({ shown }: ListTrust): boolean {
  return shown >= PROVEN;
}

/** It has shown `count` more outcomes in time. */
export function afterShown(trust: ListTrust, count: number): ListTrust {
  const shown = trust.shown + count;
  return { ...trust, shown, mistakes: shown >= FORGIVEN ? 0 : trust.mistakes };
}

/** It did not tell of an outcome: it is not read for a time that doubles. `random`: 0 up to 1. */
export function afterMistake(trust: ListTrust, now: number, random: number): ListTrust {
  const mistakes = trust.mistakes + 1;
  return { mistakes, pausedUntil: now + backoffMs(PAUSE, mistakes, random), shown: 0 };
}
