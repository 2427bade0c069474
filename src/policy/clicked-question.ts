import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { QuestionStore } from '../store/questions.js';

/**
 * The question under whose answer somebody clicked. Undefined where it is forgotten, or lives in
 * another channel than the click: who reads along there may read no answer from elsewhere.
 */
export async function clickedQuestion(
  questions: Pick<QuestionStore, 'load'>,
  { questionId, place }: { readonly questionId: string; readonly place: Place },
): Promise<Question | undefined> {
  const question = await questions.load(questionId);
  // A channel's id is its own in all workspaces, and those of one organisation may share it.
  return question?.place.channel === place.channel ? question : undefined;
}
