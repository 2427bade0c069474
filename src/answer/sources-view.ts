import type { ModalView } from '@slack/types';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import { pageEntry } from '../render/code/page-reference.js';
import { renderSources, sourcePages } from '../render/code/sources.js';
import * as notes from '../render/texts/notes.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodePageStore } from '../store/code-pages.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReadAnswer } from './read-answer.js';

export interface SourcesFillOptions {
  readonly readAnswer: ReadAnswer;
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly pages: Pick<CodePageStore, 'keep'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Fills a view with the sources of an answer, which is read from the service again. */
export function createSourcesFill(options: SourcesFillOptions) {
  const { readAnswer, questions, pages, baseUrl } = options;

  return async (
    { questionId }: Modal & { readonly kind: 'sources' },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const question = await accessibleQuestion(questionId, request);
    if (question === undefined) return renderNotice(request, notes.questionExpired);
    const answer = await readAnswer(question, signal);
    if (typeof answer === 'string') return renderNotice(request, answer);
    const { sources } = answer;
    await pages.keep(new Map(sourcePages(sources, baseUrl).map(pageEntry)));
    return renderSources(request, sources, baseUrl);
  };

  /** The place comes from the view and may be forged, so access to it is checked. */
  async function accessibleQuestion(questionId: string, { place, user }: ViewRequest) {
    if (place === undefined || !(await options.policy.mayRead(place, user))) return undefined;
    return clickedQuestion(questions, { questionId, place });
  }
}
