import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BarPanel, barChart } from '../support/bar-chart.js';
import { WORKER_COUNTS } from './load/loads.js';
import { goalText, type machine, type Row } from './report.js';

/** What a full run writes into the documentation. */

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const MARKERS = /(<!-- bench:begin -->\n)[\s\S]*(<!-- bench:end -->)/;

type About = ReturnType<typeof machine> & { readonly seconds: number };

/** Writes the table of `docs/performance.md` and draws its picture. */
export function publish(rows: readonly Row[], about: About): void {
  const page = join(DOCS, 'performance.md');
  writeFileSync(page, withRows(readFileSync(page, 'utf8'), rows, about));
  writeFileSync(join(DOCS, 'images', 'bench.svg'), picture(rows));
}

/** The page with these rows between its markers. */
export function withRows(page: string, rows: readonly Row[], about: About): string {
  if (!MARKERS.test(page)) throw new Error('docs/performance.md has no markers to write between');
  const { date, node, cpus, cpu, load, seconds } = about;
  const minutes = Math.round(seconds / 60);
  const lines = [
    `${date.slice(0, 10)}, ${cpus} CPUs (${cpu}), Node ${node}, load ${load} before; took ${minutes} minutes.`,
    '',
    '![Bars: each figure of the app beside the common pattern, and the goal](images/bench.svg)',
    '',
    '| what | | goal | deepsearch-slack | common pattern |',
    '|---|---|---|---|---|',
    ...rows.filter(({ published }) => published).map(rowText),
  ];
  return page.replace(
    MARKERS,
    (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`,
  );
}

function rowText(row: Row): string {
  const { title, value, ours, pattern } = row;
  const cells = [
    title,
    value === 'all' ? '' : value,
    goalText(row) || '–',
    `${figureText(ours)}${row.pass === false ? ' (missed)' : ''}`,
    figureText(pattern),
  ];
  return `| ${cells.join(' | ')} |`;
}

function figureText(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en');
}

/** A group of bars: its label, the figure, and which value of it. */
type Part = readonly [label: string, figure: string, value: Row['value']];

interface PanelPlan {
  readonly title: string;
  readonly parts: readonly Part[];
  /** The common pattern has nothing like it. */
  readonly oursOnly?: true;
}

const PANELS: readonly PanelPlan[] = [
  {
    title: 'Slack’s limits on: answer shown after the service, ms',
    parts: [
      ['median', 'limits-on.shown', 'median'],
      ['95 %', 'limits-on.shown', 'p95'],
    ],
  },
  {
    title: 'limits off: answer shown after the service, ms',
    parts: [
      ['median', 'limits-off.shown', 'median'],
      ['95 %', 'limits-off.shown', 'p95'],
    ],
  },
  {
    title: 'reads of the service for each question',
    parts: [
      ['limits on', 'limits-on.reads', 'all'],
      ['limits off', 'limits-off.reads', 'all'],
    ],
  },
  {
    title: 'CPU for each question, ms',
    parts: [
      ['limits on', 'limits-on.cpu', 'all'],
      ['limits off', 'limits-off.cpu', 'all'],
    ],
  },
  {
    title: 'memory at most, MB',
    parts: [
      ['1,000', 'limits-off.memory', 'all'],
      ['5,000', 'many-open.memory', 'all'],
      ['10,000', 'most-open.memory', 'all'],
    ],
  },
  {
    title: 'acknowledgement under load, ms',
    parts: [
      ['median', 'limits-off.acks', 'median'],
      ['99 %', 'limits-off.acks', 'p99'],
    ],
  },
  {
    title: 'answers a second, by the number of workers',
    parts: WORKER_COUNTS.map((count) => [String(count), `workers-${count}.throughput`, 'all']),
    oursOnly: true,
  },
];

/** Bars of the most important rows. */
export function picture(rows: readonly Row[]): string {
  const panels: BarPanel[] = PANELS.map(({ title, parts, oursOnly }) => ({
    title,
    groups: parts.map(([label, figure, value]) => {
      const row = rows.find((it) => it.figure === figure && it.value === value);
      const ours = row?.ours ?? null;
      const values = oursOnly ? [ours] : [ours, row?.pattern ?? null];
      return { label, values, goal: row?.atMost };
    }),
  }));
  const title = 'Measured figures of the app beside the common pattern, and the goals';
  return barChart(panels, { title, series: ['deepsearch-slack', 'common pattern'] });
}
