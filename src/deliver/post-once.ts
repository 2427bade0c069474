import type { Place } from '../model/place.js';
import type { Message } from '../render/blocks/message.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ClaimStore } from '../store/claims.js';
import { channelOf, findMessages } from './find-messages.js';
import { type MaybeRestoredSince, never } from './outbox.js';
import { inSimplerForms } from './simpler-forms.js';

export interface PostOnceOptions {
  readonly messages: Pick<SlackMessages, 'post' | 'list'>;
  readonly claims: Pick<ClaimStore, 'isFirstAttempt'>;
  /** Of a request that was made then: it may have been attempted all the same. Default: it was not. */
  readonly maybeRestoredSince?: MaybeRestoredSince;
}

/** One message of what a user shares. */
export interface SharedMessage {
  /** Of the user's request: the same for each attempt. */
  readonly id: string;
  /** Tells the messages of one request apart. */
  readonly slot: string;
  /** When the request was made, ms since the epoch. */
  readonly at: number;
  readonly message: Message;
}

/** Gives the message's `ts`. Throws what Slack refuses, as `SlackRefused`. */
export type PostOnce = (place: Place, shared: SharedMessage) => Promise<string>;

/**
 * Posts a message that belongs to no question's record. A post may take effect although its reply is
 * lost, so a later attempt first looks for the message by its metadata.
 */
export function createPostOnce(options: PostOnceOptions): PostOnce {
  const { messages, claims, maybeRestoredSince = never } = options;

  async function postedBefore(
    place: Place,
    { id, slot, at }: SharedMessage,
  ): Promise<string | undefined> {
    const isFirst = await claims.isFirstAttempt(`${id}-${slot}`);
    if (isFirst && !(await maybeRestoredSince(at))) return undefined;
    const { threadTs } = place;
    const posted = await findMessages(messages, { id, place }, { since: at, threadTs });
    return posted.find(({ metadata }) => metadata?.slot === slot)?.ts;
  }

  return async (place, shared) => {
    const { id, slot, message } = shared;
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const ts = await postedBefore(place, shared);
    if (ts !== undefined) return ts;
    return inSimplerForms(message, {
      send: (form) =>
        messages.post(channelOf(place), {
          ...form,
          ...thread,
          metadata: { question: id, slot },
        }),
    });
  };
}
