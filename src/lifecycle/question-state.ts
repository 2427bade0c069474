import type { Question, QuestionFlags } from '../model/question.js';
import type { QuestionHandle } from '../store/questions.js';

/** Nothing happened to it, except that its status message may show another duration. */
export function isUnchanged(before: Question, after: Question): boolean {
  const { revision: _before, shown: _shownBefore, ...was } = before;
  const { revision: _after, shown: _shownAfter, ...is } = after;
  const fields = Object.entries(is);
  const values = new Map<string, unknown>(Object.entries(was));
  return fields.length === values.size && fields.every(([name, of]) => values.get(name) === of);
}

/** Its status message is posted. */
export function hasStatus({ question }: QuestionHandle): boolean {
  return question.posts.status?.ts !== undefined;
}

/** The instance may still work on it, and was not told to stop. */
export function mayRun({ question }: QuestionHandle, { cancelSent }: QuestionFlags): boolean {
  return question.phase === 'processing' && (question.cancelSentAt ?? cancelSent) === undefined;
}
