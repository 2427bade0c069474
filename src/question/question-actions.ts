import type { ImmediateStatus } from '../deliver/immediate-status.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { QuestionAction } from '../model/intent.js';
import { hasEnded, type Question } from '../model/question.js';
import type { MayStop } from '../policy/may-stop.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import type { Stop } from './stop.js';

export interface QuestionActionOptions {
  readonly questions: Pick<QuestionStore, 'load' | 'setFlag'>;
  readonly mayStop: MayStop;
  readonly stop: Stop;
  readonly immediateStatus: Pick<ImmediateStatus, 'showKept'>;
  readonly wake: (questionId: string) => Promise<void>;
  readonly postEphemeral: PostEphemeral;
}

/**
 * Handles a click on Stop or Keep waiting. It is recorded first, so that it counts in any phase of
 * the question.
 */
export function createQuestionActionHandler(options: QuestionActionOptions) {
  const { questions, stop, immediateStatus, wake, postEphemeral } = options;

  return async (action: QuestionAction, signal: AbortSignal): Promise<void> => {
    const { place, user, at, questionId, messageTs } = action;
    const question = await questions.load(questionId);
    const request = { by: user, at };
    if (question === undefined && messageTs !== undefined) {
      // Not accepted yet: the question starts as stopped.
      await questions.setFlag(questionId, 'stop', request);
      return;
    }
    if (question === undefined || !isWithin(question, action)) {
      return postEphemeral({ place, user }, notes.questionExpired);
    }
    if (hasEnded(question)) return postEphemeral({ place, user }, notes.alreadyFinished);
    const by = { workspace: place.workspace, user };
    if (!(await options.mayStop(question, by))) {
      return postEphemeral({ place, user }, notes.mayNotStopOthers);
    }
    if (action.kind === 'stop') return stop(question, request, signal);
    if (await questions.setFlag(question.id, 'keep', request)) {
      await immediateStatus.showKept(question, user);
    }
    await wake(question.id);
  };
}

/** A forged button must not stop a question of another channel. */
function isWithin(
  { user, place, askedIn }: Question,
  { user: by, place: { channel } }: QuestionAction,
): boolean {
  return user === by || channel === place.channel || channel === askedIn;
}
