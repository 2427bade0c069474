import type { KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { Answer } from '../../model/answer.js';
import type { Question } from '../../model/question.js';
import { actions, button, context, jsonLength, type Message, section } from '../blocks/message.js';
import { clip, escapeMrkdwn, oneLine, oneLineInBold } from '../format/escape.js';
import { LIMITS, MESSAGE_BUDGET, SHOWN } from '../format/limits.js';
import { withDiagramsAsText } from '../markdown/diagrams.js';
import { pack } from '../markdown/pack.js';
import { firstSentence } from '../markdown/plain-text.js';
import { type Piece, sanitize } from '../markdown/sanitize.js';
import { sharedWithChannel } from '../texts/notes.js';
import * as questionTexts from '../texts/question.js';
import { answerActions } from './answer-actions.js';
import { scopeButtons, scopeText } from './scope.js';
import { simplify } from './simplify.js';
import { firstSources, issueWarning, listSources, sourceLines } from './sources.js';

export interface AnswerInput {
  /** What the buttons below are about; absent where it is only read again, without buttons. */
  readonly question?: Pick<Question, 'id' | 'text' | 'ref' | 'privately' | 'sharedIn' | 'scope'>;
  readonly answer: Answer;
  /** Of the instance: what relative links are relative to. */
  readonly baseUrl: string;
  readonly elapsedMs: number;
  /** A user id to mention at the start of the first part. */
  readonly mention?: string;
  /** A stop arrived after the answer was finished. */
  readonly afterStop: boolean;
  /** 0: Slack's Markdown; 1: sections of its older markup; 2: plain text without blocks. */
  readonly plainness?: 0 | 1 | 2;
  /** The maximum JSON length of a message's blocks; smaller where Slack refused. At least 3,000. */
  readonly budget?: number;
}

/** An answer as the messages that it becomes, in order: at least one, the last with all that follows it. */
export function renderAnswer(input: AnswerInput): Message[] {
  return withHeadAndTail(input, bodyParts(input, bodyOf(input)));
}

/** What the answer says, ready to be packed. Most of the time that an answer takes is spent here. */
export function bodyOf({ answer, baseUrl }: AnswerInput): Piece[] {
  const text = answer.text.trim() === '' ? questionTexts.emptyAnswer : answer.text;
  return sanitize(withDiagramsAsText(text), baseUrl);
}

/** The messages of these parts of Markdown; `notes` stand before what follows every answer. */
export function withHeadAndTail(
  input: AnswerInput,
  parts: readonly string[],
  notes: readonly KnownBlock[] = [],
): Message[] {
  const head = headBlocks(input);
  const bodies = parts.map((text, i): KnownBlock[] => [
    ...(i === 0 ? head : []),
    { type: 'markdown', text },
  ]);
  const all = withTail(bodies, [...notes, ...tailBlocks(input)], budgetOf(input));
  return all
    .map((blocks, i) => ({
      text: noticed(input, parts[i], { i, of: all.length }),
      blocks,
      ...(i === all.length - 1 ? sourcesInText(input) : {}),
    }))
    .map((message) => asPlainAs(input.plainness ?? 0, message));
}

function budgetOf({ budget = MESSAGE_BUDGET }: AnswerInput): number {
  return Math.max(3_000, budget);
}

const MARKDOWN_OVERHEAD = 60;

/** The body's Markdown in parts that fit into a message each, the first with its head. */
export function bodyParts(input: AnswerInput, body: readonly Piece[]): string[] {
  const room = budgetOf(input) - jsonLength(headBlocks(input));
  const full = Math.max(2_000, room - MARKDOWN_OVERHEAD);
  const parts = pack(body, { first: full, full, cost: (md) => jsonLength(md) - 2 });
  if (parts.length > SHOWN.parts) {
    return [
      ...parts.slice(0, SHOWN.parts - 1),
      questionTexts.tooLong(parts.length - SHOWN.parts + 1),
    ];
  }
  return parts.length === 0 ? [questionTexts.emptyAnswer] : parts;
}

function headBlocks({ answer, mention, afterStop }: AnswerInput): KnownBlock[] {
  const title = escapeMrkdwn(clip(oneLineInBold(answer.title), SHOWN.title));
  const bold = title === '' ? '' : `*${title}*`;
  const line = [mention === undefined ? '' : questionTexts.mention(mention), bold]
    .filter(Boolean)
    .join(' ');
  return [
    ...(line === '' ? [] : [section(line)]),
    ...(afterStop ? [context(questionTexts.stopCameTooLate)] : []),
  ];
}

/** Small text, and one row or two of buttons. Where there are no buttons, the sources are text. */
function tailBlocks(input: AnswerInput): KnownBlock[] {
  const { question, baseUrl } = input;
  const { sources, followups, stats } = input.answer;
  const cost = questionTexts.costText({ ...stats, elapsedMs: input.elapsedMs });
  const where = question === undefined ? '' : scopeText(question, input.answer, baseUrl);
  const spent = [where, cost, ...quota(input.answer)].filter((part) => part !== '').join(' · ');
  const listed = listSources(sources, baseUrl);
  const elsewhere = question === undefined ? [] : scopeButtons(question, input.answer, baseUrl);
  const about = { count: listed.length, files: listed.some(({ file }) => file !== undefined) };
  return [
    ...(question === undefined ? firstSources(sources, baseUrl).blocks : issueWarning(listed)),
    ...(spent === '' ? [] : [context(spent)]),
    ...(question?.sharedIn === undefined ? [] : [context(sharedWithChannel(question.sharedIn))]),
    ...followupButtons(followups),
    ...(question === undefined ? [] : [answerActions(question, { ...about, elsewhere })]),
  ];
}

/** In plain text, there is no button that opens the list of sources. */
function sourcesInText({
  question,
  answer,
  baseUrl,
}: AnswerInput): Pick<Message, 'withoutButtons'> {
  const lines = question === undefined ? '' : sourceLines(listSources(answer.sources, baseUrl));
  return lines === '' ? {} : { withoutButtons: lines };
}

/** Said once most of it is used. */
function quota({ quota }: Answer): string[] {
  if (quota?.limit === undefined || quota.limit <= 0 || quota.used < quota.limit * 0.8) return [];
  return [questionTexts.quotaNearlyUsed({ ...quota, limit: quota.limit })];
}

function followupButtons(followups: readonly string[]): KnownBlock[] {
  // A button asks no more than it shows, give or take a few words.
  const asked = followups
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= SHOWN.followupText);
  const isWhole = (text: string) => text.length <= LIMITS.buttonText;
  const wholeFirst = [...asked.filter(isWhole), ...asked.filter((text) => !isWhole(text))];
  const buttons = [...new Set(wholeFirst)]
    .slice(0, SHOWN.followups)
    .map((text, i) => button(text, { id: `${ACTIONS.ask}.${i}`, value: text }));
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** The tail goes under the last part, and on into messages of its own where it has to. */
function withTail(bodies: KnownBlock[][], tail: KnownBlock[], budget: number): KnownBlock[][] {
  const all = bodies.map((blocks) => [...blocks]);
  for (const block of tail) {
    const last = all.at(-1);
    if (
      last !== undefined &&
      last.length < LIMITS.blocks &&
      jsonLength([...last, block]) <= budget
    ) {
      last.push(block);
    } else all.push([block]);
  }
  return all;
}

/** What a notification says of a part. */
function noticed(
  { mention, answer }: AnswerInput,
  part: string | undefined,
  { i, of }: { i: number; of: number },
): string {
  const sentence = escapeMrkdwn(firstSentence(part ?? '', SHOWN.sentence));
  const said = sentence || escapeMrkdwn(clip(oneLine(answer.title), SHOWN.title));
  if (i === 0) return questionTexts.withMention(mention, said || questionTexts.emptyAnswer);
  return [questionTexts.partNumber(i + 1, of), said].filter((text) => text !== '').join(': ');
}

function asPlainAs(plainness: 0 | 1 | 2, message: Message): Message {
  if (plainness === 0) return message;
  const once = simplify(message) ?? message;
  return plainness === 1 ? once : (simplify(once) ?? once);
}
