import { audit, broken, type Verdict } from './audit.js';
import { type Office, until } from './office.js';

/** Only catches what hangs: nothing here measures time. */
const HANGS_MS = 180_000;

/**
 * Waits until everything that was asked has ended and the bot holds nothing for open, then lets one
 * more question go all the way, so that whatever was on its way has arrived; gives what stands then.
 */
export async function settle(office: Office, withinMs = HANGS_MS): Promise<Verdict> {
  const deadline = Date.now() + withinMs;
  await until(() => atRest(office), withinMs);
  await office.ask({ way: 'mention', plan: { workMs: 0 }, stop: false });
  await until(() => atRest(office), Math.max(20_000, deadline - Date.now()));
  return audit(office);
}

/** A look at everything that was said takes its time: only once the bot itself has nothing to do. */
async function atRest(office: Office): Promise<true | undefined> {
  if (office.asked.some(office.isOnItsWay)) return undefined;
  const counts = await Promise.all([office.countOpen(), office.countJobs()]).catch(() => undefined);
  if (counts === undefined || counts.some((count) => count > 0)) return undefined;
  const { lost, left } = audit(office);
  return lost.length + left.length === 0 ? true : undefined;
}

/** All that breaks the promise and, where something does, what the bot had to say last. */
export function faultsOf(office: Office, verdict: Verdict): string[] {
  const faults = broken(verdict);
  if (faults.length === 0) return [];
  const warnings = office.stack.bots.flatMap(({ log }) => log.filter(isLoud)).slice(-20);
  return [...faults, ...warnings.map((line) => `the bot: ${JSON.stringify(line)}`)];
}

function isLoud({ level }: Record<string, unknown>): boolean {
  return level === 'warn' || level === 'error';
}
