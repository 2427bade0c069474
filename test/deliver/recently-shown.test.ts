import { expect, it } from 'vitest';
import { createRecentlyShown } from '../../src/deliver/recently-shown.js';

const READING = { question: 'q1', text: 'is reading…' };

it('shows a status again once Slack is about to remove it', () => {
  let now = 0;
  const recentlyShown = createRecentlyShown(() => now);
  expect(recentlyShown.isDue('t1', READING)).toBe(true);
  now = 79_999;
  expect(recentlyShown.isDue('t1', READING)).toBe(false);
  now = 80_000;
  expect(recentlyShown.isDue('t1', READING)).toBe(true);
});

it('shows another text, another question, and what was cleared, at once', () => {
  const recentlyShown = createRecentlyShown(() => 0);
  recentlyShown.isDue('t1', READING);
  expect(recentlyShown.isDue('t2', READING)).toBe(true);
  expect(recentlyShown.isDue('t1', { ...READING, text: 'is writing…' })).toBe(true);
  expect(recentlyShown.isDue('t1', { question: 'q2', text: 'is writing…' })).toBe(true);
  recentlyShown.forget('t2');
  expect(recentlyShown.isDue('t2', READING)).toBe(true);
});
