import type { ModalView } from '@slack/types';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { questionInView } from '../policy/clicked-question.js';
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
  const { readAnswer, pages, baseUrl } = options;

  return async (
    { questionId }: Modal & { readonly kind: 'sources' },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const { place, user } = request;
    const question = await questionInView(options, { questionId, place, user });
    if (question === undefined) return renderNotice(request, notes.questionExpired);
    const answer = await readAnswer(question, signal);
    if (typeof answer === 'string') return renderNotice(request, answer);
    const { sources } = answer;
    await pages.keep(new Map(sourcePages(sources, baseUrl).map(pageEntry)));
    return renderSources(request, sources, baseUrl);
  };
}
