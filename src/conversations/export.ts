import type { Logger } from '../log.js';
import type { ConversationReference } from '../model/conversation-request.js';
import { renderAbout } from '../render/conversations/about.js';
import { asMarkdown } from '../render/conversations/as-markdown.js';
import { fitsNote, renderExport } from '../render/conversations/exported.js';
import type { Message } from '../render/message.js';
import * as words from '../render/texts/conversations.js';
import { isSlackTrouble } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/slack.js';
import type { Caller } from './caller.js';
import type { Open } from './opened.js';

export interface ExportOptions {
  readonly open: Open;
  readonly files: Pick<SlackFiles, 'share'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly baseUrl: string;
  readonly logger: Logger;
}

export type Export = ReturnType<typeof createExport>;

/** A conversation as Markdown: in the note itself, or as a file in the caller's direct message. */
export function createExport({ open, files, messages, baseUrl, logger }: ExportOptions) {
  async function send(markdown: string, id: number, { who }: Caller): Promise<Message> {
    try {
      const channel = await messages.openDirect(who.workspace, who.user);
      const name = `conversation-${id}.md`;
      await files.share(
        { workspace: who.workspace, channel },
        { name, title: name, content: markdown },
      );
      return renderAbout({ text: words.exportedToDirect });
    } catch (error) {
      // Nobody waits half a minute for a note: they are told, and ask again.
      if (!isSlackTrouble(error)) throw error;
      logger.warn({ err: error }, 'an export was not uploaded');
      return renderAbout({ text: words.notExported });
    }
  }

  return async (of: ConversationReference, caller: Caller): Promise<Message> => {
    const opened = await open(of, caller);
    if (opened.kind === 'nowhere') return renderAbout({ text: words.notThere(opened.refused) });
    const { conversation } = opened;
    const markdown = asMarkdown(conversation, baseUrl);
    return fitsNote(markdown) ? renderExport(markdown) : send(markdown, conversation.id, caller);
  };
}
