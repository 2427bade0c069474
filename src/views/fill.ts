import type { ModalView } from '@slack/types';
import { ServiceError } from '../deepsearch/errors.js';
import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import * as browsing from '../render/texts/conversations.js';
import { renderNotice } from '../render/views/notice.js';
import * as words from '../render/texts/views.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackViews, Standing } from '../slack/views.js';
import type { Form } from './open.js';

/** Gathers what one kind of view shows. Who sees it was asked for; what they may reach was not. */
export type Fill<Of extends Modal['of']> = (
  modal: Modal & { readonly of: Of },
  opening: ViewRequest,
  signal: AbortSignal,
) => Promise<ModalView>;

export interface FillingOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly views: Pick<SlackViews, 'update'>;
  /** By kind; forms stand complete. */
  readonly fills: { readonly [Of in Exclude<Modal['of'], Form>]: Fill<Of> };
}

/** Somebody looks at the view: a service that hangs is said to, ms. */
const GATHER_MS = 20_000;

/** Fills a view that stands open, or says in it why not. One that was closed meanwhile needs nothing. */
export function createFilling(options: FillingOptions) {
  const { policy, views, fills, logger } = options;

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

  async function take(opening: ViewRequest, signal: AbortSignal): Promise<void> {
    const { workspace, user } = opening;
    const place = opening.place ?? { workspace, channel: user, direct: true };
    const verdict = await policy.mayAsk({ user, place });
    // Whom the settings of a channel leave out may still be who changes them.
    const ok = verdict.ok || (verdict.why === 'not-listed' && opening.modal.of === 'settings');
    const view = ok ? await content(opening, signal) : renderNotice(opening, words.mayNot);
    await views.update(workspace, standing(opening), view).catch(whereClosed);
  }

  return (opening: ViewRequest, signal: AbortSignal): Promise<Again> =>
    patiently(options, opening.id, async () => {
      await take(opening, signal);
      return undefined;
    });
}

/** Says in a view that nothing comes: after a mistake of ours, or where it could not be handed on. */
export function createUnfilled({ views }: Pick<FillingOptions, 'views'>) {
  return (opening: ViewRequest): Promise<void> =>
    views
      .update(opening.workspace, standing(opening), renderNotice(opening, words.notFilled))
      .catch(whereClosed);
}

function standing({ id, view: viewId }: ViewRequest): Standing {
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
