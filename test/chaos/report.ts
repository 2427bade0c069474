import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { AuditResult } from './audit.js';
import { seconds } from './figures.js';

/** The result of one scenario. Times in ms, from the end of the fault and the last question asked. */
export interface ReportRow extends AuditResult {
  readonly name: string;
  /** Until the bot next posted; absent if nothing was left to post. */
  readonly movedMs?: number;
  /** Until the last outcome was shown. */
  readonly endedMs: number;
  readonly note: string;
  readonly seed: number;
  /** What went wrong, as text. */
  readonly faults: readonly string[];
}

const HEADERS = [
  'fault',
  'asked',
  'not acknowledged',
  'lost',
  'duplicated',
  'visible at once',
  'left over',
  'duplicate conversations',
  'recovery time',
  'all done after',
  'note',
  'run',
];

/** A row as people read it, cell by cell. */
export function cellsOf(row: ReportRow): string[] {
  const counts = [
    row.asked,
    row.notAcknowledged,
    row.lost,
    row.duplicated,
    row.mostAtOnce,
    [...row.left, ...row.stray],
  ];
  return [
    row.name,
    ...[...counts, row.duplicateConversations].map((it) =>
      String(typeof it === 'number' ? it : it.length),
    ),
    seconds(row.movedMs),
    seconds(row.endedMs),
    row.note,
    `seed ${row.seed}, ${today()}`,
  ];
}

/** Which columns hold text. */
function isText(column: number): boolean {
  return column === 0 || column > HEADERS.indexOf('all done after');
}

/** The rows as a table for people. */
export function formatTable(rows: readonly ReportRow[]): string {
  const cells = [HEADERS, ...rows.map(cellsOf)];
  const widths = HEADERS.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const align = (cell: string, i: number) =>
    isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return cells.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** One line about the machine. */
export function machineInfo(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${memory} GB · Node ${process.version} · ${redis()}`;
}

/** "Redis 7.0.15", or the version of Valkey. */
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

/** What can be measured, in the order of the table. */
export type Catalogue = readonly { readonly name: string; readonly says: string }[];

/** Puts the rows, and what each means, into `docs/reliability.md`. */
export function writeReport(rows: readonly ReportRow[], catalogue: Catalogue): void {
  writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), rows, catalogue));
}

/**
 * The document with the rows between its markers, in the catalogue's order. Rows that were measured
 * before on the same machine stay.
 */
export function withRows(
  document: string,
  rows: readonly ReportRow[],
  catalogue: Catalogue,
): string {
  if (!MARKERS.test(document)) throw new Error(`${DOCUMENT} has no markers to write between`);
  const machine = machineInfo();
  const drawn = document.includes(`\n${machine}\n`) ? rowsIn(document) : new Map<string, string>();
  for (const row of rows) drawn.set(row.name, drawnRow(cellsOf(row)));
  const listed = catalogue.filter(({ name }) => drawn.has(name));
  const lines = [
    machineInfo(),
    '',
    drawnRow(HEADERS),
    drawnRow(HEADERS.map((_, i) => (isText(i) ? ':--' : '--:'))),
    ...listed.map(({ name }) => drawn.get(name) ?? ''),
    '',
    ...listed.map(({ name, says }) => `- **${name}**: ${says}`),
    '',
  ];
  return document.replace(
    MARKERS,
    (_all, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n${end}`,
  );
}

function drawnRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The rows of the document, by name. */
function rowsIn(document: string): Map<string, string> {
  const lines = (document.match(MARKERS)?.[0] ?? '').match(/^\| .*\|$/gm) ?? [];
  return new Map(lines.slice(2).map((line) => [line.split('|')[1]?.trim() ?? '', line]));
}
