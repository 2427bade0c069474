import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import type { Message } from '../render/blocks/message.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import { inSimplerForms, refusesContent } from './simpler-forms.js';

export interface PostEphemeralOptions {
  readonly messages: Pick<SlackMessages, 'postEphemeral' | 'openDirect'>;
  /** Opens a sealed `response_url` and posts to it. */
  readonly respond: (
    sealedUrl: string,
    note: EphemeralNote & { replaceOriginal: boolean },
  ) => Promise<void>;
  readonly logger: Logger;
}

export interface EphemeralTarget {
  readonly place: Place;
  readonly user: string;
  /** The message to reply to: at a channel's root, it has no thread yet. */
  readonly messageTs?: string;
  readonly sealedResponseUrl?: string;
  /** Replace the clicked message, by the click's `response_url`. */
  readonly replaces?: boolean;
}

/** `text` is shown where blocks are not. */
export interface EphemeralNote {
  readonly text: string;
  readonly blocks?: Message['blocks'];
}

/** Posts an ephemeral message to a user. It may be lost, so nothing important is only said here. */
export type PostEphemeral = (to: EphemeralTarget, note: string | EphemeralNote) => Promise<void>;

export function createPostEphemeral({
  messages,
  respond,
  logger,
}: PostEphemeralOptions): PostEphemeral {
  async function send(to: EphemeralTarget, note: EphemeralNote): Promise<void> {
    const { place, user, messageTs, sealedResponseUrl, replaces = false } = to;
    if (sealedResponseUrl !== undefined) {
      return respond(sealedResponseUrl, { ...note, replaceOriginal: replaces });
    }
    const { threadTs, workspace } = place;
    const direct = place.channel === user;
    const channel = direct ? await messages.openDirect(workspace, user) : place.channel;
    // Slack shows an ephemeral message in a thread only if the thread has replies.
    const atRoot = threadTs === undefined || threadTs === messageTs;
    await messages.postEphemeral(
      { workspace, channel },
      { user, ...(atRoot ? {} : { threadTs }) },
      note,
    );
  }

  return async (to, said) => {
    try {
      const first = { blocks: [], ...(typeof said === 'string' ? { text: said } : said) };
      await inSimplerForms(first, { send: (note) => send(to, note), mayTrySimpler: refusesForm });
    } catch (error) {
      logger.warn({ err: error }, 'ephemeral message not posted');
    }
  };
}

/** A `response_url` may say no more than the HTTP status. */
function refusesForm(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.error === 'http_400');
}
