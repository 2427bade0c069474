import type { Finding } from '../model/finding.js';

export type { Finding } from '../model/finding.js';

/** Looks at one part. What it throws is told as a problem, without the message, which may be private. */
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
 * All looks side by side, each for `timeoutMs` at the most, whatever becomes of the others. The
 * findings come in the order of the looks, named as these are. Never throws.
 */
export async function runChecks(
  looks: Readonly<Record<string, Check>>,
  timeoutMs: number,
): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(looks).map(async ([name, look]) =>
      (await within(look, timeoutMs)).map((finding) => ({ name, ...finding })),
    ),
  );
  return findings.flat();
}

/** Whether the installation can work. */
export function hasNoProblems(findings: readonly Finding[]): boolean {
  return findings.every(({ state }) => state !== 'problem');
}

async function within(look: Check, timeoutMs: number): Promise<Findings> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Findings>((resolve) => {
    const findings = problem(
      `no answer in ${timeoutMs / 1000} s`,
      'see whether the network between here and there is slow or blocked, then try again',
    );
    timer = setTimeout(resolve, timeoutMs, findings);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    return problem(
      `the check itself failed (${kind})`,
      'try again; if it fails again, report it as a bug with what you see here',
    );
  } finally {
    clearTimeout(timer);
  }
}
