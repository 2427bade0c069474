import type { Channel, Message, Person } from '../../../local/workspace/workspace.js';
import { keys } from '../../../src/store/keys.js';
import { eventually } from '../../support/eventually.js';
import { CANCEL_BUTTON, hasButton } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { questionOf } from '../../support/visible-outcomes.js';
import { type Cell, isAnsweredPrivately } from '../cells.js';
import type { Target } from '../requests.js';
import { answerOf, RUNS_ON } from './stack.js';

export interface TargetOptions {
  /** How the question is called in its text and its answer. */
  readonly name: string;
  readonly asker: Person;
  readonly place: Channel;
  /** Who is in the place. */
  readonly people: readonly Person[];
}

const SLOW_MS = 180_000;

/**
 * Asks the question that a cell is about, and waits for its answer, or for its status if it runs on.
 * `conversationOf` gives the id of its conversation later.
 */
export async function askBefore(stack: Stack, cell: Cell, options: TargetOptions): Promise<Target> {
  const { workspace } = stack;
  const { name, asker } = options;
  const isOpen = cell.thing === 'stop';
  const channel = channelAskedIn(stack, cell, options);
  const mention = channel.kind === 'direct' ? '' : `<@${workspace.app.botUserId}> `;
  const text = `${mention}what ${isOpen ? `${RUNS_ON} ` : ''}is ${name} about?`;
  const { ts } = await workspace.say({ as: asker, channel, text });
  const where = isAnsweredPrivately(cell) ? workspace.dm(asker) : channel;
  const message = await answerIn(stack, { where, name, isOpen });
  const questionId = questionOf(message) ?? '';
  const threadTs = message.thread_ts ?? (where === channel ? ts : message.ts);
  return { channel: where.id, threadTs, messageTs: message.ts, questionId, conversationId: 0 };
}

/** Nothing is asked in a shared channel, and nobody asks in the direct message of somebody else. */
function channelAskedIn({ workspace }: Stack, cell: Cell, options: TargetOptions): Channel {
  const { name, people, place, asker } = options;
  if (cell.place === 'direct') return workspace.dm(asker);
  if (cell.place !== 'shared') return place;
  return workspace.addChannel({ name: `before-${name}`, members: people });
}

interface Wanted {
  readonly where: Channel;
  readonly name: string;
  readonly isOpen: boolean;
}

/** The message with the answer, or with the button that stops the question. */
function answerIn({ workspace }: Stack, { where, name, isOpen }: Wanted): Promise<Message> {
  const isWanted = (message: Message): boolean => {
    if (message.bot_id !== workspace.app.botId) return false;
    if (isOpen) return hasButton(message, CANCEL_BUTTON);
    return JSON.stringify(message.blocks ?? message.text).includes(answerOf(name));
  };
  return workspace.waitFor(
    () =>
      workspace
        .messages({ channel: where })
        .flatMap(({ ts }) => workspace.messages({ channel: where, threadTs: ts }))
        .find(isWanted),
    { what: `what comes of ${name}`, timeoutMs: SLOW_MS },
  );
}

/** The id of the question's conversation, as soon as that is recorded. */
export async function conversationOf({ store }: Stack, questionId: string): Promise<number> {
  let id = 0;
  await eventually(async () => {
    const body = await store.hget(keys.question(questionId), 'body');
    id = conversationIn(body ?? '{}') ?? 0;
    const known = await store.exists(keys.conversation(id));
    if (known === 0) throw new Error(`no conversation is recorded for ${questionId}`);
  }, SLOW_MS);
  return id;
}

function conversationIn(body: string): number | undefined {
  const { ref } = JSON.parse(body) as { readonly ref?: { readonly conversationId: number } };
  return ref?.conversationId;
}
