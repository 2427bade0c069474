import { z } from 'zod';
import {
  ANSWER_MENU_ITEMS,
  type RevealRequest,
  type ShareAnswer,
  type Vote,
} from '../../model/answer-action.js';
import { FEEDBACK_REASONS } from '../../model/feedback.js';
import { type Click, type ClickResult, inMessage, type MessageClick } from './click.js';
import { parseAnswerCommand } from './conversation-buttons.js';
import { digest } from './digest.js';
import { parseAskAgain } from './question-buttons.js';
import { parseOpenView } from './view-buttons.js';

/** The buttons and the menu under an answer. */

const QuestionId = z.string().regex(/^[\w.-]{1,100}$/);

const VoteValue = z.tuple([z.enum(['up', 'down']), z.enum([...FEEDBACK_REASONS, '']), QuestionId]);

/** Value: `up::QUESTION` or `down:REASON:QUESTION`. */
export function parseVote(click: MessageClick): Vote | undefined {
  const { value, place, user, at, actionTs, sealedResponse } = click;
  const parsed = VoteValue.safeParse(value.split(':'));
  if (!parsed.success) return undefined;
  const [vote, reason, questionId] = parsed.data;
  const id = `vote-${digest(`${value} ${user} ${actionTs}`)}`;
  const about: Vote = { kind: 'vote', id, questionId, place, user, at, vote };
  // The reasons are in an ephemeral message, which the next one replaces; the thumbs are not.
  return reason !== '' && vote === 'down' ? { ...about, reason, ...sealedResponse } : about;
}

/** Value: the question's id. */
export function parseReveal(content: RevealRequest['content']) {
  return ({
    value: questionId,
    place,
    user,
    actionTs,
  }: MessageClick): RevealRequest | undefined => {
    if (!QuestionId.safeParse(questionId).success) return undefined;
    const id = `reveal-${digest(`${content} ${questionId} ${user} ${actionTs}`)}`;
    return { kind: 'reveal', id, content, questionId, place, user };
  };
}

/** Value: the question's id. */
export function parseShareAnswer(click: MessageClick): ShareAnswer | undefined {
  const { value: questionId, place, user, at, actionTs } = click;
  if (!QuestionId.safeParse(questionId).success) return undefined;
  const id = `share-${digest(`${questionId} ${user} ${actionTs}`)}`;
  return { kind: 'share-answer', id, questionId, place, user, at };
}

const ShareAnywayValue = z.tuple([z.string().regex(/^[0-9a-f]{16}$/), QuestionId]);

/** Value: `DIGEST:QUESTION`. */
export function parseShareAnyway(click: MessageClick): ShareAnswer | undefined {
  const parsed = ShareAnywayValue.safeParse(click.value.split(':'));
  if (!parsed.success) return undefined;
  const [despite, questionId] = parsed.data;
  const share = parseShareAnswer({ ...click, value: questionId });
  return share && { ...share, despite, ...click.sealedResponse };
}

const MenuValue = z.tuple([z.enum(ANSWER_MENU_ITEMS), QuestionId]);

/** Value of the chosen option: `copy:QUESTION` and the like. */
export function parseAnswerMenu(click: Click): ClickResult | undefined {
  const parsed = MenuValue.safeParse(click.selectedOption?.split(':'));
  if (!parsed.success) return undefined;
  const [item, questionId] = parsed.data;
  const chosen = { ...click, value: questionId };
  switch (item) {
    case 'again':
      return inMessage(parseAskAgain)(chosen);
    case 'copy':
      return inMessage(parseReveal('copy'))(chosen);
    case 'share':
    case 'check':
      return inMessage(parseAnswerCommand(item))(chosen);
    case 'explore':
      return parseOpenView(chosen, { kind: 'explore', questionId });
  }
}
