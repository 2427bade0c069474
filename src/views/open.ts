import type { ModalView } from '@slack/types';
import type { EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest, ViewTrigger } from '../model/view-request.js';
import type { ViewContext } from '../render/blocks/modal.js';
import { renderCodeForm, renderCodeMenu } from '../render/code/form.js';
import * as notes from '../render/texts/notes.js';
import * as viewTexts from '../render/texts/views.js';
import { renderAskForm } from '../render/views/ask-form.js';
import { renderNotice, renderWaiting } from '../render/views/notice.js';
import { renderReasonForm } from '../render/views/reason-form.js';
import type { SlackViews } from '../slack/views.js';
import type { ResponseUrlStore } from '../store/sealed-urls.js';

export interface ViewOpenerOptions {
  readonly views: Pick<SlackViews, 'open' | 'push' | 'update'>;
  /** Queues the request to fill it for a worker; its id makes a repeat harmless. */
  readonly accept: (request: ViewRequest) => Promise<void>;
  /** False if its user has made too many requests. */
  readonly mayAccept: (request: ViewRequest) => Promise<boolean>;
  readonly formNotes: Pick<ResponseUrlStore, 'keep'>;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

export type ViewOpener = ReturnType<typeof createViewOpener>;

/**
 * Opens views for clicks, in the process that receives them: forms at once, other views with a
 * placeholder that a worker fills (`fill.ts`). If that fails, the user is told.
 */
export function createViewOpener(options: ViewOpenerOptions) {
  const { views, accept, mayAccept, postEphemeral, logger } = options;
  const pending = new Set<Promise<void>>();

  async function show(request: ViewRequest, { id, inModal }: ViewTrigger): Promise<void> {
    const form = formFor(request);
    const view = { ...(form ?? renderWaiting)(request), external_id: request.id };
    await (inModal ? views.push : views.open)(request.workspace, id, view);
    if (form === undefined) return fill(request);
    await rememberNote(request);
    if (request.modal.kind === 'ask') await fill(request).catch(logNotFilled);
  }

  /** The form is open, and works without. */
  function logNotFilled(error: unknown): void {
    logger.warn({ err: error }, 'form for a question opened without repositories');
  }

  async function fill(request: ViewRequest): Promise<void> {
    try {
      if (await mayAccept(request)) await accept(request);
      else await showNotice(request, viewTexts.tooManyRequests);
    } catch (error) {
      await showNotice(request, viewTexts.notFilled);
      throw error;
    }
  }

  /** The note that asks for a reason is replaced when the form is submitted. */
  async function rememberNote({ id, modal, sealedResponseUrl: url }: ViewRequest): Promise<void> {
    if (modal.kind === 'reason' && url !== undefined) await options.formNotes.keep(id, url);
  }

  async function showNotice(request: ViewRequest, text: string): Promise<void> {
    if (request.modal.kind === 'ask') return;
    const which =
      request.viewId === undefined ? { externalId: request.id } : { viewId: request.viewId };
    await views.update(request.workspace, which, renderNotice(request, text));
  }

  async function showOrTell(request: ViewRequest, trigger: ViewTrigger): Promise<void> {
    try {
      await show(request, trigger);
    } catch (error) {
      logger.warn({ err: error, view: request.modal.kind }, 'view not opened');
      await postEphemeral(noteTarget(request), notes.notOpened);
    }
  }

  return {
    /** The placeholder that is shown while a worker fills the view. */
    waiting: renderWaiting,

    /** Queues a request to fill a view that is already open. */
    fill,

    /** Returns at once and opens the view in the background. */
    open(request: ViewRequest, trigger: ViewTrigger): void {
      const shown = showOrTell(request, trigger)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'view not opened, and the user was not told'),
        )
        .finally(() => pending.delete(shown));
      pending.add(shown);
    },

    /** Resolves when no view is being opened any more. */
    async settled(): Promise<void> {
      await Promise.all(pending);
    },
  };
}

/**
 * Forms need no data and open complete; every other view is filled by a worker, which also adds repositories to
 * the form for a question. What was entered there meanwhile stays:
 * https://docs.slack.dev/surfaces/modals#updating_views
 */
const FORMS = {
  ask: renderAskForm,
  reason: renderReasonForm,
  'code-menu': renderCodeMenu,
  'code-form': renderCodeForm,
} satisfies Partial<Record<Modal['kind'], (context: ViewContext) => ModalView>>;

export type Form = keyof typeof FORMS;

function formFor({ modal }: ViewRequest): ((context: ViewContext) => ModalView) | undefined {
  return Object.hasOwn(FORMS, modal.kind) ? FORMS[modal.kind as Form] : undefined;
}

/** Where the user is told if the view cannot show it. */
export function noteTarget({
  workspace,
  place,
  user,
  sealedResponseUrl: url,
}: ViewRequest): EphemeralTarget {
  const direct = { workspace, channel: user, direct: true };
  return { place: place ?? direct, user, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}
