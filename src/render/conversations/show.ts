import type { KnownBlock } from '@slack/types';
import type { Snapshot } from '../../model/answer.js';
import { actions, context, type Message, note, section } from '../blocks/message.js';
import { MESSAGE_BUDGET, SHOWN } from '../format/limits.js';
import { renderAnswer } from '../question/answer.js';
import { renderOutcome } from '../question/outcome.js';
import { checkLabel } from '../texts/check.js';
import * as conversationTexts from '../texts/conversations.js';
import * as questionTexts from '../texts/question.js';
import { type CommandButton, commandButtons } from './command-buttons.js';

/** Reserved for what surrounds an answer: the question, a line of facts, buttons. */
const SURROUNDINGS = 3_500;

/** Slack accepts five messages per `response_url`; one is left for what follows. */
const MAX_NOTES = 4;

/** A conversation as pages: each question with its answer, long answers on several pages. */
export function conversationPages(questions: readonly Snapshot[], baseUrl: string): Message[] {
  const pages = questions.flatMap((question) => {
    const [first, ...more] = answerOf(question, baseUrl);
    const asked = section(questionTexts.blockQuote(question.text, SHOWN.quote));
    return first === undefined ? [] : [{ ...first, blocks: [asked, ...first.blocks] }, ...more];
  });
  return pages.length === 0 ? [note(conversationTexts.nothingAsked)] : pages;
}

function answerOf(question: Snapshot, baseUrl: string): Message[] {
  switch (question.status) {
    case 'completed': {
      const { quota: _quota, ...answer } = { ...question.answer, followups: [] };
      const budget = MESSAGE_BUDGET - SURROUNDINGS;
      const elapsedMs = question.stats.timeMs;
      return renderAnswer({ answer, baseUrl, elapsedMs, afterStop: false, budget });
    }
    case 'failed':
      return [renderOutcome({ kind: 'failed', failure: question.failure }, { baseUrl })];
    case 'cancelled':
      return [renderOutcome({ kind: 'cancelled', confirmed: true }, { baseUrl })];
    default:
      return [note(conversationTexts.stillWorking)];
  }
}

export interface PageInput {
  readonly id: number;
  /** When it was last asked in, ms since the epoch. */
  readonly at: number;
  /** Of its thread in Slack. */
  readonly link?: string;
  readonly page: number;
  readonly starred: boolean;
  readonly mayDelete: boolean;
}

/** One page of a conversation, with buttons for what can be done with it. */
export function renderPage(pages: readonly Message[], input: PageInput): Message {
  const page = Math.min(input.page, pages.length - 1);
  const { text = '', blocks = [] } = pages[page] ?? {};
  const facts = conversationTexts.conversationFacts({ ...input, page, pages: pages.length });
  const rows: KnownBlock[] = [actions(commandButtons(buttons(input, page, pages.length)))];
  return { text, blocks: [context(facts), ...blocks, ...rows] };
}

function buttons(
  { id, starred, mayDelete }: PageInput,
  page: number,
  pages: number,
): CommandButton[] {
  const to = (label: string, at: number) => [{ label, command: `show ${id} page ${at}` }];
  return [
    ...(page > 0 ? to(conversationTexts.previousLabel, page - 1) : []),
    ...(page < pages - 1 ? to(conversationTexts.nextLabel, page + 1) : []),
    {
      label: conversationTexts.starLabel(starred),
      command: `${starred ? 'unstar' : 'star'} ${id}`,
    },
    { label: conversationTexts.shareLinkLabel, command: `share ${id}` },
    { label: conversationTexts.exportLabel, command: `export ${id}` },
    { label: checkLabel, command: `check ${id}` },
    ...(mayDelete ? [{ label: conversationTexts.deleteLabel, command: `delete ${id}` }] : []),
    { label: conversationTexts.showListLabel, command: 'list' },
  ];
}

/** A conversation shared from elsewhere: without buttons, since only its link opens it. */
export function renderShared(pages: readonly Message[]): Message[] {
  const shown = pages.slice(0, MAX_NOTES);
  const left = pages.length - shown.length;
  return shown.map(({ text, blocks }, i) => ({
    text,
    blocks: [
      ...(i === 0 ? [context(conversationTexts.sharedHead)] : []),
      ...blocks,
      ...(left > 0 && i === shown.length - 1 ? [context(conversationTexts.sharedMore(left))] : []),
    ],
  }));
}
