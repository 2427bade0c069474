import type { EngineAnswer } from '../../local/service/service.js';
import type { Channel, Message, Person, Ref, Workspace } from '../../local/workspace/workspace.js';
import { messageText } from './message-text.js';
import type { PendingQuestion, Stack } from './stack.js';

/** The ids of the buttons, as they are on the wire. */
export const CANCEL_BUTTON = 'question.stop';
export const KEEP_WAITING_BUTTON = 'question.keep-waiting';
export const SUGGESTION_BUTTON = 'question.ask.0';
export const ASK_AGAIN_BUTTON = 'question.ask.again';
export const SOURCES_BUTTON = 'modal.open.0';
export const VOTE_BUTTON = 'answer.vote';
/** The menu under an answer; what it offers is by the labels there. */
const ANSWER_MENU = 'answer.menu';
export type AnswerMenuItem = 'again' | 'copy' | 'share' | 'check' | 'explore';

let scenarios = 0;

export interface Scenario {
  readonly stack: Stack;
  readonly asker: Person;
  readonly channel: Channel;
  /** How one addresses the bot. */
  readonly bot: string;
  /** A text that no other test asks. */
  text(about?: string): string;
  /** Says something in the channel, with the bot mentioned in front, and gives the thread of it. */
  mention(text: string): Promise<Thread>;
  /** Says something in the direct message with the bot. */
  direct(text: string): Promise<Thread>;
  /** Asks by slash command; gives the thread that the bot opens for it. */
  command(text: string): Promise<Thread>;
  /** Asks, and gives the thread with the work that the service was given. */
  asked(text: string): Promise<{ thread: Thread; work: PendingQuestion }>;
  /** Asks and lets the service answer; gives the thread when the answer stands. */
  answered(text: string, answer?: Partial<EngineAnswer>): Promise<Thread>;
  /** What `asker` was told in private in the channel (or where said). */
  notes(where?: Ref): string[];
}

/** A channel of its own with somebody who asks in it: tests that share a stack do not meet. */
export function newScenario(stack: Stack): Scenario {
  const { workspace, engine } = stack;
  scenarios += 1;
  const number = scenarios;
  const asker = workspace.addPerson({ name: `asker${number}`, real_name: `Asker ${number}` });
  const channel = workspace.addChannel({ name: `room-${number}`, members: [asker] });
  const bot = `<@${workspace.app.botUserId}>`;
  let texts = 0;

  async function say(where: Channel, text: string): Promise<Thread> {
    const { ts } = await workspace.say({ as: asker, channel: where, text });
    return threadAt(workspace, where, ts);
  }
  const scenario: Scenario = {
    stack,
    asker,
    channel,
    bot,
    text: (about = 'where do we retry') => `${about}, case ${number}-${++texts}?`,
    mention: (text) => say(channel, `${bot} ${text}`),
    direct: (text) => say(workspace.dm(asker), text),
    async command(text) {
      const { ackStatus } = await workspace.command({ as: asker, channel, text });
      if (ackStatus !== 200) throw new Error(`the command was answered with ${ackStatus}`);
      return rootOf(workspace, channel, text.replace(/^ask /, ''));
    },
    async asked(text) {
      const [thread, work] = await Promise.all([scenario.mention(text), engine.next(text)]);
      return { thread, work };
    },
    async answered(text, answer) {
      const { thread, work } = await scenario.asked(text);
      work.answer(answer);
      await thread.ended();
      return thread;
    },
    notes: (where = channel) =>
      workspace.ephemerals({ user: asker, channel: where }).map((note) => note.text),
  };
  return scenario;
}

/** The thread whose root, posted by the bot, quotes this text. */
export async function rootOf(workspace: Workspace, channel: Ref, text: string): Promise<Thread> {
  const root = await workspace.waitFor(
    () => workspace.messages({ channel }).find((m) => m.bot_id && messageText(m).includes(text)),
    { what: `a root message that quotes "${text}"` },
  );
  return threadAt(workspace, channel, root.ts);
}

export type Thread = ReturnType<typeof threadAt>;

/** What a status message shrinks to once an ending that came late stands below it. */
const POINTER =
  /^(Answered below|Ended|Continued in a direct message\.|Stopped|No answer in time|No answer: the service [a-z ]+)( · [^\n]*)?$/;

const LONG_MS = 90_000;

/** A thread as a person sees it. */
export function threadAt(workspace: Workspace, channel: Ref, ts: string) {
  const all = () => workspace.messages({ channel, threadTs: ts });
  const ours = () => all().filter((m) => m.bot_id === workspace.app.botId && m.ts !== ts);
  const waitFor = <T>(find: () => T | undefined | false, what: string) =>
    workspace.waitFor(find, { what: `${what} in ${ts}`, timeoutMs: LONG_MS });

  const thread = {
    ts,
    channel,
    root: () => all()[0],
    all,
    /** What the bot said in it, oldest first; the root is not among it. */
    ours,
    /** As people read it. */
    said: () =>
      ours()
        .filter(({ files }) => files === undefined)
        .map(messageText),
    /** The files that it showed. */
    files: () => ours().flatMap(({ files = [] }) => files),
    /** The first message of the bot that reads like this. */
    message: (like: string | RegExp) =>
      waitFor(() => ours().find((m) => textMatches(m, like)), `a message like ${like}`),
    /** The status message, once it stands with its button. */
    status: () =>
      waitFor(() => ours().find((m) => hasButton(m, CANCEL_BUTTON)), 'a status message'),
    /**
     * What the bot said, in the same form however long it took: without the lines that point to an
     * ending below, without the mention that a late one begins with, and without Ask again.
     */
    endings: () =>
      thread
        .said()
        .filter((text) => !POINTER.test(text))
        .map((text) => text.replace(/^<@\w+> /, '').replace(/\n\[Ask again\]$/, '')),
    /** The bot has said something last and no button to cancel is left; gives its endings. */
    async ended(answers = 1): Promise<string[]> {
      const over = () =>
        thread.endings().length >= answers && !ours().some((m) => hasButton(m, CANCEL_BUTTON));
      const settled = () => !ours().some((m) => textMatches(m, 'Stopping…'));
      await waitFor(() => over() && settled(), `${answers} ending(s)`);
      return thread.endings();
    },
    /** Somebody replies in it. */
    reply: (as: Ref, text: string) => workspace.say({ as, channel, threadTs: ts, text }),
    /** Somebody presses a button; without `on` that of the first message that has it. */
    async press(as: Ref, actionId: string, on?: Message) {
      const message =
        on ??
        (await waitFor(() => ours().find((m) => hasButton(m, actionId)), `a button ${actionId}`));
      return workspace.click({ as, channel, ts: message.ts, actionId });
    },
    /** Somebody chooses something in the menu under an answer, by default under the first. */
    async choose(as: Ref, item: AnswerMenuItem, on?: Message) {
      const message =
        on ?? (await waitFor(() => ours().find((m) => hasButton(m, ANSWER_MENU)), 'a menu'));
      const value = menuValues(message).find((each) => each.startsWith(`${item}:`));
      if (value === undefined) throw new Error(`the menu has no "${item}"`);
      return workspace.click({ as, channel, ts: message.ts, actionId: ANSWER_MENU, value });
    },
  };
  return thread;
}

export function textMatches(message: Message, like: string | RegExp): boolean {
  const text = messageText(message);
  return typeof like === 'string' ? text.includes(like) : like.test(text);
}

/** Whether the message has a button with this id. */
export function hasButton(message: Message, actionId: string): boolean {
  return buttons(message).some((button) => button['action_id'] === actionId);
}

/** What the options of the menu under an answer hold. */
export function menuValues(message: Message): string[] {
  const menu = buttons(message).find((element) => element['action_id'] === ANSWER_MENU);
  const options = (menu?.['options'] ?? []) as { readonly value: string }[];
  return options.map(({ value }) => value);
}

export function buttons(message: Pick<Message, 'blocks'>): Record<string, unknown>[] {
  const rows = (message.blocks ?? []).filter(({ type }) => type === 'actions');
  return rows.flatMap((row) => row['elements'] as Record<string, unknown>[]);
}

/** The one ending among what was said. */
export function onlyOutcome(said: readonly string[], like = 'backoff()'): string {
  const [ending, ...more] = said.filter((text) => text.includes(like));
  const others = said.filter((text) => !text.includes(like));
  if (ending === undefined || more.length + others.length > 0) {
    throw new Error(`one ending was expected:\n${said.join('\n---\n')}`);
  }
  return ending;
}

/** What a person asked, of what the service was sent. */
export function askedText({ question }: { readonly question: string }): string {
  return question.replace(/\n\n\[Slack context [\s\S]*$/, '');
}

/** The questions of the conversation that this one is in. */
export function conversationWith(stack: Stack, text: string): string[] | undefined {
  return stack.service
    .conversations()
    .map(({ questions }) => questions.map(askedText))
    .find((questions) => questions.includes(text));
}

/** The questions that the service has been asked, in all conversations, that begin with this. */
export function askedQuestions(stack: Stack, text: string) {
  return stack.service
    .conversations()
    .flatMap((conversation) => conversation.questions)
    .filter(({ question }) => question.startsWith(text));
}

/** Asks until the bot knows the repositories: the first questions do not wait for a list that takes long. */
export async function untilRepositoriesAreListed({ stack }: Scenario): Promise<void> {
  for (;;) {
    const scenario = newScenario(stack);
    const { thread, work } = await scenario.asked(`repo:nowhere ${scenario.text()}`);
    work.answer();
    await thread.ended();
    if (!work.context.added.includes('nowhere')) return;
  }
}

/**
 * Asks one thing more and sees it answered: whatever reached the bot before has been dealt with by
 * then, so that what did not come will not come.
 */
export async function waitUntilProcessed(stack: Stack): Promise<void> {
  await newScenario(stack).answered(`fence ${++scenarios}`);
}
