import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../model/question.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';
import { channelOf, noneUnlessChannelRefused, oldestTs } from './find-messages.js';

export interface FindSharesOptions {
  readonly files: Pick<SlackFiles, 'shares'>;
  readonly messages: Pick<SlackMessages, 'list'>;
  readonly now: () => number;
}

interface Wait {
  readonly withinMs: number;
  /** Until there are so many; default: one. */
  readonly count?: number;
}

const POLL_MS = 250;

/**
 * The messages that share a question's file, oldest first; waits for Slack to post them. Where
 * `files.info` is refused, or names none in the end, the thread is read. Undefined if Slack does not
 * say.
 */
export function createFindShares({ files, messages, now }: FindSharesOptions) {
  async function listed({ place, file }: Question, id: string): Promise<string[]> {
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const range = { ...thread, oldest: oldestTs(file?.at ?? 0) };
    const found = await messages.list(channelOf(place), range).catch(noneUnlessChannelRefused);
    return found.filter((message) => message.files?.includes(id)).map(({ ts }) => ts);
  }

  async function poll(
    target: ChannelRef,
    id: string,
    { withinMs, count = 1 }: Wait,
  ): Promise<string[] | undefined> {
    const until = now() + withinMs;
    for (;;) {
      const shares = await files.shares(target, id).catch(unknownIfRefused);
      const isOver = shares === undefined || shares.length >= count || now() >= until;
      if (isOver) return shares;
      await sleep(POLL_MS);
    }
  }

  return async (question: Question, wait: Wait): Promise<string[] | undefined> => {
    const id = question.file?.id;
    if (id === undefined) return [];
    const shares = await poll(channelOf(question.place), id, wait);
    if (shares?.length) return shares;
    const found = await listed(question, id);
    return found.length > 0 ? found : shares;
  };
}

function unknownIfRefused(error: unknown): undefined {
  if (!(error instanceof SlackRefused)) throw error;
}
