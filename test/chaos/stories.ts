import type { Call as ServiceCall } from '../../local/service/service.js';
import type { Channel, Person } from '../../local/workspace/workspace.js';
import type { Asked } from './asking.js';
import { audit } from './audit.js';
import type { Story } from './crash-points.js';
import { type Office, until } from './office.js';
import { MARK, type Plan } from './plans.js';

/** Somebody with a channel of their own, who asks one thing at which the process will die. */
export interface Scene {
  readonly office: Office;
  readonly point: { readonly name: string; readonly story: Story };
  readonly when: 'before' | 'after';
  readonly by: Person;
  readonly channel: Channel;
  /** Of the question that comes to the point. */
  readonly mark: string;
}

/** Only catches what hangs. */
export const ENDED_WITHIN_MS = 180_000;

/** Asks what the story begins with; resolves when all of it was said. */
export async function play(scene: Scene): Promise<void> {
  const { office, by, channel, mark, point } = scene;
  const first = { by, channel, way: 'mention', stop: false, plan: { workMs: 0 } } as const;
  const wish = { ...first, mark };
  switch (point.story) {
    case 'follow-up': {
      const after = await office.ask(first);
      await until(() => hasEnded(office, after.mark), ENDED_WITHIN_MS);
      return void (await office.ask({ ...wish, way: 'follow-up', after }));
    }
    case 'away':
      await office.stack.workspace.kick({ channel, user: office.stack.workspace.app.botUserId });
      return void (await office.ask({ ...wish, way: 'command' }));
    case 'command':
      return void (await office.ask({ ...wish, way: 'command' }));
    case 'stopped':
    case 'stopping':
      return stopAtWork(scene, await office.ask({ ...wish, plan: { workMs: 30_000 } }));
    case 'withdrawn':
      return office.withdraw(await office.ask({ ...wish, plan: { workMs: 30_000 } }));
    // Answered after the process has died: however slow the machine is, they are late before.
    case 'overdue':
      return void (await office.ask({ ...wish, plan: { workMs: 0, until: office.doors.opened } }));
    case 'kept':
      return office.keep(
        await office.ask({ ...wish, plan: { workMs: 0, until: office.doors.opened } }),
      );
    default:
      return void (await office.ask({ ...wish, plan: PLANS[point.story] }));
  }
}

/** Before its conversation is known a stop needs no call to the service. */
async function stopAtWork(scene: Scene, asked: Asked): Promise<void> {
  const { service } = scene.office.stack;
  const isRead = (call: ServiceCall) => call.route === 'read' && isCallAbout(scene, call);
  await service.waitFor(() => service.calls.some(isRead));
  await scene.office.pressStop(asked);
}

type PlainStory = Exclude<
  Story,
  'follow-up' | 'away' | 'command' | 'stopped' | 'stopping' | 'withdrawn' | 'overdue' | 'kept'
>;

const PLANS: Readonly<Record<PlainStory, Plan>> = {
  quick: { workMs: 0 },
  unsure: { workMs: 0 },
  working: { workMs: 15_000 },
  late: { workMs: 11_000 },
  long: { workMs: 0, long: true },
  'late-long': { workMs: 11_000, long: true },
  expired: { workMs: 60_000 },
};

/** Whether a call to Slack is about the scene's channel or its person. */
export function concerns({ office, by, channel }: Scene, args: Readonly<Record<string, unknown>>) {
  const places = [channel.id, office.stack.workspace.dm(by).id];
  return places.includes(String(args['channel'])) || args['users'] === by.id;
}

export function isCallAbout({ office, mark }: Scene, { path, body }: ServiceCall): boolean {
  const text = JSON.stringify(body ?? '');
  if (text.match(MARK)?.[0] === mark) return true;
  const its = office.stack.service
    .conversations()
    .find(({ questions }) => questions.some(({ question }) => question.match(MARK)?.[0] === mark));
  return its !== undefined && path.includes(`/v1/${its.id}`);
}

/** True or nothing, as `until` wants it. */
export function hasEnded(office: Office, mark: string): true | undefined {
  const asked = office.asked.find((it) => it.mark === mark);
  const { lost, left } = audit(office);
  if (asked === undefined || office.isOnItsWay(asked)) return undefined;
  const isOpen = [...lost, ...left].some((fault) => fault.startsWith(`${mark} `));
  return isOpen ? undefined : true;
}
