import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { QuestionStore } from '../store/questions.js';
import type { Policy } from './policy.js';

/**
 * The question whose answer was clicked. Undefined if its record has expired, if its message was
 * deleted before the answer was shown, or if it belongs to another channel: a forged click must not show an answer from there.
 */
export async function clickedQuestion(
  questions: Pick<QuestionStore, 'load'>,
  { questionId, place }: { readonly questionId: string; readonly place: Place },
): Promise<Question | undefined> {
  const question = await questions.load(questionId);
  if (question?.withdrawn === true) return undefined;
  // Channel ids are unique across workspaces, and workspaces of one organization may share a channel.
  return question?.place.channel === place.channel ? question : undefined;
}

export interface QuestionInViewOptions {
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly policy: Pick<Policy, 'mayRead'>;
}

/**
 * The question that a view is about. The place of a view is in its `private_metadata` and may be
 * forged, so the user must be able to read it now; else it is as if the record had expired.
 */
export async function questionInView(
  { questions, policy }: QuestionInViewOptions,
  { questionId, place, user }: { questionId: string; place: Place | undefined; user: string },
): Promise<Question | undefined> {
  if (place === undefined || !(await policy.mayRead(place, user))) return undefined;
  return clickedQuestion(questions, { questionId, place });
}
