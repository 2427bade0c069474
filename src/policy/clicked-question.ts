import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { QuestionStore } from '../store/questions.js';

/**
 * The question whose answer was clicked. Undefined if its record has expired, or if it belongs to
 * another channel: a forged click must not show an answer from there.
 */
export async function clickedQuestion(
  questions: Pick<QuestionStore, 'load'>,
  { questionId, place }: { readonly questionId: string; readonly place: Place },
): Promise<Question | undefined> {
  const question = await questions.load(questionId);
  // Channel ids are unique across workspaces, and workspaces of one organization may share a channel.
  return question?.place.channel === place.channel ? question : undefined;
}
