import type { Channel, Message } from '../../local/workspace/workspace.js';
import { has, STOP, shown } from '../flow/scene.js';
import { type Asked, questionOf, slotOf } from './asking.js';
import type { Office } from './office.js';
import { MARK, SECTIONS } from './plans.js';

/** What both far sides show of everything that was asked. Each string names one fault. */
export interface Verdict {
  readonly asked: number;
  /** Never acknowledged, so not asked: Slack itself tells the person. */
  readonly unheard: number;
  /** No visible ending, or one with parts missing. */
  readonly lost: readonly string[];
  /** More than one ending, or a message twice. */
  readonly doubled: readonly string[];
  /** A status message or button that stayed behind. */
  readonly left: readonly string[];
  /** What should not be there: of no question, of another one, or at a channel's root. */
  readonly stray: readonly string[];
  /** More than one conversation or question on the instance. */
  readonly twins: readonly string[];
}

/** A message of the bot, and where it stands. */
interface Found {
  readonly message: Message;
  readonly channel: Channel;
  readonly atRoot: boolean;
}

/** Looks at the workspace and the service; at nothing of the bot's own. */
export function audit(office: Office): Verdict {
  const found = messagesOfBot(office);
  const groups = grouped(found);
  const groupOf = finder(groups);
  const looks = office.asked.map((asked) => ({
    asked,
    look: office.withdrawn.has(asked.mark)
      ? nothingOf(groupOf(asked))
      : lookAt(asked, groupOf(asked), office.closed),
  }));
  const listed = (pick: (look: Look) => readonly string[]) =>
    looks.flatMap(({ asked, look }) => pick(look).map((what) => `${name(asked)}: ${what}`));
  return {
    asked: office.asked.length,
    unheard: office.asked.filter((it) => !office.heard(it)).length,
    lost: looks
      .filter(({ asked }) => office.heard(asked))
      .flatMap(({ asked, look }) => look.lost.map((what) => `${name(asked)}: ${what}`)),
    doubled: listed((look) => look.doubled),
    left: listed((look) => look.left),
    stray: [...listed((look) => look.stray), ...strays(groups)],
    twins: twins(office),
  };
}

/** Every fault that breaks the promise, in words; twins only cost, so they are not among them. */
export function broken({ lost, doubled, left, stray }: Verdict): string[] {
  const kinds = Object.entries({ lost, doubled, left, stray });
  return kinds.flatMap(([kind, faults]) => faults.map((fault) => `${kind}: ${fault}`));
}

function messagesOfBot({ stack, rooms, people }: Office): Found[] {
  const { workspace } = stack;
  const ours = ({ bot_id: bot }: Message) => bot === workspace.app.botId;
  const channels = [...rooms, ...people.map((person) => workspace.dm(person))];
  return channels.flatMap((channel) =>
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

type Groups = ReadonlyMap<string, readonly Found[]>;

/** By the question that each is about; '' where it says none. */
function grouped(found: readonly Found[]): Groups {
  const groups = new Map<string, Found[]>();
  for (const each of found) {
    const id = questionOf(each.message) ?? '';
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  return groups;
}

/** What was said is in its question's id; what was commanded is quoted at the thread's root. */
function finder(groups: Groups): (asked: Asked) => readonly Found[] {
  const byPlace = new Map<string, readonly Found[]>();
  const byMark = new Map<string, readonly Found[]>();
  for (const [id, group] of groups) {
    byPlace.set(id.split('-').slice(1).join('-'), group);
    const root = group.find(({ atRoot }) => atRoot);
    const mark = root && shown(root.message).match(MARK)?.[0];
    if (mark !== undefined) byMark.set(mark, group);
  }
  return ({ ts, channel, mark }) =>
    (ts === undefined ? byMark.get(mark) : byPlace.get(`${channel.id}-${ts}`)) ?? [];
}

type Look = Pick<Verdict, 'lost' | 'doubled' | 'left' | 'stray'>;

/** In a channel that the bot has lost, what it had said has to stay as it is. */
function lookAt(asked: Asked, group: readonly Found[], closed: ReadonlySet<string>): Look {
  const heads = group.filter(isHead);
  const sections = group.flatMap(sectionsIn);
  const kinds = group.map((it) => `${slotOf(it.message)} in ${it.channel.name}`);
  const isAnswer = heads.some(({ message }) => /(answer|section)-q\d+q/.test(shown(message)));
  const texts = group.filter((it) => isHead(it) || /^answer/.test(slotOf(it.message)));
  const others = texts.flatMap(marksIn).filter((mark) => mark !== asked.mark);
  return {
    lost: [
      ...(heads.length === 0 ? ['no ending'] : []),
      ...(isAnswer && sections.length > 0 ? missing(sections) : []),
    ],
    doubled: [
      ...(heads.length > 1 ? [`${heads.length} endings`] : []),
      ...twice(kinds),
      ...twice(sections.map((number) => `section ${number}`)),
    ],
    left: group
      .filter((it) => isOpen(it) && !closed.has(it.channel.id))
      .map(({ message }) => `${message.ts} “${clip(shown(message))}”`),
    stray: others.map((mark) => `speaks of ${mark}`),
  };
}

/** Of what was withdrawn. */
function nothingOf(group: readonly Found[]): Look {
  const left = group.map(({ message }) => `${message.ts} “${clip(shown(message))}”`);
  return { lost: [], doubled: [], left, stray: [] };
}

/** What a status message says while its question is open. */
const OPEN =
  /Got it\. Starting|Looking through the code|Next in line|^Number [\d,]+ in line|has your question and starts|Your question waits; I keep trying|^Stopping…/m;
/** What it shrinks to when the ending is a message of its own. */
const POINTER = /^(Answered below|No answer: |No answer in time|Stopped( ·|$)|Done( ·|$))/;

/** Whether an ending begins with this message. */
function isHead(found: Found): boolean {
  const slot = slotOf(found.message);
  if (slot === 'answer.0' || slot === 'mistake') return true;
  return slot === 'status' && !isOpen(found) && !POINTER.test(shown(found.message));
}

function isOpen({ message }: Found): boolean {
  const waits = has(message, STOP) || has(message, 'question.keep-waiting');
  return waits || (slotOf(message) === 'status' && OPEN.test(shown(message)));
}

function sectionsIn({ message }: Found): number[] {
  return [...shown(message).matchAll(/section-q\d+q-(\d+)\./g)].map(([, number]) => Number(number));
}

function marksIn({ message }: Found): string[] {
  return [...shown(message).matchAll(/(?:answer|section)-(q\d+q)/g)].map(([, mark]) =>
    String(mark),
  );
}

function missing(sections: readonly number[]): string[] {
  const there = new Set(sections);
  return Array.from({ length: SECTIONS }, (_, i) => i + 1)
    .filter((number) => !there.has(number))
    .map((number) => `section ${number} is missing`);
}

function twice(names: readonly string[]): string[] {
  const again = names.filter((each, i) => names.indexOf(each) !== i);
  return [...new Set(again)].map((each) => `${each} twice`);
}

/** Messages of no question, and such as stand at a channel's root without being a command's. */
function strays(groups: Groups): string[] {
  return [...groups].flatMap(([id, group]) =>
    group
      .filter((found) => id === '' || (found.atRoot && slotOf(found.message) !== 'root'))
      .map(({ channel, message }) => {
        return `${id || 'nobody'}: ${message.ts} in ${channel.name} “${clip(shown(message))}”`;
      }),
  );
}

function twins({ stack, asked }: Office): string[] {
  const times = new Map<string, number>();
  for (const { questions } of stack.service.conversations()) {
    for (const { question } of questions) {
      const mark = question.match(MARK)?.[0] ?? '';
      times.set(mark, (times.get(mark) ?? 0) + 1);
    }
  }
  return asked
    .filter(({ mark }) => (times.get(mark) ?? 0) > 1)
    .map((it) => `${name(it)}: asked ${times.get(it.mark)} times`);
}

function name({ mark, way, channel, ts }: Asked): string {
  return `${mark} (${way} in ${channel.name}${ts === undefined ? '' : ` at ${ts}`})`;
}

function clip(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80);
}
