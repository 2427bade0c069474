import { countingFaults } from './counted.js';
import { type Crash, channelsFor, crashAtCalls, crashAtWrites } from './crash.js';
import { CRASH_POINTS, WRITE_POINTS } from './crash-points.js';
import { seconds } from './figures.js';
import { type Harness, startHarness } from './harness.js';
import { startRelay } from './relay.js';
import type { ReportRow } from './report.js';
import { faultsOf, waitUntilDone } from './wait-until-done.js';

/** A row of the table, with every crash that it summarizes. */
export interface CrashRow extends ReportRow {
  readonly crashes: readonly Crash[];
}

export const CRASH_AT_CALLS = {
  name: 'killed at each call',
  says: `SIGKILL at each of the ${CRASH_POINTS.length} calls to Slack and to the service that a question needs: once before the call takes effect, and once after it, with the reply lost. Times count from the kill.`,
} as const;

export const CRASH_AT_WRITES = {
  name: 'killed at each write',
  says: `SIGKILL before and after each of ${WRITE_POINTS.length} writes to Redis, from the event to the delivered answer. Times count from the kill.`,
} as const;

/** Kills the process at every call to Slack and to the service. */
export async function crashAtEveryCall(seed: number): Promise<CrashRow> {
  const size = channelsFor(CRASH_POINTS);
  const harness = await startHarness({ seed, channels: size, people: size });
  try {
    const crashes = await crashAtCalls(harness, CRASH_POINTS);
    return await rowOf(harness, crashes, { ...CRASH_AT_CALLS, seed });
  } finally {
    await harness.close();
  }
}

/** Kills the process at every write of a question's record. */
export async function crashAtEveryWrite(seed: number): Promise<CrashRow> {
  const size = channelsFor(WRITE_POINTS);
  const harness = await startHarness({ seed, channels: size, people: size, roles: [] });
  const relay = await startRelay(harness.stack.redis.port);
  try {
    harness.stack.env['REDIS_URL'] = `redis://127.0.0.1:${relay.port}`;
    await harness.start('both');
    const crashes = await crashAtWrites(harness, relay, WRITE_POINTS);
    return await rowOf(harness, crashes, { ...CRASH_AT_WRITES, seed });
  } finally {
    await harness.close();
    await relay.stop();
  }
}

async function rowOf(
  harness: Harness,
  crashes: readonly Crash[],
  of: Pick<ReportRow, 'name' | 'seed'>,
): Promise<CrashRow> {
  const result = await waitUntilDone(harness);
  const slowest = (times: readonly (number | undefined)[]) =>
    Math.max(...times.filter((ms) => ms !== undefined));
  const movedMs = slowest(crashes.map((crash) => crash.movedMs));
  const worst = crashes.find((crash) => crash.movedMs === movedMs);
  const note = `${crashes.length} kills; the slowest to recover, ${seconds(movedMs)}: ${worst?.when} “${worst?.name}”`;
  const endedMs = slowest(crashes.map((crash) => crash.endedMs));
  const faults = [...faultsOf(harness, result), ...countingFaults(harness, await harness.used())];
  return { ...of, ...result, movedMs, endedMs, note, faults, crashes };
}
