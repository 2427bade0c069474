import type { Answer } from '../../model/answer.js';
import type { Question } from '../../model/question.js';
import { type Message, section } from '../blocks/message.js';
import { MESSAGE_BUDGET, SHOWN } from '../format/limits.js';
import * as questionTexts from '../texts/question.js';
import { renderAnswer } from './answer.js';

export interface SharedAnswerInput {
  readonly question: Pick<Question, 'user' | 'text' | 'askedAt' | 'endedAt'>;
  readonly answer: Answer;
  readonly baseUrl: string;
}

/** Room for who asked what, in front of the first part. */
const AROUND = 2_000;

/** An answer that was given in private, as its user shares it with the channel: without buttons. */
export function renderSharedAnswer({ question, answer, baseUrl }: SharedAnswerInput): Message[] {
  const { user, text, askedAt, endedAt = askedAt } = question;
  const elapsedMs = endedAt - askedAt;
  const budget = MESSAGE_BUDGET - AROUND;
  const bare = { ...answer, followups: [] };
  const [first, ...more] = renderAnswer({
    answer: bare,
    baseUrl,
    elapsedMs,
    budget,
    afterStop: false,
  });
  const head = questionTexts.answerSharedBy(user, text, SHOWN.quote);
  const { blocks = [], text: notice = '' } = first ?? {};
  return [{ text: notice, blocks: [section(head), ...blocks] }, ...more];
}
