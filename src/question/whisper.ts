import type { Logger } from '../log.js';
import type { Place } from '../model/intent.js';
import type { Message } from '../render/message.js';
import type { SlackMessages } from '../slack/slack.js';

export interface WhisperOptions {
  readonly messages: Pick<SlackMessages, 'whisper'>;
  /** Opens a sealed `response_url` and posts to it. */
  readonly respond: (sealedUrl: string, text: string) => Promise<void>;
  readonly logger: Logger;
}

export interface Hearer {
  readonly place: Place;
  readonly asker: string;
  /** The message that is answered: at a channel's root it has no thread that shows a note. */
  readonly messageTs?: string;
  readonly sealedResponseUrl?: string;
}

/** A private note to one person. It may be lost, so nothing that matters is said only here. */
export type Whisper = (to: Hearer, note: string | Message) => Promise<void>;

export function createWhisper({ messages, respond, logger }: WhisperOptions): Whisper {
  return async ({ place, asker, messageTs, sealedResponseUrl }, note) => {
    const message = typeof note === 'string' ? { text: note } : note;
    try {
      if (sealedResponseUrl !== undefined) return await respond(sealedResponseUrl, message.text);
      const { threadTs } = place;
      // Slack shows a note in a thread only where the thread has replies already.
      const atRoot = threadTs === undefined || threadTs === messageTs;
      const thread = atRoot ? {} : { threadTs };
      await messages.whisper(place, { user: asker, ...thread }, message);
    } catch (error) {
      logger.warn({ err: error }, 'a private note was lost');
    }
  };
}
