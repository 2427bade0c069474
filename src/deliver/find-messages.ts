import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { ListedMessage } from '../slack/message-lists.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

interface SearchScope {
  /** Only messages since then, by our clock, ms since the epoch. */
  readonly since: number;
  /** Undefined: at the channel's root. */
  readonly threadTs: string | undefined;
}

/**
 * Finds a question's messages in Slack by their metadata, also those with an unrecorded `ts`. None if
 * Slack does not list messages here: a message posted twice is better than an answer that never comes.
 */
export async function findMessages(
  messages: Pick<SlackMessages, 'list'>,
  question: Pick<Question, 'id' | 'place'>,
  { since, threadTs }: SearchScope,
): Promise<ListedMessage[]> {
  const thread = threadTs === undefined ? {} : { threadTs };
  const range = { ...thread, oldest: oldestTs(since) };
  const listed = await messages
    .list(channelOf(question.place), range)
    .catch(noneUnlessChannelRefused);
  return listed.filter((message) => message.metadata?.question === question.id);
}

/**
 * A refusal for the channel is thrown: a post would be refused too, and goes elsewhere. So is one of our
 * token: a post waits for another token, with which the messages are listed.
 */
export function noneUnlessChannelRefused(error: unknown): [] {
  if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
  if (error.category === 'channel') throw error;
  return [];
}

/** The `ts` to list from, with room for clock skew. */
export function oldestTs(since: number): string {
  return String((since - CLOCK_SKEW_MS) / 1000);
}

export function channelOf(place: Place): ChannelRef {
  return { workspace: place.workspace, channel: place.channel };
}
