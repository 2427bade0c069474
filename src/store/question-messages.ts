import { DeepSearchSlackError } from '../model/error.js';
import type { Question } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** What a message in Slack is to us. `user`: whoever does something with it, who may be its question's asker. */
export interface MessageQuery {
  readonly workspace: string;
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  /** It begins a thread: of ours, only root messages do. */
  readonly beginsThread?: true;
}

/** `unconfirmed`: an open question may have posted it, but Slack's reply to that has not been recorded. */
export type MessageOwner =
  | { readonly kind: 'question'; readonly id: string }
  | { readonly kind: 'unconfirmed' | 'none' };

/** Whose message it is will be known in a moment: do it then. */
export class MessageUnconfirmed extends DeepSearchSlackError {
  readonly code = 'message_unconfirmed';

  constructor({ channel, ts }: Pick<MessageQuery, 'channel' | 'ts'>) {
    super(`The message ${channel} ${ts} may be one of ours that Slack has not confirmed yet`);
  }
}

/** Slack sends events separately: that of the message may still be on its way. */
export class EventAwaited extends MessageUnconfirmed {}

/** Of the open questions in a channel, and of a person. */
const MAX_LOOKED_AT = 500;

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

/** Which open question a message in Slack belongs to. `load` gives undefined for what it cannot read. */
export function createQuestionMessages(
  redis: Connection,
  load: (id: string) => Promise<Question | undefined>,
) {
  /** The open question that a Slack message belongs to: the message that asks it, or one of ours. */
  async function atMessage(message: Omit<MessageQuery, 'user'>): Promise<string | undefined> {
    return (await redis.get(keys.message(message))) ?? undefined;
  }

  /** A question that goes on in a direct message counts where it was asked, and for its asker. */
  async function mayBeUnconfirmed(query: MessageQuery): Promise<boolean> {
    const { workspace, channel, user } = query;
    const sets = [
      keys.openIn('channel', `${workspace}:${channel}`),
      keys.openIn('person', `${workspace}:${user}`),
    ];
    const open = await Promise.all(
      sets.map((key) => redis.zrange(key, 0, `${MAX_LOOKED_AT - 1}`, 'REV')),
    );
    const found = await Promise.all([...new Set(open.flat())].map(load));
    return found.some((question) => question !== undefined && isPosting(question, query));
  }

  return {
    atMessage,

    /** The same, where the message may be younger than what is recorded of it. */
    async ownerOf(query: MessageQuery): Promise<MessageOwner> {
      const known = await atMessage(query);
      if (known !== undefined) return { kind: 'question', id: known };
      if (await mayBeUnconfirmed(query)) return { kind: 'unconfirmed' };
      // It may have been recorded in between.
      const id = await atMessage(query);
      return id === undefined ? { kind: 'none' } : { kind: 'question', id };
    },
  };
}

/** It has attempted a message there, which is recorded before it can be seen. */
function isPosting(
  { place, posts }: Question,
  { workspace, channel, ts, beginsThread }: MessageQuery,
): boolean {
  if (place.workspace !== workspace || place.channel !== channel) return false;
  const postedBy = Number(ts) * 1000 + CLOCK_SKEW_MS;
  const shown = beginsThread ? [posts.root] : [posts.root, posts.status, posts.overdue];
  return shown.some((post) => post !== undefined && post.ts === undefined && post.at <= postedBy);
}
