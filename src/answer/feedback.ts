import type { EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Vote } from '../model/answer-action.js';
import { clickedQuestion, questionInView } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import { note } from '../render/blocks/message.js';
import { renderAskReason } from '../render/question/answer-actions.js';
import * as notes from '../render/texts/notes.js';
import type { FeedbackStore } from '../store/feedback.js';
import type { QuestionStore } from '../store/questions.js';
import type { ResponseUrlStore } from '../store/sealed-urls.js';

export interface VoteHandlerOptions {
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly feedback: Pick<FeedbackStore, 'save'>;
  readonly voteTarget: VoteTarget;
  readonly postEphemeral: PostEphemeral;
  readonly observe: (vote: Vote['vote']) => void;
}

/** Saves and counts a vote, and asks for a reason after a bad one. */
export function createVoteHandler(options: VoteHandlerOptions) {
  const { questions, feedback, voteTarget, postEphemeral, observe } = options;

  return async (request: Vote): Promise<void> => {
    const { vote, reason, comment, at, place, user, questionId } = request;
    const target = await voteTarget(request);
    // Only forms have comments.
    const question =
      comment === undefined
        ? await clickedQuestion(questions, { questionId, place })
        : await questionInView(options, { questionId, place, user });
    if (question === undefined) return postEphemeral(target, notes.questionExpired);
    const why = { ...(reason && { reason }), ...(comment && { comment }) };
    const isNew = await feedback.save({ question: question.id, user, vote, at, ...why });
    if (isNew) observe(vote);
    const asksWhy = vote === 'down' && reason === undefined && comment === undefined;
    await postEphemeral(target, asksWhy ? renderAskReason(question.id) : note(notes.thanks));
  };
}

export interface VoteTargetOptions {
  readonly formNotes: Pick<ResponseUrlStore, 'sealedUrl'>;
}

export type VoteTarget = ReturnType<typeof createVoteTarget>;

/** A reply to a vote replaces the message that asked for a reason. */
export function createVoteTarget({ formNotes }: VoteTargetOptions) {
  return async ({ place, user, sealedResponseUrl, formId }: Vote): Promise<EphemeralTarget> => {
    const kept = formId === undefined ? undefined : await formNotes.sealedUrl(formId);
    const url = sealedResponseUrl ?? kept;
    return { place, user, ...(url && { sealedResponseUrl: url, replaces: true }) };
  };
}
