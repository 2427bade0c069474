import { z } from 'zod';
import { ACTIONS } from '../model/actions.js';
import type { RevealRequest, ShareAnswer, Vote } from '../model/answer-action.js';
import { FEEDBACK_REASONS } from '../model/feedback.js';
import type { Place } from '../model/place.js';
import { digest } from './digest.js';

interface Pressed {
  readonly id: string;
  readonly value: string;
  /** The click's own. */
  readonly ts: string;
}

interface Where {
  readonly place: Place;
  readonly user: string;
  readonly at: number;
  /** Of the note that it was clicked in, if it was one; sealed. */
  readonly answerTo: { readonly sealedResponseUrl?: string };
}

const QuestionId = z.string().regex(/^[\w.-]{1,100}$/);

const VoteValue = z.tuple([z.enum(['up', 'down']), z.enum([...FEEDBACK_REASONS, '']), QuestionId]);

/** A click on what stands under an answer; undefined where it is none of these. */
export function underAnswer(
  pressed: Pressed,
  where: Where,
): Vote | RevealRequest | ShareAnswer | undefined {
  if (pressed.id === ACTIONS.copy) return reveal('copy', pressed, where);
  if (pressed.id === ACTIONS.moreSources) return reveal('sources', pressed, where);
  if (pressed.id === ACTIONS.shareAnswer) return shareAnswer(pressed, where);
  const isVote = pressed.id === ACTIONS.vote || pressed.id.startsWith(`${ACTIONS.vote}.`);
  return isVote ? vote(pressed, where) : undefined;
}

/** Of the form `up::QUESTION` or `down:REASON:QUESTION`. */
function vote({ value, ts }: Pressed, { place, user, at, answerTo }: Where): Vote | undefined {
  const parsed = VoteValue.safeParse(value.split(':'));
  if (!parsed.success) return undefined;
  const [vote, reason, questionId] = parsed.data;
  return {
    kind: 'vote',
    id: `vote-${digest(`${value} ${user} ${ts}`)}`,
    questionId,
    place,
    user,
    at,
    vote,
    // The thumbs stand under the answer, which stays; the reasons in a note of their own.
    ...(reason !== '' && vote === 'down' && { reason, ...answerTo }),
  };
}

function reveal(
  what: RevealRequest['what'],
  { value: questionId, ts }: Pressed,
  { place, user }: Where,
): RevealRequest | undefined {
  if (!QuestionId.safeParse(questionId).success) return undefined;
  const id = `reveal-${digest(`${what} ${questionId} ${user} ${ts}`)}`;
  return { kind: 'reveal', id, what, questionId, place, user };
}

function shareAnswer(
  { value: questionId, ts }: Pressed,
  { place, user, at }: Where,
): ShareAnswer | undefined {
  if (!QuestionId.safeParse(questionId).success) return undefined;
  const id = `share-${digest(`${questionId} ${user} ${ts}`)}`;
  return { kind: 'share-answer', id, questionId, place, user: user, at };
}
