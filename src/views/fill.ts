import type { ModalView } from '@slack/types';
import { isServiceFailure, NotConnected } from '../deepsearch/errors.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { Modal } from '../model/modal.js';
import type { DenialReason } from '../model/verdict.js';
import type { ViewRequest } from '../model/view-request.js';
import * as accountTexts from '../render/texts/account.js';
import * as conversationTexts from '../render/texts/conversations.js';
import * as limitTexts from '../render/texts/limits.js';
import * as notes from '../render/texts/notes.js';
import * as viewTexts from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import { ignoreRefusal, SlackRefused } from '../slack/errors.js';
import type { SlackViews, ViewRef } from '../slack/views.js';
import { type Form, noteTarget } from './open.js';

/**
 * Reads what one kind of view shows; undefined to leave it as it is. That the user may ask was checked; access
 * to data was not.
 */
export type FillView<Kind extends Modal['kind']> = (
  modal: Modal & { readonly kind: Kind },
  request: ViewRequest,
  signal: AbortSignal,
) => Promise<ModalView | undefined>;

export interface ViewRequestOptions {
  readonly views: Pick<SlackViews, 'update'>;
  /** By kind; forms are complete when they open, but for what can be chosen in that for a question. */
  readonly fills: { readonly [Kind in Exclude<Modal['kind'], Form> | 'ask']: FillView<Kind> };
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** The user waits for the view: after this time it says that the service is slow, ms. */
const FILL_TIMEOUT_MS = 20_000;

/** Fills an open view, or says in it why there is nothing to show. A closed view is ignored. */
export function createViewRequestHandler(options: ViewRequestOptions) {
  const { views, fills, logger } = options;
  const { showUnfilled } = createViewNotices(options);

  async function contentOf(
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView | undefined> {
    const { modal } = request;
    const fill = fillFor(fills, modal);
    if (fill === undefined) return renderNotice(request, viewTexts.notFilled);
    try {
      return await fill(request, AbortSignal.any([signal, AbortSignal.timeout(FILL_TIMEOUT_MS)]));
    } catch (error) {
      if (signal.aborted || !isServiceFailure(error)) throw error;
      if (error instanceof NotConnected) {
        return renderNotice(request, accountTexts.connectFirst(error.why));
      }
      logger.warn({ err: error, view: modal.kind }, 'view not filled: service error');
      return renderNotice(request, conversationTexts.serviceUnavailable);
    }
  }

  return async (request: ViewRequest, signal: AbortSignal): Promise<void> => {
    const view = await contentOf(request, signal);
    if (view === undefined) return;
    try {
      await views.update(request.workspace, viewIdOf(request), view);
    } catch (error) {
      if (isClosed(error)) return;
      ignoreRefusal(error);
      logger.warn({ err: error, view: request.modal.kind }, 'view not filled: refused by Slack');
      await showUnfilled(request);
    }
  };
}

/** Says why nothing is shown in an open view: in it, or privately if Slack does not let us. */
export function createViewNotices({
  views,
  postEphemeral,
}: Pick<ViewRequestOptions, 'views' | 'postEphemeral'>) {
  async function showNotice(request: ViewRequest, text: string): Promise<void> {
    // This form can be filled in all the same, and whoever sends it is told then.
    if (request.modal.kind === 'ask') return;
    try {
      await views.update(request.workspace, viewIdOf(request), renderNotice(request, text));
    } catch (error) {
      if (isClosed(error)) return;
      ignoreRefusal(error);
      await postEphemeral(noteTarget(request), notes.notOpened);
    }
  }
  return {
    /** After a bug that repeats, or a day of transient errors. */
    showUnfilled: (request: ViewRequest) => showNotice(request, viewTexts.notFilled),
    /** The user may not ask where the view was opened. */
    refuseView: (request: ViewRequest, why: DenialReason) =>
      showNotice(request, why === 'unverified' ? notes.unverified : viewTexts.mayNotSee),
    /** As many requests of the user are running as may. */
    showTooMany: (request: ViewRequest) => showNotice(request, limitTexts.tooManyLookUps),
  };
}

function viewIdOf({ id, viewId, externalId = id }: ViewRequest): ViewRef {
  return viewId === undefined ? { externalId } : { viewId };
}

/** The function for the view's kind, bound to its modal. */
function fillFor(fills: ViewRequestOptions['fills'], modal: Modal) {
  if (!(modal.kind in fills)) return undefined;
  const fill = fills[modal.kind as keyof typeof fills] as FillView<Modal['kind']>;
  return (request: ViewRequest, signal: AbortSignal) => fill(modal, request, signal);
}

function isClosed(error: unknown): boolean {
  return error instanceof SlackRefused && error.category === 'not_found';
}
