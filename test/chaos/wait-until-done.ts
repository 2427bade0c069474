import { type AuditResult, audit, faultsIn } from './audit.js';
import { type Harness, until } from './harness.js';

/** Only a guard against hanging. */
const HANGS_MS = 180_000;

/**
 * Waits until every question has ended and the bot is idle, then asks one more, so that everything
 * that was in flight has arrived; gives the audit of that state.
 */
export async function waitUntilDone(harness: Harness, withinMs = HANGS_MS): Promise<AuditResult> {
  const deadline = Date.now() + withinMs;
  await until(() => isIdle(harness), withinMs);
  await harness.ask({ way: 'mention', plan: { workMs: 0 }, stop: false });
  await until(() => isIdle(harness), Math.max(20_000, deadline - Date.now()));
  return audit(harness);
}

/** The audit is slow, so it runs only once the bot has nothing left to do. */
async function isIdle(harness: Harness): Promise<true | undefined> {
  if (harness.asked.some(harness.willBeRedelivered)) return undefined;
  const counts = await Promise.all([harness.countOpen(), harness.countJobs()]).catch(
    () => undefined,
  );
  if (counts === undefined || counts.some((count) => count > 0)) return undefined;
  const { lost, left } = audit(harness);
  return lost.length + left.length === 0 ? true : undefined;
}

/** All faults and, if there are any, the bot's last warnings and errors. */
export function faultsOf(harness: Harness, result: AuditResult): string[] {
  const faults = faultsIn(result);
  if (faults.length === 0) return [];
  const warnings = harness.stack.bots.flatMap(({ log }) => log.filter(isWarningOrError)).slice(-20);
  return [...faults, ...warnings.map((line) => `the bot: ${JSON.stringify(line)}`)];
}

function isWarningOrError({ level }: Record<string, unknown>): boolean {
  return level === 'warn' || level === 'error';
}
