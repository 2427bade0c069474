import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { READ_PRICE_MS } from '../../src/lifecycle/poll-schedule.js';
import { compareSchedules, comparisonTable, withTable } from './compare.js';
import type { Cost } from './simulate.js';
import { compareWatched, watchedTable } from './watched.js';

const comparisons = compareSchedules();
const watched = compareWatched();

const cost = ({ meanWaitMs, reads }: Cost) => meanWaitMs + READ_PRICE_MS * reads;

describe.each(comparisons)('$name', ({ name, fixed, learnt, share, optimal }) => {
  it('the learnt schedule costs less than a read every 2 s', () => {
    expect(cost(learnt)).toBeLessThan(cost(fixed));
  });

  // Most of the recorded questions have ended before POLL_MIN_MS, which bounds only the learnt schedule.
  const most = name.startsWith('recorded') ? 3 : 1.6;
  it(`the learnt schedule costs at most ${most} times as much as the optimum`, () => {
    expect(cost(learnt) / cost(optimal)).toBeLessThan(most);
  });

  it('the learnt schedule takes fewer reads than a tenth of the time so far', () => {
    expect(learnt.reads).toBeLessThan(share.reads);
  });
});

it('docs/polling.md shows these figures', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'polling.md'), 'utf8');
  expect(page).toBe(withTable(page, 'polling', comparisonTable(comparisons)));
  expect(page).toBe(withTable(page, 'watched', watchedTable(watched)));
});

it.each(watched)('with $count open questions, a list shows outcomes sooner than polls', (row) => {
  expect(row.watched.meanWaitMs).toBeLessThan(0.6 * row.polled.meanWaitMs);
});

it('from fifty open questions on, each takes at most three and a half reads', () => {
  for (const row of watched.filter(({ count }) => count >= 50)) {
    expect(row.watched.reads).toBeLessThan(3.5);
  }
});
