import type { ModalView } from '@slack/types';
import { ServiceError } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import * as browsing from '../render/texts/conversations.js';
import * as words from '../render/texts/views.js';
import { renderNotice } from '../render/views/notice.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackViews, Standing } from '../slack/views.js';
import type { Form } from './open.js';

/** Gathers what one kind of view shows. Who sees it was asked for; what they may reach was not. */
export type Fill<Of extends Modal['of']> = (
  modal: Modal & { readonly of: Of },
  opening: ViewRequest,
  signal: AbortSignal,
) => Promise<ModalView>;

export interface FillingOptions {
  readonly views: Pick<SlackViews, 'update'>;
  /** By kind; forms stand complete. */
  readonly fills: { readonly [Of in Exclude<Modal['of'], Form>]: Fill<Of> };
  readonly logger: Logger;
}

/** Somebody looks at the view: a service that hangs is said to, ms. */
const GATHER_MS = 20_000;

/** Fills a view that stands open, or says in it why not. One that was closed meanwhile needs nothing. */
export function createFilling(options: FillingOptions) {
  const { views, fills, logger } = options;

  async function content(opening: ViewRequest, signal: AbortSignal): Promise<ModalView> {
    const { modal } = opening;
    const fill = fillFor(fills, modal);
    if (fill === undefined) return renderNotice(opening, words.notFilled);
    try {
      return await fill(opening, AbortSignal.any([signal, AbortSignal.timeout(GATHER_MS)]));
    } catch (error) {
      if (signal.aborted || !isServiceTrouble(error)) throw error;
      logger.warn({ err: error, view: modal.of }, 'a view met trouble of the service');
      return renderNotice(opening, browsing.serviceTrouble);
    }
  }

  return async (opening: ViewRequest, signal: AbortSignal): Promise<void> => {
    const view = await content(opening, signal);
    await views.update(opening.workspace, standing(opening), view).catch(whereClosed);
  };
}

/** Says in an open view why nothing is shown in it. */
export function createViewNotices({ views }: Pick<FillingOptions, 'views'>) {
  const showNotice = (opening: ViewRequest, text: string): Promise<void> =>
    views
      .update(opening.workspace, standing(opening), renderNotice(opening, text))
      .catch(whereClosed);
  return {
    /** After a bug that repeats, or a day of transient errors. */
    showUnfilled: (opening: ViewRequest) => showNotice(opening, words.notFilled),
    /** The user may not ask where the view was opened. */
    refuseView: (opening: ViewRequest) => showNotice(opening, words.mayNot),
  };
}

function standing({ id, viewId }: ViewRequest): Standing {
  return viewId === undefined ? { externalId: id } : { viewId };
}

/** The one for this kind, with its view at hand. */
function fillFor(fills: FillingOptions['fills'], modal: Modal) {
  if (!(modal.of in fills)) return undefined;
  const fill = fills[modal.of as keyof typeof fills] as Fill<Modal['of']>;
  return (opening: ViewRequest, signal: AbortSignal) => fill(modal, opening, signal);
}

function whereClosed(error: unknown): void {
  if (!(error instanceof SlackRefused && error.about === 'gone')) throw error;
}

function isServiceTrouble(error: unknown): boolean {
  if (error instanceof ServiceError) return true;
  return error instanceof DOMException && error.name === 'TimeoutError';
}
