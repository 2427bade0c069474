import { setTimeout as sleep } from 'node:timers/promises';
import type { Call as ServiceCall } from '../../local/service/service.js';
import type { CrashPoint, RecordPoint, Story } from './crash-points.js';
import { type Office, until } from './office.js';
import type { Relay } from './relay.js';
import { concerns, ENDED_WITHIN_MS, hasEnded, isCallAbout, play, type Scene } from './stories.js';

/** One death and what came of it. Times in ms since the kill. */
export interface Crash {
  readonly name: string;
  /** Before the effect, or after it with the reply lost. */
  readonly when: 'before' | 'after';
  /** Until the next call about this question, if any was needed. */
  readonly movedMs: number | undefined;
  /** Until its ending stood and nothing was left of it. */
  readonly endedMs: number | undefined;
}

interface Stopped {
  readonly scene: Scene;
  readonly reached: Promise<unknown>;
  drop(): void;
}

const REACHED_WITHIN_MS = 150_000;

/** Rooms and people that these crashes need for so many points. */
export const roomsFor = (points: readonly unknown[]): number => points.length * 2;

/**
 * Lets a question come to each of these points, twice: kills the process there before the call has
 * its effect, and after it with the reply lost. Those that come to their points in about the same
 * time share one death.
 */
export async function crashAtCalls(
  office: Office,
  points: readonly CrashPoint[],
): Promise<Crash[]> {
  const scenes = points.flatMap((point, i) =>
    (['before', 'after'] as const).map((when, j) => sceneAt(office, { point, when }, 2 * i + j)),
  );
  const crashes: Crash[] = [];
  for (const when of ['soon', 'late', 'overdue'] as const) {
    if (when === 'overdue') await waitLess(office);
    const those = scenes.filter((scene) => timeOf(scene) === when);
    crashes.push(...(await die(office, those.map(stopAt))));
  }
  return crashes;
}

/**
 * The same for each of these writes to Redis, which the bot reaches through `relay`: one after the
 * other, since a Redis that stands still stands still for everything.
 */
export async function crashAtWrites(
  office: Office,
  relay: Relay,
  points: readonly RecordPoint[],
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  for (const point of points) {
    for (const when of ['before', 'after'] as const) {
      const scene = sceneAt(office, { point, when }, crashes.length);
      const hold = relay.hold(when, (chunk) => point.says.test(chunk));
      crashes.push(...(await die(office, [{ scene, ...hold }])));
    }
  }
  return crashes;
}

type CallScene = Scene & { readonly point: CrashPoint };

function sceneAt<P extends Scene['point']>(
  office: Office,
  what: { readonly point: P; readonly when: 'before' | 'after' },
  number: number,
): Scene & { readonly point: P } {
  const [by, channel] = [office.people[number], office.rooms[number]];
  if (by === undefined || channel === undefined) throw new Error('the office is too small');
  return { office, by, channel, mark: office.newMark(), ...what };
}

/** A list is of no question in particular, so that two looks must not stand at one time. */
function timeOf({ point, when }: CallScene): 'soon' | 'late' | 'overdue' {
  if (OVERDUE.has(point.story)) return 'overdue';
  const list = point.at.side === 'service' && point.at.route === 'list';
  return point.story.startsWith('late') || (list && when === 'after') ? 'late' : 'soon';
}

const OVERDUE: ReadonlySet<Story> = new Set(['overdue', 'kept', 'expired']);

/** From now on the bot asks people sooner whether to go on waiting. */
async function waitLess(office: Office): Promise<void> {
  office.stack.env['QUESTION_TIMEOUT_MS'] = '6000';
  await office.replace('both');
}

function stopAt(scene: CallScene): Stopped {
  const { office, point, when } = scene;
  const { workspace, service } = office.stack;
  const { at } = point;
  if (point.story === 'unsure') loseFirstReply(scene);
  const slowly = point.story === 'stopping' ? [holdCancel(scene)] : [];
  const gate =
    at.side === 'slack'
      ? workspace.gate(at.method, {
          when,
          where: (args) => concerns(scene, args) && says(args, at.says),
        })
      : service.gate(at.route, {
          when,
          where: (call) => at.route === 'list' || isCallAbout(scene, call),
        });
  const gates = [gate, ...slowly];
  return {
    scene,
    reached: gate.reached,
    drop() {
      for (const each of gates) each.drop();
    },
  };
}

/** So that “Stopping…” is drawn before the question has ended. */
function holdCancel(scene: Scene) {
  const where = (call: ServiceCall) => isCallAbout(scene, call);
  return scene.office.stack.service.gate('cancel', { where });
}

function says(args: Readonly<Record<string, unknown>>, text: string | undefined): boolean {
  return text === undefined || JSON.stringify(args).replaceAll('\\', '').includes(text);
}

/** So that the next try has to look for what this one left. */
function loseFirstReply(scene: CallScene): void {
  const { workspace, service } = scene.office.stack;
  if (scene.point.at.side === 'service') {
    const where = (call: ServiceCall) => isCallAbout(scene, call);
    service.faults.add({ route: 'create', kind: 'lost-reply', times: 1, where });
    return;
  }
  workspace.faults.add({
    ...{ method: 'chat.postMessage', kind: 'lost-reply', times: 1 },
    where: (args) => concerns(scene, args) && says(args, '"slot":"status"'),
  });
}

/** Plays all stories up to their points, takes the process's life there, and starts it again. */
async function die(office: Office, stopped: readonly Stopped[]): Promise<Crash[]> {
  const plays = stopped.map(({ scene }) => play(scene));
  await Promise.all(stopped.map(isReached));
  const killedAt = Date.now();
  await office.kill('both');
  for (const { drop } of stopped) drop();
  office.doors.open();
  await office.start('both');
  await Promise.all(plays);
  return watch(
    stopped.map(({ scene }) => scene),
    killedAt,
  );
}

async function isReached({ scene, reached }: Stopped): Promise<void> {
  const late = new AbortController();
  const tooLate = sleep(REACHED_WITHIN_MS, undefined, late).then(() => {
    throw new Error(
      `“${scene.point.name}” ${scene.when} was never reached\n${scene.office.stack.workspace.transcript()}`,
    );
  });
  await Promise.race([reached, tooLate]);
  late.abort();
  tooLate.catch(() => undefined);
}

/** Sees each scene move again, and end. */
async function watch(scenes: readonly Scene[], killedAt: number): Promise<Crash[]> {
  const moved = new Map<Scene, number>();
  const ended = new Map<Scene, number>();
  await until(() => {
    for (const scene of scenes) {
      const at = moved.has(scene) ? undefined : firstCallSince(scene, killedAt);
      if (at !== undefined) moved.set(scene, at - killedAt);
      if (!ended.has(scene) && hasEnded(scene.office, scene.mark)) {
        ended.set(scene, Date.now() - killedAt);
      }
    }
    return ended.size === scenes.length ? true : undefined;
  }, ENDED_WITHIN_MS);
  return scenes.map((scene) => ({
    name: scene.point.name,
    when: scene.when,
    movedMs: moved.get(scene),
    endedMs: ended.get(scene),
  }));
}

function firstCallSince(scene: Scene, since: number): number | undefined {
  const { workspace, service } = scene.office.stack;
  const inSlack = workspace.calls.find(({ at, args }) => at > since && concerns(scene, args));
  const inService = service.calls.find((call) => call.at > since && isCallAbout(scene, call));
  const times = [inSlack?.at, inService?.at].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}
