import type { DeepSearch } from '../deepsearch/deep-search.js';
import { NotConnected, Refused, ServiceError } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import { withCitationIssues } from '../lifecycle/citations/check-citations.js';
import type { Answer } from '../model/answer.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { answerMentions } from '../render/markdown/mentions.js';
import * as accountTexts from '../render/texts/account.js';
import * as notes from '../render/texts/notes.js';

export interface ReadAnswerOptions {
  readonly instance: Pick<DeepSearch, 'read'>;
  readonly credentialFor: (question: Question) => Promise<Token>;
}

export interface ReadAnswerHereOptions {
  readonly readAnswer: ReadAnswer;
  readonly audienceOf: Policy['audienceOf'];
  /** Of the instance. */
  readonly baseUrl: string;
}

/** The same for whoever can read the answer where it is, if that place may see what it is about now. */
export function createReadAnswerHere(options: ReadAnswerHereOptions): ReadAnswer {
  const { readAnswer, audienceOf, baseUrl } = options;
  return async (question, reader, signal) => {
    const answer = await readAnswer(question, reader, signal);
    if (typeof answer === 'string') return answer;
    const audience = await audienceOf(question.place);
    if (audience.isUnlimited) return answer;
    const isShown = audience.judge(answerMentions(answer, baseUrl)).ok;
    return isShown ? answer : notes.answerOutsideAudience;
  };
}

export type ReadAnswer = ReturnType<typeof createReadAnswer>;

/**
 * Reads an answer from the instance, since none is stored: the answer, or a text that says why not. It is read with
 * the account that it was asked with, whoever reads it (`reader`: a user ID).
 */
export function createReadAnswer({ instance, credentialFor }: ReadAnswerOptions) {
  return async (
    question: Question,
    reader: string,
    signal: AbortSignal,
  ): Promise<Answer | string> => {
    const { ref } = question;
    if (ref === undefined) return notes.answerNotFound;
    try {
      const token = await credentialFor(question);
      const snapshot = await instance.read({ token, ref, signal });
      if (snapshot.status !== 'completed') return notes.answerNotFound;
      return withCitationIssues(snapshot.answer, question.citationIssues);
    } catch (error) {
      if (error instanceof NotConnected) {
        return reader === question.user
          ? accountTexts.connectFirst(error.why)
          : notes.answerNotConnected;
      }
      if (error instanceof Refused) return notes.answerNotFound;
      // Not retried: the user waits for the reply.
      if (error instanceof ServiceError) return notes.answerUnavailable;
      throw error;
    }
  };
}
