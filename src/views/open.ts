import type { ModalView } from '@slack/types';
import type { Logger } from '../log.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest, ViewTrigger } from '../model/view-request.js';
import { renderCodeForm, renderCodeMenu } from '../render/code/form.js';
import * as notes from '../render/texts/notes.js';
import * as words from '../render/texts/views.js';
import { renderAskForm } from '../render/views/ask-form.js';
import { renderNotice, renderWaiting } from '../render/views/notice.js';
import { renderReasonForm } from '../render/views/reason-form.js';
import type { Opened } from '../render/views/view.js';
import type { SlackViews } from '../slack/views.js';
import type { FormNoteStore } from '../store/form-notes.js';

export interface SurfaceOptions {
  readonly views: Pick<SlackViews, 'open' | 'push' | 'update'>;
  /** Has it filled by a worker; its id makes a repeat harmless. */
  readonly accept: (opening: ViewRequest) => Promise<void>;
  readonly formNotes: Pick<FormNoteStore, 'keep'>;
  /** A private note to whoever clicked. */
  readonly tell: (opening: ViewRequest, note: string) => Promise<void>;
  readonly logger: Logger;
}

export type Surface = ReturnType<typeof createSurface>;

/**
 * The one way in which a click opens a view: at once with what is known, behind the ack; where
 * something has to be gathered, a worker fills it (`fill.ts`). Who clicked is told where it fails.
 */
export function createSurface(options: SurfaceOptions) {
  const { views, accept, tell, logger } = options;
  const inHand = new Set<Promise<void>>();

  async function show(opening: ViewRequest, { id, inModal }: ViewTrigger): Promise<void> {
    const form = formFor(opening);
    const view = { ...(form ?? renderWaiting)(opening), external_id: opening.id };
    await (inModal ? views.push : views.open)(opening.workspace, id, view);
    if (form !== undefined) return keepNote(opening);
    await accept(opening).catch((error: unknown) => leaveUnfilled(opening, error));
  }

  /** What asks why stays until the form is sent, and makes way then. */
  async function keepNote({ id, modal, sealedResponseUrl: url }: ViewRequest): Promise<void> {
    if (modal.of === 'reason' && url !== undefined) await options.formNotes.keep(id, url);
  }

  async function leaveUnfilled(opening: ViewRequest, error: unknown): Promise<never> {
    const which =
      opening.viewId === undefined ? { externalId: opening.id } : { viewId: opening.viewId };
    await views.update(opening.workspace, which, renderNotice(opening, words.notFilled));
    throw error;
  }

  async function showOrTell(opening: ViewRequest, trigger: ViewTrigger): Promise<void> {
    try {
      await show(opening, trigger);
    } catch (error) {
      logger.warn({ err: error, view: opening.modal.of }, 'a view was not opened');
      await tell(opening, notes.notOpened);
    }
  }

  return {
    /** What stands in a view while a worker fills it. */
    waiting: renderWaiting,

    /** Has a view filled that stands already. */
    async fill(opening: ViewRequest): Promise<void> {
      await accept(opening).catch((error: unknown) => leaveUnfilled(opening, error));
    },

    /** Returns at once. */
    open(opening: ViewRequest, trigger: ViewTrigger): void {
      const shown = showOrTell(opening, trigger)
        .catch((error: unknown) => logger.error({ err: error }, 'nobody was told'))
        .finally(() => inHand.delete(shown));
      inHand.add(shown);
    },

    /** Resolves when those that are being opened stand. */
    async settled(): Promise<void> {
      await Promise.all(inHand);
    },
  };
}

/** Forms stand complete at once; for every other view something has to be gathered. */
const FORMS = {
  ask: renderAskForm,
  reason: renderReasonForm,
  'code-menu': renderCodeMenu,
  'code-form': renderCodeForm,
} satisfies Partial<Record<Modal['of'], (opened: Opened) => ModalView>>;

export type Form = keyof typeof FORMS;

function formFor({ modal }: ViewRequest): ((opened: Opened) => ModalView) | undefined {
  return Object.hasOwn(FORMS, modal.of) ? FORMS[modal.of as Form] : undefined;
}
