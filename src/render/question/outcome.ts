import type { Outcome } from '../../model/outcome.js';
import { context, type Message, section } from '../blocks/message.js';
import { SHOWN } from '../format/limits.js';
import * as outcomeTexts from '../texts/outcome.js';
import * as questionTexts from '../texts/question.js';
import { actionsRow, askAgainButtons, type Repeatable } from './answer-actions.js';

export type Unanswered = Exclude<Outcome, { kind: 'completed' }>;

/**
 * What is shown in the thread when there is no answer: a sentence that says why and what to do.
 * `user` is the id of the asker, mentioned in front; `baseUrl` is the
 * instance's; `question` may be asked again.
 */
export function renderOutcome(
  ending: Unanswered,
  options: {
    readonly user?: string;
    readonly baseUrl: string;
    readonly question?: Repeatable;
  },
): Message {
  const text = questionTexts.withMention(options.user, sentence(ending, options.baseUrl));
  return {
    text,
    blocks: [
      section(text),
      ...(options.question === undefined ? [] : actionsRow(askAgainButtons(options.question))),
    ],
  };
}

function sentence(ending: Unanswered, baseUrl: string): string {
  switch (ending.kind) {
    case 'failed':
      return outcomeTexts.failed(ending.failure);
    case 'refused':
      return outcomeTexts.refused(ending.refusal, baseUrl);
    case 'cancelled':
      return outcomeTexts.cancelled(ending.by, ending.confirmed);
    case 'expired':
      return outcomeTexts.expired(ending.waitedMs);
    case 'unreachable':
      return outcomeTexts.unreachable(ending.waitedMs);
    case 'withheld':
      return outcomeTexts.withheld(ending.why);
  }
}

/** The one line that the status message shrinks to when the ending came as a new reply. */
export function renderFinishedStatus(ended: {
  readonly kind: Outcome['kind'];
  readonly elapsedMs: number;
  readonly toolCalls: number;
}): Message {
  const spent = questionTexts.costText({ ...ended, totalTokens: 0, credits: 0 });
  const text = outcomeTexts.finishedStatus(ended.kind, spent);
  return { text, blocks: [context(text)] };
}

/** What a question leaves in a channel when it moves to its author's direct message. */
export function renderMoved(): Message {
  return { text: outcomeTexts.moved, blocks: [context(outcomeTexts.moved)] };
}

/** The same if the channel may not see what the answer is about. */
export function renderOutsideAudience(why: 'outside' | 'unknown'): Message {
  const text = outcomeTexts.answeredOutsideAudience(why);
  return { text, blocks: [context(text)] };
}

/** The root of a slash command's thread: who asked what; `direct`: only the asker reads it. */
export function renderRoot(root: {
  readonly user: string;
  readonly text: string;
  readonly direct?: boolean;
}): Message {
  const text = root.direct
    ? questionTexts.youAsked(root.text, SHOWN.question)
    : questionTexts.askedBy(root.user, root.text, SHOWN.question);
  return { text, blocks: [section(text)] };
}
