import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { Listed, Room, SlackMessages } from '../slack/slack.js';

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

interface Where {
  /** Not before this, by our clock, ms since the epoch. */
  readonly since: number;
  /** Undefined: at the channel's root. */
  readonly threadTs: string | undefined;
}

/** What stands there of a question's messages, by their metadata; also what a lost reply hides. */
export async function tagged(
  messages: Pick<SlackMessages, 'list'>,
  question: Question,
  { since, threadTs }: Where,
): Promise<Listed[]> {
  const thread = threadTs === undefined ? {} : { threadTs };
  const listed = await messages.list(roomOf(question.place), { ...thread, oldest: oldest(since) });
  return listed.filter((message) => message.tag?.question === question.id);
}

/** As a `ts` to list from. */
export function oldest(since: number): string {
  return String((since - CLOCK_SKEW_MS) / 1000);
}

export function roomOf(place: Place): Room {
  return { workspace: place.workspace, channel: place.channel };
}
