import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../model/question.js';
import type { BotIdentity } from '../slack/directory.js';
import { isTokenRefused, SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';
import type { MessageDeletion } from './delete-messages.js';
import { channelOf, findMessages } from './find-messages.js';

export interface EraseMessagesOptions {
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
  readonly files: Pick<SlackFiles, 'remove'>;
  readonly deletion: Pick<MessageDeletion, 'find'>;
  readonly identify: (workspace: string) => Promise<BotIdentity>;
}

export interface EraseContext {
  /** Called with the IDs of what is about to be deleted. */
  readonly noteFound: (ids: readonly string[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Slack's error codes by the IDs of the messages and files that it did not delete. */
type Kept = Readonly<Record<string, string>>;

export type EraseMessages = ReturnType<typeof createEraseMessages>;

/** In a direct message; older ones stay. */
const MOST_DIRECT = 1_000;
/** A longer wait for Slack's rate limit is left to the job. */
const MAX_WAIT_MS = 60_000;

/** Deletes messages and files of ours as far as Slack allows, and says what it did not. Throws transient errors. */
export function createEraseMessages(options: EraseMessagesOptions) {
  const { messages, files, deletion, identify } = options;

  async function removeAll(
    target: ChannelRef,
    { ts, fileIds }: { readonly ts: readonly string[]; readonly fileIds: readonly string[] },
    { noteFound, signal }: EraseContext,
  ): Promise<Kept> {
    const idOf = (each: string) => `${target.channel}-${each}`;
    await noteFound([...fileIds, ...ts.map(idOf)]);
    const kept: Record<string, string> = {};
    // A file first: the message that shares it goes with it, or says that it is gone.
    for (const id of fileIds) {
      const refusal = await attempt(() => files.remove(target.workspace, id), signal);
      if (refusal !== undefined && refusal !== 'file_not_found') kept[id] = refusal;
    }
    for (const each of ts) {
      const refusal = await attempt(() => messages.remove(target, each), signal);
      if (refusal !== undefined) kept[idOf(each)] = refusal;
    }
    return kept;
  }

  /** In the channel that a private answer was shared with: in the thread that it was asked in, or a new one. */
  async function findShared(question: Question, request: string): Promise<string[]> {
    const { place, askedIn, askedInThread, askedAt: since } = question;
    const shared = { id: request, place: { ...place, channel: askedIn ?? place.channel } };
    const found = await findMessages(messages, shared, { since, threadTs: askedInThread });
    if (askedInThread !== undefined) return found.map(({ ts }) => ts);
    const replies = found.map(({ ts }) => findMessages(messages, shared, { since, threadTs: ts }));
    const all = [...found, ...(await Promise.all(replies)).flat()].map(({ ts }) => ts);
    return [...new Set(all)].sort((a, b) => Number(b) - Number(a));
  }

  return {
    /** Of a question that is no longer open. `sharedBy`: the request that shared its answer. */
    async ofQuestion(
      question: Question,
      { sharedBy, ...context }: EraseContext & { readonly sharedBy: string | undefined },
    ): Promise<Kept> {
      const { signal } = context;
      const { place, askedIn, file } = question;
      const fileIds = file?.id === undefined ? [] : [file.id];
      const ts = await inTurn(() => deletion.find(question), signal).catch(
        recordedIfRefused(question),
      );
      const kept = await removeAll(channelOf(place), { ts, fileIds }, context);
      if (sharedBy === undefined || askedIn === undefined) return kept;
      const shared = await inTurn(() => findShared(question, sharedBy), signal).catch(
        noneIfRefused,
      );
      const target = { workspace: place.workspace, channel: askedIn };
      return { ...kept, ...(await removeAll(target, { ts: shared, fileIds: [] }, context)) };
    },

    /** Everything else of ours at the root of a direct message, up to `until`, ms since the epoch. */
    async inDirectMessage(
      target: ChannelRef,
      { until, ...context }: EraseContext & { readonly until: number },
    ): Promise<Kept> {
      const { signal } = context;
      const { botUser, botId } = await identify(target.workspace);
      const range = { latest: String(until / 1_000), limit: MOST_DIRECT };
      const listed = await inTurn(() => messages.list(target, range), signal).catch(noneIfRefused);
      const own = listed.filter((each) => each.user === botUser || each.botId === botId);
      const fileIds = own.flatMap((each) => each.files ?? []);
      return removeAll(target, { ts: own.map(({ ts }) => ts), fileIds }, context);
    },
  };
}

/** Slack's error code, where it refuses; undefined: done. */
async function attempt(
  call: () => Promise<void>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await inTurn(call, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
    return error.error;
  }
}

/** Waits here for Slack's rate limit: to run the job again would be to look for everything again. */
async function inTurn<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SlackBusy) || error.retryAfterMs > MAX_WAIT_MS) throw error;
      await sleep(error.retryAfterMs, undefined, { signal });
    }
  }
}

/** Where Slack does not list messages, those that are known are tried. */
function recordedIfRefused({ posts }: Question) {
  return (error: unknown): string[] => {
    noneIfRefused(error);
    return Object.values(posts).flatMap((post) => post?.ts ?? []);
  };
}

function noneIfRefused(error: unknown): [] {
  if (error instanceof SlackRefused && !isTokenRefused(error)) return [];
  throw error;
}
