import { noneIfRefused } from '../deliver/find-messages.js';
import { inSimplerForms } from '../deliver/simpler-forms.js';
import type { CodePage } from '../model/code.js';
import type { CodeRequest } from '../model/conversation-request.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderSharedNote } from '../render/code/note.js';
import type { ToolResultView } from '../render/code/tool-result-view.js';
import * as codeTexts from '../render/texts/code.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { CodePageStore } from '../store/code-pages.js';

export interface ShareToolResultOptions {
  readonly pages: Pick<CodePageStore, 'startShare'>;
  readonly messages: Pick<SlackMessages, 'post' | 'list'>;
}

export type ShareToolResult = ReturnType<typeof createShareToolResult>;

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Posts a tool's result that a user saw in private to the channel, naming the user. The caller runs
 * the tool again with the user's account, since results are not stored.
 */
export function createShareToolResult({ messages, pages }: ShareToolResultOptions) {
  /** A post may succeed although its response is lost, so a retry first looks for its message. */
  async function isPosted({ place, id, at }: CodeRequest): Promise<boolean> {
    if (!(await pages.startShare(id))) return false;
    const oldest = String((at - CLOCK_SKEW_MS) / 1000);
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const listed = await messages.list(place, { ...thread, oldest }).catch(noneIfRefused);
    return listed.some(({ metadata: tag }) => tag?.question === id);
  }

  async function post({ place, id }: CodeRequest, first: Message): Promise<void> {
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const metadata = { question: id, slot: 'shared' };
    await inSimplerForms(first, {
      send: (message) => messages.post(place, { ...message, ...thread, metadata }),
    });
  }

  return async (request: CodeRequest, page: CodePage, result: ToolResultView): Promise<Message> => {
    try {
      if (!(await isPosted(request))) {
        await post(request, renderSharedNote(result, page, request.user));
      }
      return note(codeTexts.sharedInChannel);
    } catch (error) {
      const notInChannel = error instanceof SlackRefused && error.category === 'channel';
      if (!notInChannel) throw error;
      return note(codeTexts.notInChannel);
    }
  };
}
