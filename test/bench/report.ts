import { cpus, loadavg } from 'node:os';
import type { Figures } from './measures.js';

type Value = 'median' | 'p95' | 'p99' | 'most';

/** What is reported: which value of which samples, and what we want of ours. */
interface Aim {
  readonly title: string;
  readonly figure: string;
  readonly value: Value;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Row extends Aim {
  /** Null where it was not measured or nothing ever came. */
  readonly ours: number | null;
  readonly pattern: number | null;
  /** Ours over the pattern's. */
  readonly ratio: number | null;
  /** Absent where the figure has no goal. */
  readonly pass?: boolean;
}

function ack(of: string): Aim[] {
  const aim = { title: `ack of ${of}`, figure: `ack.${of.split(' ').at(-1)}` };
  return [
    { ...aim, value: 'median', atMost: 50 },
    { ...aim, value: 'p95' },
    { ...aim, value: 'p99' },
  ];
}

/** Times in ms. */
const AIMS: readonly Aim[] = [
  { title: 'ready: from spawn to the first ack', figure: 'ready', value: 'median', atMost: 2_000 },
  ...ack('an event'),
  ...ack('an event, one mention alone'),
  ...ack('a command'),
  ...ack('a click'),
  { title: 'status message, 10 questions', figure: 'status.calm', value: 'median', atMost: 1_000 },
  { title: 'status message, 10 questions', figure: 'status.calm', value: 'p95', atMost: 1_000 },
  { title: 'status message, 50 at once', figure: 'status.burst', value: 'median', atMost: 1_000 },
  { title: 'status message, 50 at once', figure: 'status.burst', value: 'p95', atMost: 1_000 },
  { title: 'answer after the service', figure: 'ending', value: 'median', atMost: 1_500 },
  { title: 'answer after the service', figure: 'ending', value: 'most', atMost: 1_500 },
  { title: 'reads of a 10 s question', figure: 'reads', value: 'most', atMost: 12 },
  { title: 'cancel heard, 2,000 open', figure: 'stop', value: 'median', atMost: 1_000 },
  { title: 'cancel heard, 2,000 open', figure: 'stop', value: 'most', atMost: 1_000 },
  { title: 'answers of 10 after a kill', figure: 'kill.answers', value: 'most', atLeast: 10 },
  { title: 'last answer after the kill', figure: 'kill.after', value: 'most' },
  {
    title: 'answer of 100 kB, prose and code',
    figure: 'render.prose',
    value: 'median',
    atMost: 20,
  },
  {
    title: 'answer of 100 kB, tables and code',
    figure: 'render.tables',
    value: 'median',
    atMost: 20,
  },
];

/** Both programs' figures against the aims; only what was measured. */
export function compare(ours: Figures, pattern: Figures): Row[] {
  return AIMS.filter(({ figure }) => figure in ours).map((aim) => {
    const [mine, theirs] = [pick(aim, ours), pick(aim, pattern)];
    const both = mine !== null && theirs !== null && theirs > 0;
    const ratio = both ? Math.round((mine / theirs) * 100) / 100 : null;
    return { ...aim, ours: mine, pattern: theirs, ratio, ...verdict(aim, mine) };
  });
}

function verdict({ atMost, atLeast }: Aim, value: number | null): { pass?: boolean } {
  if (atMost !== undefined) return { pass: value !== null && value <= atMost };
  return atLeast === undefined ? {} : { pass: value !== null && value >= atLeast };
}

function pick({ figure, value }: Aim, figures: Figures): number | null {
  const at = { median: 0.5, p95: 0.95, p99: 0.99, most: 1 }[value];
  const found = quantile(figures[figure] ?? [], at);
  return found === undefined || !Number.isFinite(found) ? null : Math.round(found * 10) / 10;
}

/** The smallest sample that the share `at` of all samples does not exceed. */
export function quantile(samples: readonly number[], at: number): number | undefined {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * at) - 1)];
}

export function machine() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpus: cpus().length,
    cpu: cpu?.model ?? 'unknown',
    /** Programs that wanted a CPU in the last minute: more than there are makes all figures worse. */
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

const HEADERS = ['', '', 'ours', 'common pattern', 'ratio', 'goal', ''];

/** The rows as a table for people. */
export function table(rows: readonly Row[]): string {
  const cells = [HEADERS, ...rows.map(cellsOf)];
  const widths = HEADERS.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const align = (cell: string, i: number) => {
    const width = widths[i] ?? 0;
    return i < 2 || i === HEADERS.length - 1 ? cell.padEnd(width) : cell.padStart(width);
  };
  return cells.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}

function cellsOf({ title, value, ours, pattern, ratio, pass, ...aim }: Row): string[] {
  const goal = aim.atMost === undefined ? aim.atLeast : aim.atMost;
  const sign = aim.atMost === undefined ? '≥' : '≤';
  const verdictText = pass === undefined ? '' : pass ? 'pass' : 'MISS';
  return [
    title,
    value,
    String(ours ?? 'none'),
    String(pattern ?? 'none'),
    String(ratio ?? '–'),
    goal === undefined ? '' : `${sign} ${goal}`,
    verdictText,
  ];
}
