import type { ModalView } from '@slack/types';
import type { CodeFill } from '../code/view.js';
import { conversationEntry } from '../conversations/audit-entry.js';
import type { OpenConversation } from '../conversations/open.js';
import { viewRequestContext } from '../conversations/request-context.js';
import type { ShowConversation } from '../conversations/view.js';
import type { RecordAudit } from '../model/audit.js';
import type { CodeLink } from '../model/instance-link.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import { conversationPages } from '../render/conversations/show.js';
import { renderSharedConversationView } from '../render/conversations/view.js';
import * as conversationTexts from '../render/texts/conversations.js';
import * as previewTexts from '../render/texts/previews.js';
import { renderNotice } from '../render/views/notice.js';
import type { PreviewStore } from '../store/sealed-urls.js';
import { codeCallFor } from './link-call.js';
import { sharedInstanceLink } from './shared-link.js';

export interface PreviewFillOptions {
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly previews: Pick<PreviewStore, 'sealedLink'>;
  readonly openLink: (sealed: string) => string;
  readonly openConversation: OpenConversation;
  readonly showConversation: ShowConversation;
  readonly showCode: CodeFill;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly audit: RecordAudit;
}

/** Fills a view with what a previewed link leads to, with the access of the user who clicked. */
export function createPreviewFill(options: PreviewFillOptions) {
  const { policy, previews, openLink, openConversation, showConversation, showCode, baseUrl } =
    options;

  /** The place comes from the view and may be forged; a link may hold a read token. */
  async function sealedLinkIn({ place, user }: ViewRequest, id: string) {
    if (place === undefined || !(await policy.mayRead(place, user))) return undefined;
    const { workspace, channel } = place;
    return previews.sealedLink({ workspace, channel, id });
  }

  async function code(
    link: CodeLink,
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> {
    const call = codeCallFor(link);
    if (call === undefined) return renderNotice(request, previewTexts.codeNotAvailable);
    return showCode({ kind: 'code', page: { call, page: 0 }, back: [] }, request, signal);
  }

  async function conversation(
    { id, page, sealedLink }: { id: string; page: number; sealedLink: string },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> {
    const context = viewRequestContext(request, signal);
    const result = await openConversation({ sealedLink }, context);
    if (result.kind === 'not-found') {
      return renderNotice(request, conversationTexts.notFound(result.why));
    }
    if (result.kind === 'accessible') return showConversation(request, result, { page, signal });
    await options.audit(conversationEntry('conversation.shown', context, result.conversation));
    const pages = conversationPages(result.conversation.questions, baseUrl);
    return renderSharedConversationView(request, pages, { id, page });
  }

  return async (
    { id, page }: Modal & { readonly kind: 'preview' },
    request: ViewRequest,
    signal: AbortSignal,
  ): Promise<ModalView> => {
    const sealedLink = await sealedLinkIn(request, id);
    if (sealedLink === undefined) return renderNotice(request, previewTexts.previewExpired);
    const link = sharedInstanceLink(openLink(sealedLink), baseUrl);
    if (link === undefined || link.kind === 'conversation') {
      return conversation({ id, page, sealedLink }, request, signal);
    }
    return code(link, request, signal);
  };
}
