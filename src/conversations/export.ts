import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { ConversationReference } from '../model/conversation-request.js';
import type { Message } from '../render/blocks/message.js';
import { fitsNote, renderExport } from '../render/conversations/export.js';
import { renderResult } from '../render/conversations/result.js';
import { conversationMarkdown } from '../render/markdown/conversation.js';
import * as conversationTexts from '../render/texts/conversations.js';
import { isSlackError } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ClaimStore } from '../store/claims.js';
import { conversationEntry } from './audit-entry.js';
import type { OpenConversation } from './open.js';
import type { RequestContext } from './request-context.js';

export interface ExportOptions {
  readonly openConversation: OpenConversation;
  readonly files: Pick<SlackFiles, 'uploadAndShare'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly claims: Pick<ClaimStore, 'isDone' | 'recordDone'>;
  readonly baseUrl: string;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

export type ExportConversation = ReturnType<typeof createExportConversation>;

/** Exports a conversation as Markdown: in the note, or as a file in the user's direct message. */
export function createExportConversation(options: ExportOptions) {
  const { openConversation, files, messages, claims, baseUrl, logger } = options;

  async function upload(
    markdown: string,
    id: number,
    { user: { workspace, user }, requestId }: RequestContext,
  ): Promise<Message> {
    // Its result was not shown, so the job runs again.
    if (await claims.isDone(requestId)) {
      return renderResult({ text: conversationTexts.exportedToDirect });
    }
    try {
      const channel = await messages.openDirect(workspace, user);
      const name = `conversation-${id}.md`;
      await files.uploadAndShare({ workspace, channel }, { name, title: name, content: markdown });
      await claims.recordDone(requestId);
      return renderResult({ text: conversationTexts.exportedToDirect });
    } catch (error) {
      // Not retried: nobody waits that long for a private note, so the user tries again.
      if (!isSlackError(error)) throw error;
      logger.warn({ err: error }, 'conversation export failed: file not uploaded');
      return renderResult({ text: conversationTexts.notExported });
    }
  }

  return async (reference: ConversationReference, context: RequestContext): Promise<Message> => {
    const result = await openConversation(reference, context);
    if (result.kind === 'not-found') {
      return renderResult({ text: conversationTexts.notFound(result.why) });
    }
    const { conversation } = result;
    await options.audit(conversationEntry('conversation.exported', context, conversation));
    const markdown = conversationMarkdown(conversation, baseUrl);
    return fitsNote(markdown) ? renderExport(markdown) : upload(markdown, conversation.id, context);
  };
}
