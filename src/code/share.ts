import type { CodePage } from '../model/code.js';
import type { CodeRequest } from '../model/conversation-request.js';
import { renderShared } from '../render/code/note.js';
import type { Sheet } from '../render/code/sheet.js';
import { type Message, note } from '../render/message.js';
import { plainer } from '../render/plainer.js';
import * as words from '../render/texts/code.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/slack.js';
import type { CodeTurnStore } from '../store/code-turns.js';

export interface ShareOptions {
  readonly turns: Pick<CodeTurnStore, 'sharing'>;
  readonly messages: Pick<SlackMessages, 'post' | 'list'>;
}

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Posts what somebody was shown in private where they called it, with who shared it. It is called
 * anew under the clicker's account, since what tools gave does not rest with us.
 */
export function createShare({ messages, turns }: ShareOptions) {
  /** A post may take effect while its reply is lost: a later try looks for what the first left. */
  async function isThere({ place, id, at }: CodeRequest): Promise<boolean> {
    if (!(await turns.sharing(id))) return false;
    const oldest = String((at - CLOCK_SKEW_MS) / 1000);
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const listed = await messages.list(place, { ...thread, oldest });
    return listed.some(({ tag }) => tag?.question === id);
  }

  async function post(visit: CodeRequest, message: Message): Promise<void> {
    const { place, id } = visit;
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const tag = { question: id, slot: 'shared' };
    try {
      await messages.post(place, { ...message, ...thread, tag });
    } catch (error) {
      const refusesForm = error instanceof SlackRefused && error.about === 'form';
      const next = refusesForm ? plainer(message) : undefined;
      if (next === undefined) throw error;
      await post(visit, next);
    }
  }

  return async (visit: CodeRequest, turn: CodePage, sheet: Sheet): Promise<Message> => {
    try {
      if (!(await isThere(visit))) await post(visit, renderShared(sheet, turn, visit.user));
      return note(words.sharedHere);
    } catch (error) {
      const away = error instanceof SlackRefused && error.about === 'place';
      if (!away) throw error;
      return note(words.notInChannel);
    }
  };
}
