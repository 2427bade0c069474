import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCall as ServiceCall } from '../../local/service/service.js';
import type { CrashPoint, CrashScenario, WritePoint } from './crash-points.js';
import {
  askQuestion,
  type CrashRun,
  ENDED_TIMEOUT_MS,
  hasEnded,
  isServiceCallAbout,
  isSlackCallAbout,
} from './crash-run.js';
import { type Harness, until } from './harness.js';
import type { Relay } from './relay.js';

/** One kill and the recovery from it. Times in ms since the kill. */
export interface Crash {
  readonly name: string;
  /** Before the effect, or after it with the reply lost. */
  readonly when: 'before' | 'after';
  /** Until the next call about this question, if any was needed. */
  readonly movedMs: number | undefined;
  /** Until its outcome was shown and nothing was left open. */
  readonly endedMs: number | undefined;
}

interface PausedRun {
  readonly run: CrashRun;
  readonly reached: Promise<unknown>;
  drop(): void;
}

/** Longer than the bot needs until it gives up a held call and shows the state itself. */
const REACHED_TIMEOUT_MS = 240_000;

/** How many channels and people these crash points need. */
export const channelsFor = (points: readonly unknown[]): number => points.length * 2;

/**
 * Lets a question reach each of these points twice, and kills the process there: before the call takes
 * effect, and after it with the reply lost. Runs that reach their points at about the same time share
 * one kill.
 */
export async function crashAtCalls(
  harness: Harness,
  points: readonly CrashPoint[],
): Promise<Crash[]> {
  const runs = points.flatMap((point, i) =>
    (['before', 'after'] as const).map((when, j) =>
      crashRunAt(harness, { point, when }, 2 * i + j),
    ),
  );
  const crashes: Crash[] = [];
  for (const when of ['soon', 'late', 'overdue'] as const) {
    if (when === 'overdue') await shortenTimeout(harness);
    const those = runs.filter((run) => batchOf(run) === when);
    crashes.push(...(await killAndRestart(harness, those.map(pauseAt))));
  }
  return crashes;
}

/**
 * The same for each of these writes to Redis, which the bot reaches through `relay`: one after the
 * other, since holding one write holds all of Redis.
 */
export async function crashAtWrites(
  harness: Harness,
  relay: Relay,
  points: readonly WritePoint[],
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  for (const point of points) {
    for (const when of ['before', 'after'] as const) {
      const run = crashRunAt(harness, { point, when }, crashes.length);
      const hold = relay.hold(when, (chunk) => point.says.test(chunk));
      crashes.push(...(await killAndRestart(harness, [{ run, ...hold }])));
    }
  }
  return crashes;
}

type CallRun = CrashRun & { readonly point: CrashPoint };

function crashRunAt<P extends CrashRun['point']>(
  harness: Harness,
  what: { readonly point: P; readonly when: 'before' | 'after' },
  number: number,
): CrashRun & { readonly point: P } {
  const [by, channel] = [harness.people[number], harness.channels[number]];
  if (by === undefined || channel === undefined)
    throw new Error('the harness has too few channels or people');
  return { harness, by, channel, mark: harness.newMark(), ...what };
}

/** A list call names no question, so two of them must not be held at the same time. */
function batchOf({ point, when }: CallRun): 'soon' | 'late' | 'overdue' {
  if (OVERDUE.has(point.scenario)) return 'overdue';
  const list = point.at.side === 'service' && point.at.route === 'list';
  return point.scenario.startsWith('late') || (list && when === 'after') ? 'late' : 'soon';
}

const OVERDUE: ReadonlySet<CrashScenario> = new Set(['overdue', 'kept', 'expired']);

/** Makes the bot ask sooner whether to keep waiting. */
async function shortenTimeout(harness: Harness): Promise<void> {
  harness.stack.env['QUESTION_TIMEOUT_MS'] = '6000';
  await harness.replace('both');
}

function pauseAt(run: CallRun): PausedRun {
  const { harness, point, when } = run;
  const { workspace, service } = harness.stack;
  const { at } = point;
  if (point.scenario === 'unsure') loseFirstReply(run);
  const slowly = point.scenario === 'stopping' ? [holdCancel(run)] : [];
  const gate =
    at.side === 'slack'
      ? workspace.gate(at.method, {
          when,
          where: (args) => isSlackCallAbout(run, args) && says(args, at.says),
        })
      : service.gate(at.route, {
          when,
          where: (call) => at.route === 'list' || isServiceCallAbout(run, call),
        });
  const gates = [gate, ...slowly];
  return {
    run,
    reached: gate.reached,
    drop() {
      for (const each of gates) each.drop();
    },
  };
}

/** So that “Stopping…” is shown before the question has ended. */
function holdCancel(run: CrashRun) {
  const where = (call: ServiceCall) => isServiceCallAbout(run, call);
  return run.harness.stack.service.gate('cancel', { where });
}

function says(args: Readonly<Record<string, unknown>>, text: string | undefined): boolean {
  return text === undefined || JSON.stringify(args).replaceAll('\\', '').includes(text);
}

/** So that the next attempt has to look for what this one created. */
function loseFirstReply(run: CallRun): void {
  const { workspace, service } = run.harness.stack;
  if (run.point.at.side === 'service') {
    const where = (call: ServiceCall) => isServiceCallAbout(run, call);
    service.faults.add({ route: 'create', kind: 'lost-reply', times: 1, where });
    return;
  }
  workspace.faults.add({
    method: 'chat.postMessage',
    kind: 'lost-reply',
    times: 1,
    where: (args) => isSlackCallAbout(run, args) && says(args, '"slot":"status"'),
  });
}

/** Lets all runs reach their points, kills the process there, and starts it again. */
async function killAndRestart(harness: Harness, paused: readonly PausedRun[]): Promise<Crash[]> {
  const plays = paused.map(({ run }) => askQuestion(run));
  await Promise.all(paused.map(waitUntilReached));
  const killedAt = Date.now();
  await harness.kill('both');
  for (const { drop } of paused) drop();
  harness.answersGate.open();
  await harness.start('both');
  await Promise.all(plays);
  return watchRecovery(
    paused.map(({ run }) => run),
    killedAt,
  );
}

async function waitUntilReached({ run, reached }: PausedRun): Promise<void> {
  const late = new AbortController();
  const tooLate = sleep(REACHED_TIMEOUT_MS, undefined, late).then(() => {
    throw new Error(
      [`“${run.point.name}” ${run.when} was never reached`, ...callsAbout(run)].join('\n'),
    );
  });
  await Promise.race([reached, tooLate]);
  late.abort();
  tooLate.catch(() => undefined);
}

/** Its calls to Slack and to the service in order, with their times: the first is at 0 ms. */
function callsAbout(run: CrashRun): string[] {
  const { workspace, service } = run.harness.stack;
  const calls = [
    ...workspace.calls
      .filter(({ args }) => isSlackCallAbout(run, args))
      .map(({ at, method, args }) => ({ at, said: `${method} ${JSON.stringify(args['text'])}` })),
    ...service.calls
      .filter((call) => isServiceCallAbout(run, call))
      .map(({ at, route }) => ({ at, said: route })),
  ].sort((a, b) => a.at - b.at);
  return calls.map(({ at, said }) => `${at - (calls[0]?.at ?? at)} ms: ${said}`);
}

/** Waits until each run has made progress again, and has ended. */
async function watchRecovery(runs: readonly CrashRun[], killedAt: number): Promise<Crash[]> {
  const moved = new Map<CrashRun, number>();
  const ended = new Map<CrashRun, number>();
  await until(() => {
    for (const run of runs) {
      const at = moved.has(run) ? undefined : firstCallSince(run, killedAt);
      if (at !== undefined) moved.set(run, at - killedAt);
      if (!ended.has(run) && hasEnded(run.harness, run.mark)) {
        ended.set(run, Date.now() - killedAt);
      }
    }
    return ended.size === runs.length ? true : undefined;
  }, ENDED_TIMEOUT_MS);
  return runs.map((run) => ({
    name: run.point.name,
    when: run.when,
    movedMs: moved.get(run),
    endedMs: ended.get(run),
  }));
}

function firstCallSince(run: CrashRun, since: number): number | undefined {
  const { workspace, service } = run.harness.stack;
  const inSlack = workspace.calls.find(({ at, args }) => at > since && isSlackCallAbout(run, args));
  const inService = service.calls.find((call) => call.at > since && isServiceCallAbout(run, call));
  const times = [inSlack?.at, inService?.at].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}
