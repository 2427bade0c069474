import { withTimeout } from '../timeout.js';

/** The result of one check. `detail` is shown on the ops port. */
export interface CheckResult {
  readonly ok: boolean;
  readonly detail?: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** Checks one thing. A rejection counts as not ok; its message is not shown, as it may be private. */
type ReadinessCheck = () => Promise<CheckResult>;

/** Runs all checks in parallel. Ready when each is ok within `timeoutMs`. Never throws. */
export async function checkAll(
  checks: Readonly<Record<string, ReadinessCheck>>,
  timeoutMs = 2000,
): Promise<Readiness> {
  const entries = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, await resultOf(check, timeoutMs)] as const,
    ),
  );
  return { ready: entries.every(([, { ok }]) => ok), checks: Object.fromEntries(entries) };
}

async function resultOf(check: ReadinessCheck, timeoutMs: number): Promise<CheckResult> {
  const late = () => ({ ok: false, detail: `no reply within ${timeoutMs} ms` });
  try {
    return await withTimeout(check(), timeoutMs, late);
  } catch {
    return { ok: false, detail: 'the check failed' };
  }
}
