import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import type { Message } from '../render/blocks/message.js';
import { isSlackError, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import { inSimplerForms, refusesContent } from './simpler-forms.js';

export interface PostEphemeralOptions {
  readonly messages: Pick<SlackMessages, 'post' | 'postEphemeral' | 'openDirect'>;
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
  /** Throws where Slack cannot take it for now; else that is logged. */
  readonly mustArrive?: boolean;
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
    if (place.channel === user) return sendDirect(to, note);
    // Slack shows an ephemeral message in a thread only if the thread has replies.
    const atRoot = threadTs === undefined || threadTs === messageTs;
    await messages.postEphemeral(
      { workspace, channel: place.channel },
      { user, ...(atRoot ? {} : { threadTs }) },
      note,
    );
  }

  /** Where Slack does not open the direct message, a post to the user's id may do. */
  async function sendDirect(
    { place: { workspace }, user }: EphemeralTarget,
    note: EphemeralNote,
  ): Promise<void> {
    try {
      const channel = await messages.openDirect(workspace, user);
      await messages.postEphemeral({ workspace, channel }, { user }, note);
    } catch (error) {
      const refused = error instanceof SlackRefused && error.method === 'conversations.open';
      if (!refused) throw error;
      await messages.post({ workspace, channel: user }, note);
    }
  }

  return async (to, said) => {
    try {
      const first = { blocks: [], ...(typeof said === 'string' ? { text: said } : said) };
      await inSimplerForms(first, { send: (note) => send(to, note), mayTrySimpler: refusesForm });
    } catch (error) {
      if (to.mustArrive === true && mayArriveLater(error)) throw error;
      logger.warn({ err: error }, 'ephemeral message not posted');
    }
  };
}

/** Also where our token is refused: an operator replaces it. */
function mayArriveLater(error: unknown): boolean {
  return error instanceof SlackRefused ? error.category === 'auth' : isSlackError(error);
}

/** A `response_url` may say no more than the HTTP status. */
function refusesForm(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.error === 'http_400');
}
