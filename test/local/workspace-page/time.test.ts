import { expect, it } from 'vitest';
import { slackDate } from '../../../local/workspace/page/client/text/time.js';

const NOON = new Date(2026, 2, 10, 12).getTime();
const hours = (n: number) => NOON + n * 3_600_000;

it.each([
  [hours(-37), 'Mar 8, 2026'],
  [hours(-13), 'Yesterday'],
  [hours(-12), 'Today'],
  [hours(11), 'Today'],
  [hours(12), 'Tomorrow'],
  [hours(36), 'Mar 12, 2026'],
])('a day near today is called as Slack calls it: %s', (at, expected) => {
  expect(slackDate('{date_short_pretty}', at, NOON)).toBe(expected);
});
