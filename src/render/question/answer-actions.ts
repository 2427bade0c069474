import type { Button, ContextActionsBlock, FeedbackButtons, KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { FEEDBACK_REASONS, type Feedback, type FeedbackReason } from '../../model/feedback.js';
import type { Question } from '../../model/question.js';
import { actions, button, type Message, section } from '../blocks/message.js';
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

/** Buttons that show more of the answer to whoever clicks. `sources`: how many are not shown yet. */
export function revealButtons(questionId: string, { sources }: { sources: number }): Button[] {
  const copy = button(labels.copy, { id: ACTIONS.copyAnswer, value: questionId });
  if (sources === 0) return [copy];
  const label = labels.moreSources(sources);
  return [copy, button(label, { id: ACTIONS.moreSources, value: questionId })];
}

/** Leads to the lines of each source. */
export function sourcesViewButton(questionId: string): Button {
  return openViewButton(labels.browseSources, { kind: 'sources', questionId });
}

/** The button does not contain the link, which only those who may reach the conversation get. */
export function shareButton(conversationId: number): Button {
  return button(labels.shareLink, { id: ACTIONS.shareConversation, value: String(conversationId) });
}

/** Under an answer that was sent only to the asker, as the channel's settings demand. */
export function shareWithChannelButton(questionId: string): Button {
  const label = labels.shareWithChannel;
  return button(label, { id: ACTIONS.shareAnswer, value: questionId });
}

/** Nothing where there is no button. */
export function actionsRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** 👍 and 👎: https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element */
export function feedbackRow(questionId: string): ContextActionsBlock {
  const thumb = (vote: Feedback['vote']): FeedbackButtons['positive_button'] => ({
    text: { type: 'plain_text', text: labels.voteLabel(vote), emoji: true },
    value: voteValue(vote, questionId),
    accessibility_label: labels.voteDescription(vote),
  });
  return {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: ACTIONS.vote,
        positive_button: thumb('up'),
        negative_button: thumb('down'),
      },
    ],
  };
}

/** The same as buttons of the older kind. */
export function plainFeedbackRow({ elements }: ContextActionsBlock): KnownBlock[] {
  return elements.flatMap((element) => {
    if (element.type !== 'feedback_buttons') return [];
    const { positive_button: up, negative_button: down } = element;
    const thumb = ({ text, value }: typeof up, name: string) =>
      button(text.text, { id: `${element.action_id}.${name}`, value });
    return [actions([thumb(up, 'up'), thumb(down, 'down')])];
  });
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
