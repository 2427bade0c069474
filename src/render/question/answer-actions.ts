import type { ActionsBlock, Button, KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { AnswerMenuItem } from '../../model/answer-action.js';
import { FEEDBACK_REASONS, type Feedback, type FeedbackReason } from '../../model/feedback.js';
import type { Question } from '../../model/question.js';
import { actions, button, type Message, overflow, section } from '../blocks/message.js';
import { openViewButton } from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import * as labels from '../texts/buttons.js';
import * as notes from '../texts/notes.js';

/**
 * Asks the same again. A question with a subject, or one that is too long for a button's value, goes by
 * its id.
 */
export function askAgainButtons({ text, subject, id: questionId = '' }: Repeatable): Button[] {
  const value = text.trim();
  if (value === '') return [];
  const label = labels.askAgain;
  const fits = subject === undefined && value.length <= LIMITS.buttonValue;
  if (fits) return [button(label, { id: ACTIONS.askAgain, value })];
  return questionId === '' ? [] : [button(label, { id: ACTIONS.askAgainById, value: questionId })];
}

export type Repeatable = Pick<Question, 'text' | 'subject'> & { readonly id?: string };

/**
 * What can be done with an answer, in one row: its sources, the votes, and a menu of the rest. `sources`:
 * how many there are, and whether any is a file that can be read and checked.
 */
export function answerActions(
  { id, ref, privately, sharedIn }: Pick<Question, 'id' | 'ref' | 'privately' | 'sharedIn'>,
  sources: {
    readonly count: number;
    readonly files: boolean;
    /** Ask the same in other repositories. */
    readonly elsewhere: readonly Button[];
  },
): ActionsBlock {
  return actions([
    ...(privately === true && sharedIn === undefined ? [shareWithChannelButton(id)] : []),
    ...(sources.count === 0 ? [] : [sourcesButton(id, sources.count)]),
    voteButton('up', id),
    voteButton('down', id),
    ...sources.elsewhere,
    overflow(
      ACTIONS.answerMenu,
      menuItems({ started: ref !== undefined, files: sources.files }).map((item) => ({
        label: MENU_LABELS[item],
        value: `${item}:${id}`,
      })),
    ),
  ]);
}

const MENU_LABELS: Readonly<Record<AnswerMenuItem, string>> = {
  again: labels.askAgain,
  copy: labels.copy,
  share: labels.shareLink,
  check: labels.checkForChanges,
  explore: labels.explore,
};

/** `started`: its conversation is known. */
function menuItems({ started, files }: { started: boolean; files: boolean }): AnswerMenuItem[] {
  return [
    'again',
    'copy',
    ...(started ? (['share'] as const) : []),
    ...(started && files ? (['check'] as const) : []),
    ...(files ? (['explore'] as const) : []),
  ];
}

/** Opens the list of them. */
function sourcesButton(questionId: string, count: number): Button {
  return openViewButton(labels.sources(count), { kind: 'sources', questionId });
}

/** Under an answer that was sent only to the asker, as the channel's settings demand. */
function shareWithChannelButton(questionId: string): Button {
  const label = labels.shareWithChannel;
  return button(label, { id: ACTIONS.shareAnswer, value: questionId });
}

function voteButton(vote: Feedback['vote'], questionId: string): Button {
  const id = `${ACTIONS.vote}.${vote}`;
  return {
    ...button(labels.voteLabel(vote), { id, value: voteValue(vote, questionId) }),
    accessibility_label: labels.voteDescription(vote),
  };
}

/** Nothing where there is no button. */
export function actionsRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** A private note after 👎: what was wrong, to be said with one click or not at all. */
export function renderAskReason(questionId: string): Message {
  const text = notes.askReason;
  const choices = FEEDBACK_REASONS.map((reason) =>
    button(labels.feedbackReason(reason), {
      id: `${ACTIONS.vote}.${reason}`,
      value: voteValue('down', questionId, reason),
    }),
  );
  const own = openViewButton(labels.otherReason, { kind: 'reason', questionId });
  return { text, blocks: [section(text), actions([...choices, own])] };
}

/** As `intake/parse/answer-buttons.ts` reads it. */
function voteValue(
  vote: Feedback['vote'],
  questionId: string,
  reason: FeedbackReason | '' = '',
): string {
  return [vote, reason, questionId].join(':');
}
