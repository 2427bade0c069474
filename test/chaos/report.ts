import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Verdict } from './audit.js';
import { seconds } from './figures.js';

/** What came of one kind of trouble. Times in ms, from when it was over and the last thing asked. */
export interface Row extends Verdict {
  readonly name: string;
  /** What was done, and what the note means. */
  readonly says: string;
  /** Until the bot spoke again; absent where nothing was left to say. */
  readonly movedMs?: number;
  /** Until the last ending stood. */
  readonly endedMs: number;
  readonly note: string;
  /** What broke the promise, in words. */
  readonly faults: readonly string[];
}

const HEADERS = [
  'trouble',
  'asked',
  'not taken',
  'lost',
  'doubled',
  'left',
  'twins',
  'moves after',
  'all ended after',
  'note',
];

/** A row as people read it, cell by cell. */
export function cellsOf(row: Row): string[] {
  const counts = [row.asked, row.unheard, row.lost, row.doubled, [...row.left, ...row.stray]];
  return [
    row.name,
    ...[...counts, row.twins].map((it) => String(typeof it === 'number' ? it : it.length)),
    ...[seconds(row.movedMs), seconds(row.endedMs), row.note],
  ];
}

/** The rows as a table for people. */
export function table(rows: readonly Row[]): string {
  const cells = [HEADERS, ...rows.map(cellsOf)];
  const widths = HEADERS.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const last = HEADERS.length - 1;
  const align = (cell: string, i: number) =>
    i === 0 || i === last ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return cells.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}

/** One line about the day and the machine. */
export function about(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores, ${memory} GB`;
  return `${new Date().toISOString().slice(0, 10)} · ${machine} · Node ${process.version} · ${redis()}`;
}

/** "Redis 7.0.15", or what else speaks its protocol. */
function redis(): string {
  for (const program of ['redis-server', 'valkey-server']) {
    try {
      const says = execFileSync(program, ['--version'], { encoding: 'utf8' });
      return `${says.split(' ')[0]} ${says.match(/v=(\S+)/)?.[1] ?? 'of unknown version'}`;
    } catch {
      // The other one.
    }
  }
  return 'no Redis';
}

const DOCUMENT = join(dirname(dirname(import.meta.dirname)), 'docs', 'reliability.md');
const MARKERS = /(<!-- chaos:begin -->\n)[\s\S]*(<!-- chaos:end -->)/;

/** Puts the rows, and what each means, between the markers of `docs/reliability.md`. */
export function write(rows: readonly Row[], command: string): void {
  const lines = [
    HEADERS,
    HEADERS.map((_, i) => (i === 0 || i === HEADERS.length - 1 ? ':--' : '--:')),
    ...rows.map(cellsOf),
  ];
  const drawn = lines.map((cells) => `| ${cells.join(' | ')} |`);
  const meanings = rows.map(({ name, says }) => `- **${name}**: ${says}`);
  const text = [`${about()} · \`${command}\``, ...['', ...drawn], ...['', ...meanings], ''];
  const document = readFileSync(DOCUMENT, 'utf8');
  if (!MARKERS.test(document)) throw new Error(`${DOCUMENT} has no markers to write between`);
  const replaced = (_all: string, begin: string, end: string) =>
    `${begin}\n${text.join('\n')}\n${end}`;
  writeFileSync(DOCUMENT, document.replace(MARKERS, replaced));
}
