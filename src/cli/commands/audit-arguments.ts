import { parseArgs } from 'node:util';
import { AuditPoint } from '../../model/audit.js';
import { FLAG, HELP, TEXT } from './options.js';
import { type UsageError, wrongUsage } from './usage-error.js';

export interface AuditCommand {
  readonly kind: 'audit';
  readonly action: 'export' | 'verify';
  /** What to verify: a file, or `-` for standard input; absent: the trail in Redis. */
  readonly file?: string;
  /** ms since the epoch; `to` is not included. */
  readonly from?: number;
  readonly to?: number;
  readonly witness?: AuditPoint;
  readonly json: boolean;
  readonly envFile?: string;
}

export const AUDIT_USAGE = `Usage: deepsearch-slack audit export [--from TIME] [--to TIME] [--env-file FILE]
       deepsearch-slack audit verify [FILE] [--witness NUMBER:HASH] [--json] [--env-file FILE]

export prints the audit trail as JSON Lines: a header, and an entry on each line. verify checks that
no entry was changed, removed, added or moved, and names the first one that is wrong; it exits with
1 if there is one, or if the file is not a trail. docs/audit.md says what it cannot find.

  FILE              an export, or what AUDIT_FILE has collected; "-": standard input; default: the
                    trail in Redis
  --from, --to      an ISO 8601 date or time, such as 2026-01-31 or 2026-01-31T12:00:00Z; without a
                    time zone it is UTC; --to is not included
  --witness N:HASH  an end of the trail that was noted before, such as from the log: the trail must
                    still have that entry
  --json            prints {"ok", "entries", "first", "last", "repeated", "incomplete", "problem"}
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseAudit(args: readonly string[]): AuditCommand | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...HELP,
      json: FLAG,
      from: TEXT,
      to: TEXT,
      witness: TEXT,
      'env-file': TEXT,
    },
  });
  if (values.help) return 'help';
  const [action, file, ...more] = positionals;
  const { from, to, witness, 'env-file': envFile } = values;
  if (action !== 'export' && action !== 'verify') throw wrong('say "export" or "verify"');
  const isExport = action === 'export';
  if (more.length > 0 || (isExport && file !== undefined)) throw wrong('too many arguments');
  if (isExport && (witness !== undefined || values.json)) throw wrong('only for "verify"');
  if (!isExport && (from ?? to) !== undefined) throw wrong('--from and --to are only for "export"');
  return {
    kind: 'audit',
    action,
    json: values.json ?? false,
    ...(file === undefined ? {} : { file }),
    ...(from === undefined ? {} : { from: timeOf('--from', from) }),
    ...(to === undefined ? {} : { to: timeOf('--to', to) }),
    ...(witness === undefined ? {} : { witness: pointOf(witness) }),
    ...(envFile === undefined ? {} : { envFile }),
  };
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function timeOf(name: string, text: string): number {
  const hasZone = !text.includes('T') || /(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = TIME.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) throw wrong(`${name} must be a date or time, such as 2026-01-31`);
  return time;
}

function pointOf(text: string): AuditPoint {
  const [sequence, hash] = text.split(':');
  const point = AuditPoint.safeParse({ sequence: Number(sequence), hash });
  if (!point.success) throw wrong('--witness must be NUMBER:HASH');
  return point.data;
}

function wrong(what: string): UsageError {
  return wrongUsage(what, AUDIT_USAGE);
}
