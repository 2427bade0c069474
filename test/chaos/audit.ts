import type { Channel, Message } from '../../local/workspace/workspace.js';
import { messageText } from '../support/message-text.js';
import { isOpen, questionOf, showsOutcome, slotOf } from '../support/visible-outcomes.js';
import { seconds } from './figures.js';
import type { Harness } from './harness.js';
import { LONG_ANSWER_SECTIONS, QUESTION_MARK } from './planned-engine.js';
import type { AskedQuestion } from './question-load.js';

/** What Slack and the service show for everything that was asked. Each string is one fault. */
export interface AuditResult {
  readonly asked: number;
  /** Never acknowledged, so not asked: Slack itself tells the person that it failed. */
  readonly notAcknowledged: number;
  /** No visible outcome, or one with missing parts. */
  readonly lost: readonly string[];
  /** More than one outcome, or a message twice. */
  readonly duplicated: readonly string[];
  /** The largest number of messages that showed the outcome of one question at the same moment. */
  readonly mostAtOnce: number;
  /** Outcomes that were visible twice at some moment, even if no longer. */
  readonly overlapping: readonly string[];
  /** A status message or button that was left behind. */
  readonly left: readonly string[];
  /** Messages that belong to no question, or to another one, or that are outside a thread. */
  readonly stray: readonly string[];
  /** Questions with more than one conversation or question on the service. */
  readonly duplicateConversations: readonly string[];
}

/** A message of the bot, and where it was posted. */
interface BotMessage {
  readonly message: Message;
  readonly channel: Channel;
  readonly atRoot: boolean;
}

/**
 * Looks at the workspace and the service only, never at the bot's own state: at what is shown now and,
 * for outcomes, at everything that was shown before.
 */
export function audit(harness: Harness): AuditResult {
  const found = messagesOfBot(harness);
  const groups = grouped(found);
  const groupOf = finder(groups);
  const looks = harness.asked.map((asked) => ({
    asked,
    look: harness.deleted.has(asked.mark)
      ? auditDeleted(groupOf(asked))
      : auditQuestion(asked, groupOf(asked), harness.closed),
  }));
  const listed = (pick: (look: QuestionAudit) => readonly string[]) =>
    looks.flatMap(({ asked, look }) => pick(look).map((what) => `${name(asked)}: ${what}`));
  return {
    asked: harness.asked.length,
    notAcknowledged: harness.asked.filter((it) => !harness.acknowledged(it)).length,
    lost: looks
      .filter(({ asked }) => harness.acknowledged(asked))
      .flatMap(({ asked, look }) => look.lost.map((what) => `${name(asked)}: ${what}`)),
    duplicated: listed((look) => look.duplicated),
    mostAtOnce: harness.outcomes.mostAtOnce(),
    overlapping: harness.outcomes
      .overlaps()
      .map((it) => `${it.question}: ${it.messages} outcomes at once for ${seconds(it.forMs)}`),
    left: listed((look) => look.left),
    stray: [...listed((look) => look.stray), ...strayMessages(groups)],
    duplicateConversations: findDuplicateConversations(harness),
  };
}

/** Every fault as a line of text. Duplicate conversations only cost money, so they are no fault. */
export function faultsIn(result: AuditResult): string[] {
  const { lost, duplicated, overlapping, left, stray } = result;
  const kinds = Object.entries({ lost, duplicated, overlapping, left, stray });
  return kinds.flatMap(([kind, faults]) => faults.map((fault) => `${kind}: ${fault}`));
}

function messagesOfBot({ stack, channels, people }: Harness): BotMessage[] {
  const { workspace } = stack;
  const ours = ({ bot_id: bot }: Message) => bot === workspace.app.botId;
  const allChannels = [...channels, ...people.map((person) => workspace.dm(person))];
  return allChannels.flatMap((channel) =>
    workspace.messages({ channel }).flatMap((root) => {
      const replies =
        (root.reply_count ?? 0) > 0 ? workspace.messages({ channel, threadTs: root.ts }) : [];
      return [
        ...[root].filter(ours).map((message) => ({ message, channel, atRoot: true })),
        ...replies
          .filter((message) => ours(message) && message.ts !== root.ts)
          .map((message) => ({ message, channel, atRoot: false })),
      ];
    }),
  );
}

type Groups = ReadonlyMap<string, readonly BotMessage[]>;

/** By question id; '' if a message names none. */
function grouped(found: readonly BotMessage[]): Groups {
  const groups = new Map<string, BotMessage[]>();
  for (const each of found) {
    const id = questionOf(each.message) ?? '';
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  return groups;
}

/** A message's `ts` is part of its question's id; a command is quoted in the thread's root. */
function finder(groups: Groups): (asked: AskedQuestion) => readonly BotMessage[] {
  const byPlace = new Map<string, readonly BotMessage[]>();
  const byMark = new Map<string, readonly BotMessage[]>();
  for (const [id, group] of groups) {
    byPlace.set(id.split('-').slice(1).join('-'), group);
    const root = group.find(({ atRoot }) => atRoot);
    const mark = root && messageText(root.message).match(QUESTION_MARK)?.[0];
    if (mark !== undefined) byMark.set(mark, group);
  }
  return ({ ts, channel, mark }) =>
    (ts === undefined ? byMark.get(mark) : byPlace.get(`${channel.id}-${ts}`)) ?? [];
}

type QuestionAudit = Pick<AuditResult, 'lost' | 'duplicated' | 'left' | 'stray'>;

/** In a channel that the bot can no longer post to, its old messages stay as they are. */
function auditQuestion(
  asked: AskedQuestion,
  group: readonly BotMessage[],
  closed: ReadonlySet<string>,
): QuestionAudit {
  const heads = group.filter(({ message }) => showsOutcome(message));
  const sections = group.flatMap(sectionsIn);
  const kinds = group.map((it) => `${slotOf(it.message)} in ${it.channel.name}`);
  const isAnswer = heads.some(({ message }) => /(answer|section)-q\d+q/.test(messageText(message)));
  const texts = group.filter(
    ({ message }) => showsOutcome(message) || /^answer/.test(slotOf(message)),
  );
  const others = texts.flatMap(marksIn).filter((mark) => mark !== asked.mark);
  return {
    lost: [
      ...(heads.length === 0 ? ['no outcome'] : []),
      ...(isAnswer && sections.length > 0 ? missing(sections) : []),
    ],
    duplicated: [
      ...(heads.length > 1 ? [`${heads.length} outcomes`] : []),
      ...duplicates(kinds),
      ...duplicates(sections.map((number) => `section ${number}`)),
    ],
    left: group
      .filter((it) => isOpen(it.message) && !closed.has(it.channel.id))
      .map(({ message }) => `${message.ts} “${clip(messageText(message))}”`),
    stray: others.map((mark) => `mentions ${mark}`),
  };
}

/** Nothing may be left of a question whose message was deleted. */
function auditDeleted(group: readonly BotMessage[]): QuestionAudit {
  const left = group.map(({ message }) => `${message.ts} “${clip(messageText(message))}”`);
  return { lost: [], duplicated: [], left, stray: [] };
}

function sectionsIn({ message }: BotMessage): number[] {
  return [...messageText(message).matchAll(/section-q\d+q-(\d+)\./g)].map(([, number]) =>
    Number(number),
  );
}

function marksIn({ message }: BotMessage): string[] {
  return [...messageText(message).matchAll(/(?:answer|section)-(q\d+q)/g)].map(([, mark]) =>
    String(mark),
  );
}

function missing(sections: readonly number[]): string[] {
  const there = new Set(sections);
  return Array.from({ length: LONG_ANSWER_SECTIONS }, (_, i) => i + 1)
    .filter((number) => !there.has(number))
    .map((number) => `section ${number} is missing`);
}

function duplicates(names: readonly string[]): string[] {
  const again = names.filter((each, i) => names.indexOf(each) !== i);
  return [...new Set(again)].map((each) => `${each} twice`);
}

/** Messages of no question, and messages outside threads that are not a command's root message. */
function strayMessages(groups: Groups): string[] {
  return [...groups].flatMap(([id, group]) =>
    group
      .filter((found) => id === '' || (found.atRoot && slotOf(found.message) !== 'root'))
      .map(({ channel, message }) => {
        return `${id || 'nobody'}: ${message.ts} in ${channel.name} “${clip(messageText(message))}”`;
      }),
  );
}

function findDuplicateConversations({ stack, asked }: Harness): string[] {
  const times = new Map<string, number>();
  for (const { questions } of stack.service.conversations()) {
    for (const { question } of questions) {
      const mark = question.match(QUESTION_MARK)?.[0] ?? '';
      times.set(mark, (times.get(mark) ?? 0) + 1);
    }
  }
  return asked
    .filter(({ mark }) => (times.get(mark) ?? 0) > 1)
    .map((it) => `${name(it)}: asked ${times.get(it.mark)} times`);
}

function name({ mark, way, channel, ts }: AskedQuestion): string {
  return `${mark} (${way} in ${channel.name}${ts === undefined ? '' : ` at ${ts}`})`;
}

function clip(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
