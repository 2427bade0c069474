import type { ModalView } from '@slack/types';
import type { RecordAudit } from '../model/audit.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { conversationPages } from '../render/conversations/show.js';
import {
  renderActionResult,
  renderConversationView,
  renderDeleteView,
} from '../render/conversations/view.js';
import * as conversationTexts from '../render/texts/conversations.js';
import { renderNotice } from '../render/views/notice.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ConversationAccess } from './access.js';
import { conversationEntry } from './audit-entry.js';
import type { ExportConversation } from './export.js';
import type { ManageConversation } from './manage.js';
import type { OpenConversation, OpenedConversation } from './open.js';
import { type RequestContext, viewRequestContext } from './request-context.js';

export interface ShowConversationOptions {
  readonly access: Pick<ConversationAccess, 'mayDelete' | 'threadLink'>;
  readonly conversations: Pick<ConversationStore, 'starred'>;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly audit: RecordAudit;
}

export type ShowConversation = ReturnType<typeof createShowConversation>;

/** Renders a page of an opened conversation as a view. */
export function createShowConversation(options: ShowConversationOptions) {
  const { access, conversations, baseUrl } = options;

  return async (
    request: ViewRequest,
    { conversation, accessible }: OpenedConversation,
    { page, signal }: { readonly page: number; readonly signal: AbortSignal },
  ): Promise<ModalView> => {
    const { record } = accessible;
    const context = viewRequestContext(request, signal);
    await options.audit(conversationEntry('conversation.shown', context, record));
    const user = { workspace: request.workspace, user: request.user };
    const starred = await conversations.starred(user);
    return renderConversationView(request, conversationPages(conversation.questions, baseUrl), {
      id: record.id,
      at: record.updatedAt,
      page,
      starred: starred.includes(record.id),
      mayDelete: await access.mayDelete(accessible, user),
      ...(await access.threadLink(accessible)),
    });
  };
}

type ConversationModal = Modal & { readonly kind: 'conversation' };

export interface ConversationViewOptions {
  readonly openConversation: OpenConversation;
  readonly showConversation: ShowConversation;
  /** These check the user's permission themselves, as for a subcommand. */
  readonly manage: ManageConversation;
  readonly exportConversation: ExportConversation;
  readonly access: Pick<ConversationAccess, 'mayDelete'>;
  readonly conversations: Pick<ConversationStore, 'star' | 'unstar'>;
  /** Home lists the conversation and its star. */
  readonly refreshHome: (context: RequestContext) => Promise<void>;
}

/** Fills a view of a conversation: a page of it, or the result of an action on it. */
export function createConversationFill(options: ConversationViewOptions) {
  const { openConversation, showConversation, manage, exportConversation } = options;
  const { access, conversations, refreshHome } = options;

  async function setStar(id: number, star: boolean, context: RequestContext): Promise<void> {
    const { user, at } = context;
    await (star ? conversations.star(user, id, at) : conversations.unstar(user, id));
    await refreshHome(context);
  }

  async function runAction(
    request: ViewRequest,
    { action, ...modal }: ConversationModal,
    { opened, context }: { opened: OpenedConversation; context: RequestContext },
  ): Promise<ModalView> {
    const reference = { id: modal.id };
    if (action === 'export') {
      return renderActionResult(request, await exportConversation(reference, context), modal);
    }
    if (action === 'share') {
      const shared = await manage({ kind: 'share', conversation: reference }, context);
      return renderActionResult(request, shared, modal);
    }
    const confirmed = action === 'delete-for-good';
    const result = await manage({ kind: 'delete', conversation: reference, confirmed }, context);
    const mayDelete = await access.mayDelete(opened.accessible, context.user);
    if (!mayDelete) return renderActionResult(request, result, modal);
    if (!confirmed) return renderDeleteView(request, result, modal);
    await refreshHome(context);
    return renderActionResult(request, result);
  }

  /** This request may have deleted it, if it runs again. */
  async function deletedBefore(
    id: number,
    context: RequestContext,
    request: ViewRequest,
  ): Promise<ModalView> {
    const gone = { kind: 'delete', conversation: { id }, confirmed: true } as const;
    return renderActionResult(request, await manage(gone, context));
  }

  return async (
    modal: ConversationModal,
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const { id, page, star, action } = modal;
    const context = viewRequestContext(request, signal);
    const opened = await openConversation({ id }, context);
    if (opened.kind !== 'accessible') {
      if (action === 'delete-for-good') return deletedBefore(id, context, request);
      const why = opened.kind === 'not-found' ? opened.why : 'no-access';
      return renderNotice(request, conversationTexts.notFound(why));
    }
    if (action !== undefined) return runAction(request, modal, { opened, context });
    if (star !== undefined) await setStar(id, star, context);
    return showConversation(request, opened, { page, signal });
  };
}
