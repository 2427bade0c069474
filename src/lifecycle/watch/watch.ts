import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, backoffMs } from '../../backoff.js';
import type { DeepSearch } from '../../deepsearch/deep-search.js';
import { Busy, InvalidReply, isServiceFailure, Refused } from '../../deepsearch/errors.js';
import type { Token } from '../../http/credential.js';
import type { Logger } from '../../log.js';
import { memoize } from '../../memoize.js';
import { isOver, type Snapshot } from '../../model/answer.js';
import {
  type ListTrust,
  POLL_TTL_MS,
  type WatchedConversations,
  type WatchedQuestion,
} from '../../store/watched-conversations.js';
import { listDelay, MIN_WATCHED, watchedPollDelay } from '../poll-schedule.js';
import type { PollInterval } from '../schedule.js';
import { ListChanges, type ListRead, type Mistake } from './list-changes.js';
import { afterMistake, afterShown, isProven, serves, UNTRIED } from './list-trust.js';
import { readList } from './read-list.js';

export interface WatchOptions {
  readonly watched: WatchedConversations;
  readonly list: DeepSearch['list'];
  /** That of all questions. */
  readonly token: Token;
  /** Runs a question's job now: it reads the question. */
  readonly wake: (questionId: string) => Promise<void>;
  /** How long questions usually take, ms; undefined if too few are known. */
  readonly typicalMs: () => Promise<number | undefined>;
  readonly pollInterval: PollInterval;
  readonly now: () => number;
  /** At least 0 and less than 1, as `Math.random`. */
  readonly random: () => number;
  readonly logger: Logger;
}

/** While too few questions are open, or another process reads the list, ms. */
const IDLE_MS = 1_000;
/** Of one read of the list, with its retries, ms. */
const LIST_TIMEOUT_MS = 5_000;
/** Lists take at most half of the time, however slow they are. */
const REST_SHARE = 1;
/** How long a process uses what it knows of other processes' lists, ms. */
const POLL_CACHE_MS = 250;
/** An earlier process's watermark counts for this long, ms. */
const WATERMARK_MS = 60_000;
/** Between lists that fail. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 30_000, jitter: 0.2 };
/** So many in a row, and questions no longer wait for a list. */
const MAX_FAILURES = 5;
/** Questions that are woken at a time when no list tells of them any more, and the pause between, ms. */
const WAKE_BATCH = { size: 50, pauseMs: 250 } as const;
/** Calls that wake questions, at once. */
const MAX_WAKING = 500;

export type Watch = ReturnType<typeof createWatch>;

/**
 * Reads the list of conversations for all open questions, in one process at a time, and wakes those whose
 * outcome it shows. What a list is worth is learnt: one that does not tell of an outcome in time is not
 * read for a while, and questions are polled instead.
 */
export function createWatch(options: WatchOptions) {
  const stopping = new AbortController();
  const watcher = new Watcher(options, stopping.signal);
  const poll = memoize({ ttlMs: POLL_CACHE_MS, maxEntries: 1, now: options.now }, async () => ({
    everyMs: await pollMs(options),
  }));
  let running: Promise<void> = Promise.resolve();
  return {
    start(): void {
      running = watcher.run();
    },

    /** Stops reading at once; another process may go on. Never throws. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },

    /** How often to read a question, ms, while lists tell of outcomes; undefined: none does. */
    pollMs: async (): Promise<number | undefined> => (await poll('')).everyMs,

    /** A question's outcome was read, whether or not a list had told of it: lists are measured by that. */
    outcomeRead: (outcome: Snapshot): void => watcher.outcomeRead(outcome),
  };
}

/** Also for questions that come all at once, for which a list will be read within a second. */
async function pollMs({ watched, pollInterval, now }: WatchOptions): Promise<number | undefined> {
  const [published, count] = await Promise.all([watched.pollMs(), watched.count()]);
  if (published !== undefined || count < MIN_WATCHED) return published;
  const { trust = UNTRIED } = (await watched.record()) ?? {};
  const willBeRead = serves(trust) && now() >= trust.pausedUntil;
  return willBeRead ? pollInterval.maxMs : undefined;
}

class Watcher {
  readonly #by: WatchOptions;
  readonly #signal: AbortSignal;
  readonly #process = randomUUID();
  readonly #waking = new Set<Promise<void>>();
  #changes: ListChanges | undefined;
  #trust: ListTrust = UNTRIED;
  #counted = 0;
  #pageSize: number | undefined;
  /** In a row; also across turns of other processes, which have the lease while this one waits. */
  #failures = 0;
  /** Questions may have been left to the list up to then. */
  #neededUntil = 0;

  constructor(options: WatchOptions, signal: AbortSignal) {
    this.#by = options;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      const delay = await this.#turn().catch((error: unknown) => {
        this.#changes = undefined;
        this.#by.logger.debug({ err: error }, 'list of conversations not read');
        return IDLE_MS;
      });
      await this.#sleep(delay);
    }
    await this.#by.watched.release(this.#process).catch(() => undefined);
  }

  outcomeRead(outcome: Snapshot): void {
    const { ref, updatedAt } = outcome;
    if (!isOver(outcome) || updatedAt === undefined) return;
    this.#changes?.expect({ ref, updatedAt }, this.#by.now());
  }

  /** Reads the list once, if it is this process's turn; returns when to come back, ms. */
  async #turn(): Promise<number> {
    const { watched, now } = this.#by;
    // Questions sleep longer than it takes to fall below the number that is worth a list.
    const atLeast = now() < this.#neededUntil ? 1 : MIN_WATCHED;
    const turn = await watched.takeTurn(this.#process, atLeast);
    if (!turn.isOurs) {
      this.#changes = undefined;
      return IDLE_MS;
    }
    const changes = this.#changes ?? (await this.#begin());
    if (now() < this.#trust.pausedUntil) return IDLE_MS;
    const startedAt = now();
    const read = await this.#read(changes.watermark).catch((error: unknown) => {
      if (this.#signal.aborted || !isServiceFailure(error)) throw error;
      return this.#failed(error);
    });
    if (typeof read === 'number') return read;
    this.#failures = 0;
    const mistake = changes.take(read);
    if (mistake !== undefined) return this.#distrust(mistake);
    await this.#wakeChanged(changes, read);
    await this.#publish(changes, turn.watched);
    const delay = listDelay(turn.watched, await this.#by.typicalMs());
    const atLeastMs = serves(this.#trust) ? 0 : IDLE_MS;
    return Math.max(delay, atLeastMs, REST_SHARE * (now() - startedAt));
  }

  /** Goes on where the process before has stopped. */
  async #begin(): Promise<ListChanges> {
    const record = await this.#by.watched.record();
    this.#trust = record?.trust ?? UNTRIED;
    const isRecent = record !== undefined && this.#by.now() - record.at < WATERMARK_MS;
    return this.#startWith(new ListChanges(isRecent ? record.watermark : undefined));
  }

  #startWith(changes: ListChanges): ListChanges {
    this.#changes = changes;
    this.#counted = 0;
    return changes;
  }

  async #read(watermark: number | undefined): Promise<ListRead> {
    const { list, token, now } = this.#by;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
    const size = this.#pageSize === undefined ? {} : { pageSize: this.#pageSize };
    const read = await readList({ list, token, signal, now }, { watermark, ...size });
    this.#pageSize = read.nextPageSize;
    return read;
  }

  async #wakeChanged(changes: ListChanges, { conversations }: ListRead): Promise<void> {
    const found = await this.#by.watched.find(changes.mayBeOver(conversations));
    for (const question of changes.toWake(found, this.#by.now())) this.#wake(question);
  }

  /** In the background: an active job cannot be woken at once. */
  #wake({ id }: WatchedQuestion): void {
    // The list shows it again, or the question's next poll does.
    if (this.#waking.size >= MAX_WAKING) return;
    const woken = this.#by.wake(id).catch((error: unknown) => {
      this.#by.logger.debug({ err: error, question: id }, 'question not woken');
    });
    this.#waking.add(woken);
    void woken.finally(() => this.#waking.delete(woken));
  }

  async #publish(changes: ListChanges, count: number): Promise<void> {
    const { watched, pollInterval, now } = this.#by;
    this.#trust = afterShown(this.#trust, changes.inTime - this.#counted);
    this.#counted = changes.inTime;
    if (serves(this.#trust) && count >= MIN_WATCHED) {
      const pollMs = watchedPollDelay(count, pollInterval, isProven(this.#trust));
      this.#neededUntil = now() + POLL_TTL_MS + POLL_CACHE_MS + pollMs;
      await watched.publishPoll(pollMs);
    }
    await this.#save(changes.watermark);
  }

  async #save(watermark?: number): Promise<void> {
    const reached = watermark === undefined ? {} : { watermark };
    await this.#by.watched.saveRecord({ trust: this.#trust, at: this.#by.now(), ...reached });
  }

  /** A failure says little about the list, but questions cannot wait for it. */
  async #failed(error: unknown): Promise<number> {
    this.#by.logger.debug({ err: error }, 'list of conversations not read');
    this.#failures += 1;
    const wait = error instanceof Busy ? (error.retryAfterMs ?? 0) : 0;
    const isUseless =
      error instanceof Refused || error instanceof InvalidReply || wait >= POLL_TTL_MS;
    if (isUseless || this.#failures >= MAX_FAILURES) return this.#distrust('failed', wait);
    return Math.max(wait, backoffMs(BACKOFF, this.#failures, this.#by.random()));
  }

  /** `atLeastMs`: how long the instance wants not to be asked. */
  async #distrust(mistake: Mistake | 'failed', atLeastMs = 0): Promise<number> {
    const { logger, now, random } = this.#by;
    const trust = afterMistake(this.#trust, now(), random());
    this.#trust = { ...trust, pausedUntil: Math.max(trust.pausedUntil, now() + atLeastMs) };
    this.#failures = 0;
    const pausedMs = this.#trust.pausedUntil - now();
    logger.info(
      { mistake, pausedMs },
      'list of conversations does not serve: questions are polled',
    );
    this.#startWith(new ListChanges());
    await this.#save();
    await this.#by.watched.withdrawPoll();
    await this.#wakeAll();
    return IDLE_MS;
  }

  /** They sleep for as long as if a list told of them. */
  async #wakeAll(): Promise<void> {
    const { watched, now } = this.#by;
    if (now() >= this.#neededUntil) return;
    this.#neededUntil = 0;
    // By then, every process knows that no list does.
    await this.#sleep(POLL_CACHE_MS + IDLE_MS);
    for await (const page of watched.all()) {
      for (let from = 0; from < page.length; from += WAKE_BATCH.size) {
        if (this.#signal.aborted) return;
        for (const each of page.slice(from, from + WAKE_BATCH.size)) this.#wake(each);
        await this.#sleep(WAKE_BATCH.pauseMs);
      }
    }
  }

  async #sleep(ms: number): Promise<void> {
    const options = { signal: this.#signal, ref: false };
    await sleep(ms, undefined, options).catch(() => undefined);
  }
}
