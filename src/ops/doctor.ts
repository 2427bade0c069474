import type { Finding } from '../model/finding.js';
import { withTimeout } from '../timeout.js';

export type { Finding } from '../model/finding.js';

/** Checks one part. An error counts as a problem; its message is not shown, as it may be private. */
export type Check = () => Promise<Findings>;

export type Findings = readonly Omit<Finding, 'name'>[];

export const ok = (says: string): Findings => [{ state: 'ok', says: says }];
export const warning = (says: string, fix: string): Findings => [
  { state: 'warning', says: says, fix },
];
export const problem = (says: string, fix: string): Findings => [
  { state: 'problem', says: says, fix },
];

/**
 * Runs all checks in parallel, each for at most `timeoutMs`. The findings come in the order of the
 * checks, with their names. Never throws.
 */
export async function runChecks(
  checks: Readonly<Record<string, Check>>,
  timeoutMs: number,
): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) =>
      (await findingsOf(check, timeoutMs)).map((finding) => ({ name, ...finding })),
    ),
  );
  return findings.flat();
}

export function hasNoProblems(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'problem');
}

async function findingsOf(check: Check, timeoutMs: number): Promise<Findings> {
  const late = () =>
    problem(
      `no reply within ${timeoutMs / 1000} s`,
      'check that what this check calls can be reached from this machine (see REDIS_URL, SLACK_API_URL and DEEPSEARCH_URL), then try again',
    );
  try {
    return await withTimeout(check(), timeoutMs, late);
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    return problem(
      `the check itself failed (${kind})`,
      'try again; if it fails again, report it as a bug, with this message',
    );
  }
}
