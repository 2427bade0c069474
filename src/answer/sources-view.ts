import type { ModalView } from '@slack/types';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { questionInView } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import { pageEntry, pageReference } from '../render/code/page-reference.js';
import { renderSources, sourcePages } from '../render/code/sources.js';
import * as notes from '../render/texts/notes.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodePageStore } from '../store/code-pages.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReadAnswer } from './read-answer.js';
import type { TraceNote } from './trace-note.js';

export interface SourcesFillOptions {
  readonly readAnswer: ReadAnswer;
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly pages: Pick<CodePageStore, 'keep'>;
  readonly showCode: (
    modal: Modal & { readonly kind: 'code' },
    request: ViewRequest,
    signal: AbortSignal,
  ) => Promise<ModalView>;
  readonly traceNote: TraceNote;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Fills a view with the sources of an answer, which is read from the service again, or with the code at the first. */
export function createSourcesFill(options: SourcesFillOptions) {
  const { readAnswer, pages, showCode, baseUrl } = options;

  return async (
    { kind, questionId }: Modal & { readonly kind: 'sources' | 'explore' },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const { place, user } = request;
    const question = await questionInView(options, { questionId, place, user });
    if (question === undefined) return renderNotice(request, notes.questionExpired);
    const answer = await readAnswer(question, user, signal);
    if (typeof answer === 'string') return renderNotice(request, answer);
    const { sources } = answer;
    const found = sourcePages(sources, baseUrl);
    await pages.keep(new Map(found.map(pageEntry)));
    const [page] = found;
    if (kind === 'explore' && page !== undefined) {
      return showCode({ kind: 'code', page: pageReference(page) }, request, signal);
    }
    const note = await options.traceNote(question, request);
    return renderSources(request, { sources, baseUrl, note });
  };
}
