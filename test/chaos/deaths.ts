import { type Crash, crashAtCalls, crashAtWrites, roomsFor } from './crash.js';
import { CRASH_POINTS, RECORD_POINTS } from './crash-points.js';
import { seconds } from './figures.js';
import { type Office, startOffice } from './office.js';
import { startRelay } from './relay.js';
import type { Row } from './report.js';
import { faultsOf, settle } from './settle.js';

/** A row that comes of crashes, with each of them. */
export interface DeathRow extends Row {
  readonly crashes: readonly Crash[];
}

export const AT_CALLS = {
  name: 'killed at each call',
  says: `SIGKILL at each of the ${CRASH_POINTS.length} calls to Slack and to the service that a question needs: once before the call takes effect, and once after it, with the reply lost. Times count from the kill.`,
} as const;

export const AT_WRITES = {
  name: 'killed at each write',
  says: `SIGKILL before and after each of ${RECORD_POINTS.length} writes to Redis, from the event to the delivered answer. Times count from the kill.`,
} as const;

/** The process dies at every effect that a question has on Slack and on the service. */
export async function deathsAtCalls(seed: number): Promise<DeathRow> {
  const size = roomsFor(CRASH_POINTS);
  const office = await startOffice({ seed, rooms: size, people: size });
  try {
    const crashes = await crashAtCalls(office, CRASH_POINTS);
    return await rowOf(office, crashes, { ...AT_CALLS, seed });
  } finally {
    await office.close();
  }
}

/** It dies at every write of a question's record. */
export async function deathsAtWrites(seed: number): Promise<DeathRow> {
  const size = roomsFor(RECORD_POINTS);
  const office = await startOffice({ seed, rooms: size, people: size, roles: [] });
  const relay = await startRelay(office.stack.redis.port);
  try {
    office.stack.env['REDIS_URL'] = `redis://127.0.0.1:${relay.port}`;
    await office.start('both');
    const crashes = await crashAtWrites(office, relay, RECORD_POINTS);
    return await rowOf(office, crashes, { ...AT_WRITES, seed });
  } finally {
    await office.close();
    await relay.stop();
  }
}

async function rowOf(
  office: Office,
  crashes: readonly Crash[],
  of: Pick<Row, 'name' | 'seed'>,
): Promise<DeathRow> {
  const verdict = await settle(office);
  const slowest = (times: readonly (number | undefined)[]) =>
    Math.max(...times.filter((ms) => ms !== undefined));
  const movedMs = slowest(crashes.map((crash) => crash.movedMs));
  const worst = crashes.find((crash) => crash.movedMs === movedMs);
  const note = `${crashes.length} deaths; the slowest to move, ${seconds(movedMs)}: ${worst?.when} “${worst?.name}”`;
  const endedMs = slowest(crashes.map((crash) => crash.endedMs));
  return { ...of, ...verdict, movedMs, endedMs, note, faults: faultsOf(office, verdict), crashes };
}
