import type { Note } from '../model/question.js';
import type { QuestionHandle } from '../store/questions.js';

/** Written under the answer. */
export async function addNote(held: QuestionHandle, added: Note): Promise<void> {
  await held.save({ notes: [...new Set([...(held.question.notes ?? []), added])] });
}
