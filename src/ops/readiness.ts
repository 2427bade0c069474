/** How one thing is. `detail` says what is wrong, or what was seen; it is public on the ops port. */
export interface CheckResult {
  readonly ok: boolean;
  readonly detail?: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** Looks at one thing. A rejection counts as "not ok", without its message, which may be private. */
type ReadinessCheck = () => Promise<CheckResult>;

/** All checks at once. Ready when each is ok within `timeoutMs`. Never throws. */
export async function checkAll(
  looks: Readonly<Record<string, ReadinessCheck>>,
  timeoutMs = 2000,
): Promise<Readiness> {
  const entries = await Promise.all(
    Object.entries(looks).map(
      async ([name, look]) => [name, await within(look, timeoutMs)] as const,
    ),
  );
  return { ready: entries.every(([, { ok }]) => ok), checks: Object.fromEntries(entries) };
}

async function within(look: ReadinessCheck, timeoutMs: number): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { ok: false, detail: `no answer in ${timeoutMs} ms` });
  });
  try {
    return await Promise.race([look(), late]);
  } catch {
    return { ok: false, detail: 'the check failed' };
  } finally {
    clearTimeout(timer);
  }
}
