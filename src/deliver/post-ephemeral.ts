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
  /**
   * Throws where Slack cannot take it for now, so that the job repeats it; else that is logged. Apps cannot
   * list ephemeral messages (https://docs.slack.dev/reference/methods/chat.postEphemeral), so one whose
   * reply was lost may be shown twice. Only for notes that are all the user is told: twice is better than never.
   */
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
  const byResponseUrl =
    (sealedUrl: string): Way =>
    async ({ replaces: replaceOriginal = false }, note) =>
      respond(sealedUrl, { ...note, replaceOriginal });

  const inChannel: Way = async ({ place, user, messageTs }, note) => {
    const { threadTs, workspace, channel } = place;
    // Slack shows an ephemeral message in a thread only if the thread has replies.
    const atRoot = threadTs === undefined || threadTs === messageTs;
    const to = { user, ...(atRoot ? {} : { threadTs }) };
    await messages.postEphemeral({ workspace, channel }, to, note);
  };

  const inDirectMessage: Way = async ({ place: { workspace }, user }, note) => {
    const channel = await messages.openDirect(workspace, user);
    await messages.postEphemeral({ workspace, channel }, { user }, note);
  };

  /** Slack opens the direct message itself: https://docs.slack.dev/reference/methods/chat.postMessage */
  const byUserId: Way = async ({ place: { workspace }, user: channel }, note) => {
    await messages.post({ workspace, channel }, note);
  };

  /** Where Slack refuses one way, the next is tried. */
  async function send(to: EphemeralTarget, note: EphemeralNote): Promise<void> {
    const { place, user, sealedResponseUrl: url } = to;
    const ways = [
      ...(url === undefined ? [] : [byResponseUrl(url)]),
      ...(place.channel === user ? [] : [inChannel]),
      inDirectMessage,
    ];
    for (const way of ways) {
      try {
        return await way(to, note);
      } catch (error) {
        if (!(error instanceof SlackRefused) || refusesForm(error)) throw error;
      }
    }
    await byUserId(to, note);
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

type Way = (to: EphemeralTarget, note: EphemeralNote) => Promise<void>;

/** Also where our token is refused: an operator replaces it. */
function mayArriveLater(error: unknown): boolean {
  return error instanceof SlackRefused ? error.category === 'auth' : isSlackError(error);
}

/** A `response_url` may say no more than the HTTP status. */
function refusesForm(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.error === 'http_400');
}
