import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import type { Message } from '../render/blocks/message.js';
import { isSlackError, SlackBusy, SlackRefused } from '../slack/errors.js';
import type { OutgoingMessage, SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';
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
  /** As in `Message`. */
  readonly withoutButtons?: string;
}

/**
 * Tells a user something that nobody else sees: by an ephemeral message, or in their direct message. It may
 * be lost unless it `mustArrive`.
 */
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

  /** Slack opens the direct message itself: https://docs.slack.dev/reference/methods/chat.postMessage */
  const byUserId: Way = async ({ place: { workspace }, user: channel }, note) => {
    await messages.post({ workspace, channel }, note);
  };

  /**
   * As a message, which only its user can read: an ephemeral message in a thread of an agent is accepted by
   * Slack but not shown (https://github.com/langchain-ai/open-swe/issues/1383). Where Slack's rate limit
   * leaves no room for long, an ephemeral message all the same, unless its job repeats it.
   */
  const inDirectMessage: Way = async (to, note) => {
    const { place, user, messageTs, mustArrive } = to;
    const { workspace, channel, threadTs = messageTs } = place;
    // A forged request may name the direct message of somebody else.
    if ((await messages.openDirect(workspace, user)) !== channel) return byUserId(to, note);
    const thread = threadTs === undefined ? {} : { threadTs };
    try {
      await postInTurn({ workspace, channel }, { ...note, ...thread });
    } catch (error) {
      if (mustArrive === true || !(error instanceof SlackBusy)) throw error;
      await inChannel(to, note);
    }
  };

  /** Waits here: to repeat the job would be to repeat what the note is about. */
  async function postInTurn(target: ChannelRef, message: OutgoingMessage): Promise<void> {
    try {
      await messages.post(target, message);
    } catch (error) {
      if (!(error instanceof SlackBusy) || error.retryAfterMs > MAX_WAIT_MS) throw error;
      await sleep(error.retryAfterMs);
      await messages.post(target, message);
    }
  }

  /** Where Slack refuses one way, the next is tried. */
  async function send(to: EphemeralTarget, note: EphemeralNote): Promise<void> {
    const { place, user, sealedResponseUrl: url } = to;
    const ways = [
      ...(url === undefined ? [] : [byResponseUrl(url)]),
      ...(place.channel === user ? [] : [place.direct ? inDirectMessage : inChannel]),
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

/** A message's turn in a channel comes within seconds, unless the whole workspace is busy. */
const MAX_WAIT_MS = 5_000;

type Way = (to: EphemeralTarget, note: EphemeralNote) => Promise<void>;

/** Also where our token is refused: an operator replaces it. */
function mayArriveLater(error: unknown): boolean {
  return error instanceof SlackRefused ? error.category === 'auth' : isSlackError(error);
}

/** A `response_url` may say no more than the HTTP status. */
function refusesForm(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.error === 'http_400');
}
