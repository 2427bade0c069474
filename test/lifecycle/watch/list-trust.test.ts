import { expect, it } from 'vitest';
import {
  afterMistake,
  afterShown,
  isProven,
  serves,
  UNTRIED,
} from '../../../src/lifecycle/watch/list-trust.js';

const NOW = 1_700_000_000_000;

it('a list is trusted until it makes a mistake, and again once it has shown five outcomes in time', () => {
  expect(serves(UNTRIED)).toBe(true);
  const mistaken = afterMistake(afterShown(UNTRIED, 30), NOW, 0);
  expect(serves(mistaken)).toBe(false);
  expect(serves(afterShown(mistaken, 4))).toBe(false);
  expect(serves(afterShown(mistaken, 5))).toBe(true);
});

it('the pauses after mistakes double, up to an hour', () => {
  const pauses: number[] = [];
  let trust = UNTRIED;
  for (let i = 0; i < 9; i++) {
    trust = afterMistake(trust, NOW, 0.999999);
    pauses.push(Math.round((trust.pausedUntil - NOW) / 1000));
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
});

it('a list is proven after twenty outcomes, and its mistakes are forgotten after five hundred', () => {
  expect(isProven(afterShown(UNTRIED, 19))).toBe(false);
  expect(isProven(afterShown(UNTRIED, 20))).toBe(true);
  const mistaken = afterMistake(UNTRIED, NOW, 0);
  expect(afterShown(mistaken, 499).mistakes).toBe(1);
  expect(afterShown(mistaken, 500).mistakes).toBe(0);
});
