import type { PostOnce } from '../deliver/post-once.js';
import type { CodePage } from '../model/code.js';
import type { CodeRequest } from '../model/conversation-request.js';
import { type Message, note } from '../render/blocks/message.js';
import { renderSharedNote } from '../render/code/note.js';
import type { ToolResultView } from '../render/code/tool-result-view.js';
import * as codeTexts from '../render/texts/code.js';
import { SlackRefused } from '../slack/errors.js';

export type ShareToolResult = ReturnType<typeof createShareToolResult>;

/**
 * Posts a tool's result that a user saw in private: to the channel a line that names the user, and the
 * result in its thread. The caller runs the tool again, since results are not stored.
 */
export function createShareToolResult({ postOnce }: { readonly postOnce: PostOnce }) {
  return async (request: CodeRequest, page: CodePage, result: ToolResultView): Promise<Message> => {
    const { place, id, at, user } = request;
    try {
      const { line, result: message } = renderSharedNote(result, page, user);
      const ts = await postOnce(place, { id, slot: 'shared', at, message: line });
      const inThread = { ...place, threadTs: place.threadTs ?? ts };
      await postOnce(inThread, { id, slot: 'shared.result', at, message });
      return note(codeTexts.sharedInChannel);
    } catch (error) {
      const notInChannel = error instanceof SlackRefused && error.category === 'channel';
      if (!notInChannel) throw error;
      return note(codeTexts.notInChannel);
    }
  };
}
