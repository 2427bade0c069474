import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, backoffMs } from '../backoff.js';
import type { Logger } from '../log.js';
import type { AuditStore } from '../store/audit.js';
import type { Outlet } from './outlets.js';
import { planSeal, readInboxEntry } from './plan-seal.js';
import { findRemovable, type Retention } from './trim.js';

export interface SealerOptions {
  readonly audit: AuditStore;
  readonly outlets: readonly Outlet[];
  readonly retention: Retention;
  /** Stores what Redis did not take before. Never rejects. */
  readonly flush: () => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly logger: Logger;
}

export type Sealer = ReturnType<typeof createSealer>;

/** How long a recorded entry waits at most while all is well, ms. */
const TURN_MS = 1_000;
/** Entries that are sealed or sent at a time. */
const BATCH = 200;
const TRIM_EVERY_MS = 3600_000;
/** Another process is at it. */
const OTHERS_TRIM_MS = 60_000;
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.2 };

/**
 * Seals recorded entries into the trail, removes the oldest and sends new ones to the outlets, in one process at a
 * time. Whatever is cut off is done again: an entry is in the trail once, and in an outlet at least once.
 */
export function createSealer(options: SealerOptions) {
  const { audit, retention, now, logger } = options;
  const holder = randomUUID();
  const stopping = new AbortController();
  const sendTo = options.outlets.map((outlet) => createSend(outlet, options));
  let trimAt = 0;
  let running: Promise<void> | undefined;

  /** False: nothing waits. */
  async function sealNext(): Promise<boolean> {
    const inbox = await audit.inbox(BATCH);
    const isTrimDue = now() >= trimAt;
    if (inbox.length === 0 && !isTrimDue) return false;
    if (!(await audit.lease(holder))) {
      if (isTrimDue) trimAt = now() + OTHERS_TRIM_MS;
      return false;
    }
    const head = await audit.head();
    const removed = isTrimDue
      ? await findRemovable(audit, head, { ...retention, now: now() })
      : undefined;
    if (isTrimDue && removed === undefined) finishTrim(head.last);
    const digests = inbox.flatMap((each) => readInboxEntry(each)?.digest ?? reportInvalid(each));
    const seen = await audit.seen(digests);
    const about = {
      ...(removed === undefined ? {} : { removed }),
      ...(head.lost === undefined ? {} : { lost: head.lost }),
    };
    if (inbox.length === 0 && removed === undefined) return false;
    await audit.seal(planSeal({ after: head.last, inbox, seen, now: now(), ...about }));
    return true;
  }

  /** The log then is a witness of how long the trail was, and of its end. */
  function finishTrim({ sequence, hash }: { sequence: number; hash: string }): void {
    trimAt = now() + TRIM_EVERY_MS;
    if (sequence > 0) logger.info({ sequence, hash }, 'audit trail');
  }

  function reportInvalid({ line }: { line: string }): [] {
    logger.error({ length: line.length }, 'audit entry dropped: not written by this app');
    return [];
  }

  async function turn(): Promise<void> {
    await options.flush();
    while (!stopping.signal.aborted && (await sealNext()));
    for (const send of sendTo) {
      if ((await send.isDue()) && (await audit.lease(holder))) await send.all(stopping.signal);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const restMs = failures === 0 ? TURN_MS : backoffMs(BACKOFF, failures, options.random());
      await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await turn();
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ err: error }, 'audit trail not written: trying again');
      }
    }
  }

  return {
    /** Once Redis is connected; again is nothing. */
    start(): void {
      running ??= run();
    },

    /** Seals and sends what waits now, once: for tests, and before the process ends. */
    turn,

    /** What is recorded after this waits for another process. Never rejects. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await audit.release(holder).catch(() => undefined);
    },
  };
}

/** Sends the trail to one outlet, as far as it got. */
function createSend(outlet: Outlet, { audit, now, random, logger }: SealerOptions) {
  let failures = 0;
  let retryAt = 0;

  async function next(signal: AbortSignal): Promise<boolean> {
    const sent = await audit.sent(outlet.name);
    const entries = await audit.trail(sent + 1, BATCH);
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined) return false;
    const missing = first.sequence - sent - 1;
    await outlet.send(
      entries.map(({ line }) => line),
      signal,
    );
    if (missing > 0) logger.error({ outlet: outlet.name, missing }, 'audit entries removed unsent');
    await audit.setSent(outlet.name, last.sequence);
    return true;
  }

  return {
    async isDue(): Promise<boolean> {
      if (now() < retryAt) return false;
      const [sent, { last }] = await Promise.all([audit.sent(outlet.name), audit.head()]);
      return sent < last.sequence;
    },

    async all(signal: AbortSignal): Promise<void> {
      try {
        while (!signal.aborted && (await next(signal)));
        failures = 0;
      } catch (error) {
        failures += 1;
        retryAt = now() + backoffMs(BACKOFF, failures, random());
        logger.warn({ err: error, outlet: outlet.name }, 'audit entries not sent: trying again');
      }
    },
  };
}
