import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect, Workspace } from '../../../local/workspace/workspace.js';
import { CANCEL_BUTTON, hasButton } from '../../support/scenario.js';
import type { FaultContext, FaultScenario } from '../fault-scenario.js';
import { medianSeconds, waitTimes } from '../figures.js';

/** Faults of Slack. */
export const SLACK_SCENARIOS: readonly FaultScenario[] = [
  {
    name: 'events delivered again',
    says: 'Every event is delivered two more times, out of order, while questions are open and after they have ended.',
    short: true,
    async inject({ harness, at, note }) {
      const { workspace } = harness.stack;
      let again = 0;
      for (const share of [0.5, 1]) {
        await at(share);
        const ids = new Set(workspace.deliveries.filter(isEvent).map(({ id }) => id));
        await Promise.all(harness.random.shuffled([...ids]).map((id) => workspace.redeliver(id)));
        again += ids.size;
      }
      note(`${again} deliveries more`);
    },
  },
  {
    name: 'replies of Slack lost',
    says: 'For a quarter of all posts and updates, the call takes effect but its reply is lost.',
    short: true,
    inject: (context) =>
      throughout(context, [
        { method: 'chat.postMessage', fault: { kind: 'lost-reply' }, oneIn: 4 },
        { method: 'chat.update', fault: { kind: 'lost-reply' }, oneIn: 4 },
      ]),
  },
  {
    name: 'replies of Slack lost within its limits',
    harness: { limits: true },
    questions: 25,
    perSecond: 25,
    question: () => ({ way: 'mention', plan: { workMs: 500 }, stop: false }),
    says: "25 short questions are asked within a second, with Slack's limits in force. For a seventh of all posts and updates, the call takes effect but its reply is lost: when it is repeated, Slack may be busy.",
    inject: (context) =>
      throughout(
        context,
        [
          { method: 'chat.postMessage', fault: { kind: 'lost-reply' }, oneIn: 7 },
          { method: 'chat.update', fault: { kind: 'lost-reply' }, oneIn: 7 },
        ],
        20_000,
      ),
  },
  {
    name: 'Slack returns 503',
    says: 'A quarter of all calls gets a 503, and for a tenth the connection is cut.',
    short: true,
    inject: (context) =>
      throughout(context, [
        { method: '*', fault: { kind: 'status', status: 503 }, oneIn: 4 },
        { method: '*', fault: { kind: 'reset' }, oneIn: 10 },
      ]),
  },
  {
    name: 'one channel limited',
    harness: { limits: true },
    says: 'Slack answers half of the posts in one channel with 429 and Retry-After 3, with its other limits in force. The note gives the median wait for an answer there and elsewhere.',
    async inject({ harness, at }) {
      const [channel] = harness.channels;
      if (channel === undefined) return;
      const effect = { kind: 'ratelimited', retryAfterSeconds: 3 } as const;
      const where = () => harness.random.oneIn(2);
      const fault = { method: 'chat.postMessage', channel, where, ...effect };
      const handle = harness.stack.workspace.faults.add(fault);
      await at(1);
      handle.remove();
    },
    summarize(harness) {
      const [channel] = harness.channels;
      const there = waitTimes(harness, (asked) => asked.channel.id === channel?.id);
      const elsewhere = waitTimes(harness, (asked) => asked.channel.id !== channel?.id);
      return `${medianSeconds(there)} there, ${medianSeconds(elsewhere)} elsewhere`;
    },
  },
  {
    name: 'blocks refused',
    says: 'Slack refuses a third of all messages that contain blocks (invalid_blocks).',
    inject: (context) =>
      throughout(context, [
        {
          method: '*',
          fault: { kind: 'error', error: 'invalid_blocks' },
          oneIn: 3,
          where: (args) => args['blocks'] !== undefined,
        },
      ]),
  },
  {
    name: 'status messages deleted',
    says: 'A third of the status messages is deleted while their questions are open.',
    inject: deleteStatusMessages,
  },
  {
    name: 'channels lost',
    says: 'The bot is removed from one channel, and another is archived. The questions asked there continue in direct messages.',
    async inject({ harness, at }) {
      const { workspace } = harness.stack;
      const [left, archived] = harness.channels;
      if (left === undefined || archived === undefined) return;
      await at(0.4);
      harness.closeChannel(left);
      await workspace.kick({ channel: left, user: workspace.app.botUserId });
      await at(0.7);
      harness.closeChannel(archived);
      await workspace.archive(archived);
    },
  },
  {
    name: 'token revoked and restored',
    says: 'Slack refuses every call with token_revoked for 5 s.',
    async inject({ harness, at }) {
      await at(0.3);
      const effect = { kind: 'error', error: 'token_revoked' } as const;
      const handle = harness.stack.workspace.faults.add({ method: '*', ...effect });
      await sleep(5_000);
      handle.remove();
    },
  },
  {
    name: 'Socket Mode cut',
    says: 'All connections are cut or asked to reconnect, four times.',
    harness: { stack: { transport: 'socket' } },
    short: true,
    async inject({ harness, at }) {
      const { socket } = harness.stack.workspace;
      for (let n = 1; n <= 4; n++) {
        await at(n / 5);
        if (n % 2 === 0) socket.dropAll();
        else socket.disconnectAll();
      }
    },
  },
  {
    name: 'Socket Mode silent',
    says: 'For 15 s, the connections stay open but carry nothing.',
    harness: { stack: { transport: 'socket' } },
    async inject({ harness, at }) {
      const { socket } = harness.stack.workspace;
      await at(0.4);
      socket.mute();
      await sleep(15_000);
      socket.unmute();
    },
  },
];

function isEvent({ kind }: Workspace['deliveries'][number]): boolean {
  return kind === 'event';
}

interface RandomFault {
  readonly method: string;
  readonly fault: FaultEffect;
  readonly oneIn: number;
  readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
}

/** Faults that hit random calls, from the first question until `afterMs` after the last. */
async function throughout(
  context: FaultContext,
  troubles: readonly RandomFault[],
  // The last question's status message and answer are still to come.
  afterMs = 1_500,
): Promise<void> {
  const { harness, at, note } = context;
  const handles = troubles.map(({ method, fault, oneIn, where }) =>
    harness.stack.workspace.faults.add({
      method,
      ...fault,
      where: (args) => (where?.(args) ?? true) && harness.random.oneIn(oneIn),
    }),
  );
  await at(1);
  await sleep(afterMs);
  for (const handle of handles) handle.remove();
  note(`${handles.reduce((sum, { hits }) => sum + hits, 0)} calls hit`);
}

/** Only messages of open questions may be deleted, so each is checked right before. */
async function deleteStatusMessages({ harness, at, note }: FaultContext): Promise<void> {
  const { workspace } = harness.stack;
  const seen = new Set<string>();
  let deleted = 0;
  let over = false;
  void at(1).then(() => {
    over = true;
  });
  while (!over) {
    for (const { ts, channel } of openStatuses(workspace)) {
      if (seen.has(ts)) continue;
      seen.add(ts);
      if (!harness.random.oneIn(3)) continue;
      await workspace.remove({ as: workspace.app.botUserId, channel, ts });
      deleted += 1;
    }
    await sleep(100);
  }
  note(`${deleted} deleted`);
}

/** Yields one at a time, so that each is still open when it is deleted. */
function* openStatuses(workspace: Workspace) {
  for (const { method, args, ts } of [...workspace.calls]) {
    if (method !== 'chat.postMessage' || ts === undefined) continue;
    const channel = String(args['channel']);
    const message = workspace.message(channel, ts);
    if (message !== undefined && hasButton(message, CANCEL_BUTTON)) yield { ts, channel };
  }
}
