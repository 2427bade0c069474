import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import type { Message } from '../render/blocks/message.js';
import { simplify } from '../render/question/simplify.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';

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
  /** The message that is answered: at a channel's root it has no thread that shows a note. */
  readonly messageTs?: string;
  readonly sealedResponseUrl?: string;
  /** By the `response_url` of a click: what was clicked in makes way for the note. */
  readonly replaces?: boolean;
}

/** `text` is what is read where blocks are not shown. */
export interface EphemeralNote {
  readonly text: string;
  readonly blocks?: Message['blocks'];
}

/** A private note to one person. It may be lost, so nothing that matters is said only here. */
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
    // Slack shows a note in a thread only where the thread has replies already.
    const atRoot = threadTs === undefined || threadTs === messageTs;
    await messages.postEphemeral(
      { workspace, channel },
      { user, ...(atRoot ? {} : { threadTs }) },
      note,
    );
  }

  /** In a plainer form where Slack refuses this one. */
  async function sendSomehow(to: EphemeralTarget, note: EphemeralNote): Promise<void> {
    try {
      await send(to, note);
    } catch (error) {
      const next = refusesForm(error) ? simplify({ blocks: [], ...note }) : undefined;
      if (next === undefined) throw error;
      await sendSomehow(to, next);
    }
  }

  return async (to, said) => {
    try {
      await sendSomehow(to, typeof said === 'string' ? { text: said } : said);
    } catch (error) {
      logger.warn({ err: error }, 'a private note was lost');
    }
  };
}

/** A `response_url` says no more than the status. */
function refusesForm(error: unknown): boolean {
  if (!(error instanceof SlackRefused)) return false;
  return error.category === 'content' || error.error === 'http_400';
}
