import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { ChannelRef, ListedMessage, SlackMessages } from '../slack/messages.js';

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

interface SearchScope {
  /** Only messages since then, by our clock, ms since the epoch. */
  readonly since: number;
  /** Undefined: at the channel's root. */
  readonly threadTs: string | undefined;
}

/** Finds a question's messages in Slack by their metadata, also those with an unrecorded `ts`. */
export async function findMessages(
  messages: Pick<SlackMessages, 'list'>,
  question: Question,
  { since, threadTs }: SearchScope,
): Promise<ListedMessage[]> {
  const thread = threadTs === undefined ? {} : { threadTs };
  const listed = await messages.list(channelOf(question.place), {
    ...thread,
    oldest: oldestTs(since),
  });
  return listed.filter((message) => message.metadata?.question === question.id);
}

/** The `ts` to list from, with room for clock skew. */
export function oldestTs(since: number): string {
  return String((since - CLOCK_SKEW_MS) / 1000);
}

export function channelOf(place: Place): ChannelRef {
  return { workspace: place.workspace, channel: place.channel };
}
