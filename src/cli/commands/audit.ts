import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { exportTrail } from '../../audit/export.js';
import { type TrailProblem, TrailVerifier, type Verified } from '../../audit/verify.js';
import { createLogger } from '../../log.js';
import { DeepSearchSlackError } from '../../model/error.js';
import { type AuditStore, createAuditStore } from '../../store/audit.js';
import { closeRedis, connectRedis, whenReady } from '../../store/connection.js';
import type { AuditCommand } from './audit-arguments.js';
import { cannotReadRedis } from './redis-outage.js';
import { type Env, loadEnv, readSettings } from './settings.js';

class AuditError extends DeepSearchSlackError {
  readonly code = 'audit';
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Exports the audit trail, or checks it. Throws if Redis or the file cannot be read. */
export async function audit(
  command: AuditCommand,
  env: Env,
  write: (text: string) => Promise<void>,
): Promise<{ text: string; code: number }> {
  if (command.action === 'export') {
    await withTrail(command, env, (trail) => exportTo(write, trail, command));
    return { text: '', code: 0 };
  }
  const verified =
    command.file === undefined
      ? await withTrail(command, env, (trail) => verify(exportTrail(trail, {}), command))
      : await verify(linesOf(command.file), command);
  const text = command.json ? `${JSON.stringify(verified)}\n` : sentences(verified);
  return { text, code: verified.ok ? 0 : 1 };
}

async function exportTo(
  write: (text: string) => Promise<void>,
  trail: AuditStore,
  range: AuditCommand,
): Promise<void> {
  const { from, to } = range;
  const between = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  for await (const line of exportTrail(trail, between)) await write(`${line}\n`);
}

async function verify(lines: AsyncIterable<string>, { witness }: AuditCommand): Promise<Verified> {
  const verifier = new TrailVerifier(witness === undefined ? {} : { witness });
  for await (const line of lines) {
    if (!verifier.add(line)) break;
  }
  return verifier.finish();
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = path === '-' ? process.stdin : createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new AuditError(`${path} cannot be read.`, { cause });
  }
}

async function withTrail<T>(
  { envFile }: AuditCommand,
  env: Env,
  read: (trail: AuditStore) => Promise<T>,
): Promise<T> {
  const source = envFile ?? 'the environment';
  const settings = readSettings(loadEnv(env, envFile), { role: 'worker', source });
  if (settings.invalid.has('REDIS_URL')) {
    throw new AuditError(
      `REDIS_URL in ${source} is invalid: run "deepsearch-slack doctor" for details.`,
    );
  }
  const logger = createLogger({ level: 'silent', name: 'audit' });
  const redis = connectRedis(settings.values.REDIS_URL, 'store', logger);
  try {
    await whenReady(redis, CONNECT_TIMEOUT_MS).catch((cause: unknown) => {
      throw new AuditError(cannotReadRedis(settings), { cause });
    });
    return await read(createAuditStore({ redis }));
  } finally {
    await closeRedis(redis);
  }
}

function sentences(verified: Verified): string {
  const { entries, first, last, repeated, incomplete, missing, problem } = verified;
  const lines: string[] = [];
  if (problem !== undefined) {
    lines.push(problemText(problem));
  }
  if (first !== undefined && last !== undefined) {
    const which = plural(entries, 'entry', 'entries');
    const isWhole = first.sequence === 1 ? '' : ` (it begins after entry ${first.sequence - 1})`;
    const says = problem === undefined ? 'Unbroken' : 'Unbroken before it';
    lines.push(`${says}: ${which}, ${first.sequence} to ${last.sequence}${isWhole}.`);
    lines.push(`Note this end, and check later with --witness ${last.sequence}:${last.hash}`);
  } else if (problem === undefined) {
    lines.push('The trail has no entries.');
  }
  if (missing > 0)
    lines.push(
      `${plural(missing, 'entry', 'entries')} could not be stored: see trail.gap and the log.`,
    );
  if (repeated > 0)
    lines.push(`${plural(repeated, 'repeated entry', 'repeated entries')} skipped.`);
  if (incomplete > 0)
    lines.push(`${plural(incomplete, 'incomplete line', 'incomplete lines')} skipped.`);
  return `${lines.join('\n')}\n`;
}

function problemText({ sequence, line, says }: TrailProblem): string {
  if (sequence !== undefined) return `Broken at entry ${sequence}: ${says}.`;
  return line === undefined ? `Not an audit trail: ${says}.` : `Broken at line ${line}: ${says}.`;
}

function plural(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
