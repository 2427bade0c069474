import { cpus, loadavg } from 'node:os';
import type { Aim } from './aims.js';
import type { Figures } from './measures.js';

export interface Row extends Aim {
  /** Null where it was not measured or nothing ever came. */
  readonly ours: number | null;
  readonly pattern: number | null;
  /** Ours over the pattern's. */
  readonly ratio: number | null;
  /** Absent where the figure has no goal. */
  readonly pass?: boolean;
}

/** Both programs' figures against the aims; only what was measured. */
export function compare(
  aims: readonly Aim[],
  { ours, pattern }: { readonly ours: Figures; readonly pattern: Figures },
): Row[] {
  return aims
    .filter(({ figure }) => figure in ours)
    .map((aim) => {
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
  const at = { median: 0.5, p95: 0.95, p99: 0.99, most: 1, all: 1 }[value];
  const found = quantile(figures[figure] ?? [], at);
  return found === undefined || !Number.isFinite(found) ? null : Math.round(found * 10) / 10;
}

/** The smallest sample that the share `at` of all samples does not exceed. */
function quantile(samples: readonly number[], at: number): number | undefined {
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

/** "≤ 1,000"; empty if there is no goal. */
export function goalText({ atMost, atLeast }: Aim): string {
  if (atMost !== undefined) return `≤ ${atMost.toLocaleString('en')}`;
  return atLeast === undefined ? '' : `≥ ${atLeast.toLocaleString('en')}`;
}

function cellsOf(row: Row): string[] {
  const { title, value, ours, pattern, ratio, pass } = row;
  const verdictText = pass === undefined ? '' : pass ? 'pass' : 'MISS';
  return [
    title,
    value === 'all' ? '' : value,
    String(ours ?? 'none'),
    String(pattern ?? 'none'),
    String(ratio ?? '–'),
    goalText(row),
    verdictText,
  ];
}
