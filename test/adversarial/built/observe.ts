import type { Message } from '../../../local/workspace/workspace.js';
import { keys } from '../../../src/store/keys.js';
import { messageText } from '../../support/message-text.js';
import type { Stack } from '../../support/stack.js';
import { viewText } from '../../support/views.js';
import { answerOf, ORGANIZATION, titleOf } from './stack.js';
import { caseOf, type Stage } from './stage.js';

/** What a cell may change or show, at one moment. */
export interface Sight {
  /** Questions on the instance with the texts of the cell. */
  readonly questions: number;
  /** The questions of the conversation on the instance; undefined if there is none. */
  readonly conversation: string | undefined;
  /** What its share link ends with. */
  readonly readToken: string | undefined;
  readonly stopped: boolean;
  /** The bot's messages where the cell is about, by `ts`. */
  readonly messages: ReadonlyMap<string, string>;
  /** What only this person was shown, piece by piece. */
  readonly received: readonly string[];
  /** The settings of the place. */
  readonly settings: string | null;
  /** Those of the organization. */
  readonly workspaceSettings: string | null;
  /** What is stored of the person's own account, and of that of whoever asked. */
  readonly ownAccount: string | null;
  readonly askerAccount: string | null;
  /** The records of the question and its conversation. */
  readonly records: string;
  readonly rated: boolean;
  /** Who owns the conversations with the questions that the request asked. */
  readonly newOwners: readonly number[];
  /** The accounts whose token has been used since the request was sent. */
  readonly calledBy: ReadonlySet<string>;
  /** The previews below the person's messages. */
  readonly previews: number;
}

/** What can be seen of cells now. `since`: when their requests were sent, ms since the epoch. */
export async function look(
  stack: Stack,
  stages: readonly Stage[],
  since = Number.POSITIVE_INFINITY,
): Promise<Sight[]> {
  const conversations = stack.service.conversations();
  const calls = stack.service.calls.filter(({ at }) => at >= since);
  const calledBy = new Set(calls.flatMap(({ user = '' }) => user));
  return Promise.all(
    stages.map(async (stage) => ({ ...(await lookAt(stage, conversations)), calledBy })),
  );
}

type Conversations = ReturnType<Stack['service']['conversations']>;

async function lookAt(
  stage: Stage,
  conversations: Conversations,
): Promise<Omit<Sight, 'calledBy'>> {
  const { stack, person, asker, names } = stage;
  const { store } = stack;
  const { questionId, conversationId } = names.target;
  const conversation = conversations.find(({ id }) => id === conversationId);
  const texts = [caseOf(stage), `new-${stage.number}-`];
  const asked = conversations.flatMap(({ questions }) => questions);
  const strings = [
    keys.settings(ORGANIZATION, names.place),
    keys.workspaceSettings(ORGANIZATION),
    keys.account(ORGANIZATION, person.id),
    keys.account(ORGANIZATION, asker.id),
  ];
  const [stored, question, record, stop, rated] = await Promise.all([
    store.mget(strings),
    store.hgetall(keys.question(questionId)),
    store.hgetall(keys.conversation(conversationId)),
    store.hget(keys.flags(questionId), 'stop'),
    store.exists(keys.feedback(questionId, person.id)),
  ]);
  const [settings = null, workspaceSettings = null, ownAccount = null, askerAccount = null] =
    stored;
  return {
    questions: asked.filter(({ question: text }) => texts.some((it) => text.includes(it))).length,
    conversation: conversation && JSON.stringify(conversation.questions),
    readToken: conversation?.read_token,
    stopped: stop !== null || /"status":"cancell?ed"/.test(JSON.stringify(conversation ?? {})),
    messages: messagesOfBot(stage),
    received: receivedBy(stage),
    settings,
    workspaceSettings,
    ownAccount,
    askerAccount,
    records: JSON.stringify([question, record]),
    rated: rated > 0,
    newOwners: ownersOf(stage, conversations),
    previews: previewsOf(stage),
  };
}

function ownersOf({ number }: Stage, conversations: Conversations): number[] {
  const text = `new-${number}-`;
  return conversations
    .filter(({ questions }) => questions.some(({ question }) => question.includes(text)))
    .map(({ user_id }) => user_id);
}

function channelsOf({ place, names }: Stage): string[] {
  return [...new Set([place.id, names.target.channel])];
}

function inThreads({ stack }: Stage, channel: string): readonly Message[] {
  const { workspace } = stack;
  return workspace
    .messages({ channel })
    .flatMap(({ ts }) => workspace.messages({ channel, threadTs: ts }));
}

function messagesOfBot(stage: Stage): Map<string, string> {
  const all = channelsOf(stage).flatMap((channel) =>
    inThreads(stage, channel)
      .filter(isOfBot(stage))
      .map((message): [string, string] => [`${channel} ${message.ts}`, textOf(message)]),
  );
  return new Map(all);
}

const isOfBot =
  ({ stack }: Stage) =>
  ({ bot_id }: Pick<Message, 'bot_id'>): boolean =>
    bot_id === stack.workspace.app.botId;

/** Blocks hold what the text shortens. */
function textOf(message: Pick<Message, 'text' | 'blocks'>): string {
  return `${messageText(message)}\n${JSON.stringify(message.blocks ?? [])}`;
}

function receivedBy(stage: Stage): string[] {
  const { stack, person, own } = stage;
  const { workspace } = stack;
  const home = workspace.home(person);
  return [
    ...workspace.ephemerals({ user: person }).map(textOf),
    ...workspace.modals(person).map((view) => `${viewText(view)}\n${JSON.stringify(view.blocks)}`),
    ...(home === undefined ? [] : [JSON.stringify(home.blocks)]),
    ...inThreads(stage, own.id).filter(isOfBot(stage)).map(textOf),
  ];
}

function previewsOf({ stack, place, elsewhere }: Stage): number {
  const { workspace } = stack;
  return [place, elsewhere]
    .flatMap((channel) => workspace.messages({ channel }))
    .flatMap(({ attachments = [] }) => attachments).length;
}

/** What was sent to the person alone since then. */
export function receivedSince(before: Sight, after: Sight): string {
  const known = new Set(before.received);
  return after.received.filter((piece) => !known.has(piece)).join('\n');
}

/** What must not reach somebody who is refused. `before`: the request. */
export function secretsOf(stage: Stage, before: Sight): readonly string[] {
  const name = caseOf(stage);
  // Whoever pastes the link has its token already, and may be told what they have asked.
  const readToken = stage.cell.way === 'link' ? undefined : before.readToken;
  return [answerOf(name), titleOf(name), `${name} about`, ...(readToken ? [readToken] : [])];
}
