import { READ_PRICE_MS } from '../../src/lifecycle/poll-schedule.js';
import type { PollInterval } from '../../src/lifecycle/schedule.js';
import { lineChart, type Panel } from '../support/line-chart.js';
import { type DurationSet, durationSets } from './durations.js';
import {
  type Cost,
  everySoOften,
  inProportion,
  learning,
  optimalFor,
  type Schedule,
  simulate,
} from './simulate.js';

type ScheduleFor = (seen: readonly number[]) => Schedule;

/** The defaults of POLL_MIN_MS and POLL_MAX_MS. */
const DEFAULT_INTERVAL: PollInterval = { minMs: 1_000, maxMs: 5_000 };
/** No practical bounds: the lines of the chart show the schedules themselves. */
const FREE_INTERVAL: PollInterval = { minMs: 100, maxMs: 600_000 };

const FIXED_MS = [500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000];
const SHARES = [0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.8];
const PRICES_MS = [15, 25, 50, 75, 100, 150, 200, 400, 800, 1_600, 3_200];

/** Means over all questions of a set, with the app's default bounds. */
export interface Comparison {
  readonly name: string;
  readonly fixed: Cost;
  readonly share: Cost;
  readonly learnt: Cost;
  readonly optimal: Cost;
}

export function compareSchedules(): Comparison[] {
  return durationSets().map(({ name, durations, sample }) => ({
    name,
    fixed: simulate(durations, everySoOften(2_000)),
    share: simulate(durations, inProportion(0.1, DEFAULT_INTERVAL)),
    learnt: simulate(durations, learning(DEFAULT_INTERVAL)),
    optimal: simulate(durations, optimalFor(sample, READ_PRICE_MS)),
  }));
}

/** The table of `docs/polling.md`, in Markdown. */
export function comparisonTable(rows: readonly Comparison[]): string {
  const head = [
    '| questions | every 2 s | a tenth of the time so far | learnt | optimum |',
    '|---|---|---|---|---|',
  ];
  const cells = rows.map(
    ({ name, fixed, share, learnt, optimal }) =>
      `| ${name} | ${cellOf(fixed)} | ${cellOf(share)} | ${cellOf(learnt)} | ${cellOf(optimal)} |`,
  );
  return [...head, ...cells].join('\n');
}

/** The chart of `docs/polling.svg`: how long outcomes wait, against the reads that it takes. */
export function comparisonChart(): string {
  return lineChart(durationSets().map(panelOf), {
    title: 'Mean wait until an outcome is seen, against reads of the instance for each question',
    x: { label: 'reads for each question', max: 25, step: 5 },
    y: { label: 'mean wait, s', max: 4, step: 1 },
  });
}

function panelOf({ name, durations, sample }: DurationSet): Panel {
  const line = (
    label: string,
    values: readonly number[],
    schedule: (value: number) => ScheduleFor,
  ) => ({
    name: label,
    points: values.map((value) => pointOf(simulate(durations, schedule(value)))),
  });
  return {
    title: name,
    lines: [
      line('fixed interval', FIXED_MS, everySoOften),
      line('share of the time so far', SHARES, (share) =>
        inProportion(share, { minMs: 1_000, maxMs: FREE_INTERVAL.maxMs }),
      ),
      line('learnt', PRICES_MS, (price) => learning(FREE_INTERVAL, price)),
      { ...line('optimum', PRICES_MS, (price) => optimalFor(sample, price)), dashed: true },
    ],
  };
}

function pointOf({ reads, meanWaitMs }: Cost) {
  return [reads, meanWaitMs / 1000] as const;
}

function cellOf({ meanWaitMs, reads }: Cost): string {
  return `${(meanWaitMs / 1000).toFixed(1)} s, ${reads.toFixed(1)} reads`;
}

/** The page with this table between the markers of that name. */
export function withTable(page: string, name: 'polling' | 'watched', table: string): string {
  const markers = new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*(<!-- ${name}:end -->)`);
  if (!markers.test(page)) throw new Error(`docs/polling.md has no markers of ${name}`);
  return page.replace(markers, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}
