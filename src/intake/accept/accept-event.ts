import type { Logger } from '../../log.js';
import { DeepSearchSlackError } from '../../model/error.js';
import { type AskRequest, type Intent, questionOf } from '../../model/intent.js';
import { threadOf } from '../../model/place.js';
import type { AcceptedQuestionStore } from '../../store/accepted-questions.js';
import type { ChannelChangeStore } from '../../store/channel-changes.js';
import type { ThreadStore } from '../../store/threads.js';
import { withTimeout } from '../../timeout.js';
import { NO_TRACING, type ReceivedRequest, type Tracing } from '../../tracing.js';
import type { ChannelsChanged, IncomingEvent } from '../parse/result.js';
import type { ResolvedEvent, ResolvedSideMessage, ResolveEvent } from './resolve-event.js';

/** An event could not be stored in time: Slack gets an error, so that it sends the event again. */
export class NotPersisted extends DeepSearchSlackError {
  readonly code = 'not_persisted';
}

export interface AcceptEventOptions {
  readonly resolveEvent: ResolveEvent;
  /** False if the user of the intent has made too many requests: it is acknowledged and dropped. */
  readonly mayAccept: (intent: Intent) => Promise<boolean>;
  /** Adds an intent to its queue; its id makes a repeat harmless. */
  readonly accept: (intent: Intent) => Promise<void>;
  readonly threads: Pick<ThreadStore, 'claim' | 'addSideMessage'>;
  /** Questions that are queued: they may be stopped before a worker takes them up. */
  readonly acceptedQuestions: Pick<AcceptedQuestionStore, 'add'>;
  /** Every process drops what it has looked up of a channel. */
  readonly channelChanges: Pick<ChannelChangeStore, 'record'>;
  /** Counts what was accepted: a question's origin, another intent's kind, or `ignored`. */
  readonly observe: (what: string) => void;
  readonly tracing?: Pick<Tracing, 'receive'>;
  /** With its address, for an operator. */
  readonly redisName?: string;
  /** ms since the epoch. */
  readonly now?: () => number;
  readonly logger: Logger;
}

/** Slack waits 3 s for an ack; after this, it should send the event again, ms. */
const PERSIST_WITHIN_MS = 2_500;

export type AcceptEvent = (event: IncomingEvent | Promise<IncomingEvent>) => Promise<void>;

/**
 * Stores what is for the bot before Slack's ack: one read for a reply or a reaction, the limit of its
 * user, then one write, or three in parallel for a question in a thread. Throws if that fails or takes longer than 2.5 s.
 */
export function createAcceptEvent(options: AcceptEventOptions): AcceptEvent {
  const { resolveEvent, mayAccept, accept, threads, acceptedQuestions, observe, logger } = options;
  const { tracing = NO_TRACING, now = Date.now, redisName = 'Redis' } = options;

  async function persistIntent(intent: Intent, at = now()): Promise<void> {
    if (!(await mayAccept(intent))) return;
    await tracing.receive({ ...traced(intent), at }, () => store(intent));
  }

  async function store(intent: Intent): Promise<void> {
    await Promise.all([accept(intent), ...(intent.kind === 'ask' ? claimThread(intent) : [])]);
    observe(intent.kind === 'ask' ? intent.origin : intent.kind);
    logger.info({ intent: intent.kind, id: intent.id }, 'event accepted');
  }

  /** At once, so that an immediate reply counts as one to the bot. */
  function claimThread(ask: AskRequest): Promise<unknown>[] {
    const thread = threadOf(ask);
    if (thread === undefined) return [];
    return [threads.claim(thread, ask.id), acceptedQuestions.add(thread, ask)];
  }

  async function keepSideMessage({ messageTs, ...message }: ResolvedSideMessage): Promise<void> {
    const thread = threadOf(message);
    if (thread && messageTs !== undefined) await threads.addSideMessage(thread, messageTs);
  }

  async function recordChanges({ kind, channels, joined }: ChannelsChanged): Promise<void> {
    await Promise.all(channels.map(options.channelChanges.record));
    if (joined !== undefined) await persistIntent(joined);
    observe(kind);
    logger.debug({ channels }, 'channel changed');
  }

  async function persist(event: ResolvedEvent, at: number): Promise<void> {
    if (event.kind === 'channels-changed') return recordChanges(event);
    if (event.kind !== 'ignored' && event.kind !== 'side-message') return persistIntent(event, at);
    if (event.kind === 'side-message') await keepSideMessage(event);
    observe('ignored');
    logger.debug({ reason: event.reason }, 'event ignored');
  }

  return async function acceptEvent(event) {
    const at = now();
    const persisted = Promise.resolve(event)
      .then(resolveEvent)
      .then((resolved) => persist(resolved, at));
    await withTimeout(persisted, PERSIST_WITHIN_MS, () => {
      throw new NotPersisted(
        `It was not stored within ${PERSIST_WITHIN_MS} ms: ${redisName} (REDIS_URL), or a look-up in Slack, took too long`,
      );
    });
  };
}

/** A question, and what stops or prolongs it, belong to the question's trace. */
function traced(intent: Intent): Omit<ReceivedRequest, 'at'> {
  const { kind } = intent;
  const attributes = { 'deepsearch_slack.intent': kind };
  const question = questionOf(intent);
  return {
    name: `receive ${kind}`,
    ...(question === undefined ? {} : { question }),
    attributes:
      kind === 'ask' ? { ...attributes, 'deepsearch_slack.origin': intent.origin } : attributes,
  };
}
