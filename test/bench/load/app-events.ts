import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../../local/workspace/workspace.js';
import { REDELIVERY_MS } from '../../chaos/question-load.js';
import { postSigned } from '../../support/post-signed.js';
import { APP, type RecordedChange, TEAM } from './slack-messages.js';

/** Where events go, and which ones. */
export interface Subscription {
  /** The app's port. */
  readonly port: number;
  readonly secret: string;
  /** `messages`: mentions, and every message of its channels, its own too. */
  readonly events: 'mentions' | 'messages';
}

export type SlackEvent = Readonly<Record<string, unknown>>;

export interface EventSender {
  /**
   * Sends an event, and again as Slack does where it is refused. Resolves after the first attempt, with
   * how long the reply took, ms; infinite if it was refused.
   */
  send(event: SlackEvent): Promise<number>;
  stop(): void;
}

/** Slack's own: https://docs.slack.dev/apis/events-api */
const ACK_TIMEOUT_MS = 3_000;
/** Only a bound: Slack does not wait for a connection to be free. */
const MAX_SOCKETS = 1_024;

export function createEventSender({ port, secret }: Subscription): EventSender {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const target = { port, secret, agent, timeoutMs: ACK_TIMEOUT_MS };
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);

  async function attempt(body: string, retry: number): Promise<number> {
    const headers = retry === 0 ? {} : { 'x-slack-retry-num': String(retry) };
    const startedAt = performance.now();
    const status = await postSigned(target, body, headers).catch(() => 0);
    return status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
  }

  async function redeliver(body: string): Promise<void> {
    for (const [index, delayMs] of REDELIVERY_MS.entries()) {
      await sleep(delayMs, undefined, { signal: stopping.signal });
      if (Number.isFinite(await attempt(body, index + 1))) return;
    }
  }

  return {
    async send(event) {
      const body = JSON.stringify(envelope(event));
      const ms = await attempt(body, 0);
      if (!Number.isFinite(ms)) redeliver(body).catch(() => undefined);
      return ms;
    },
    stop() {
      stopping.abort();
      agent.destroy();
    },
  };
}

function envelope(event: SlackEvent) {
  const id = `Ev${randomUUID().replaceAll('-', '').toUpperCase()}`;
  return {
    team_id: TEAM,
    context_team_id: TEAM,
    context_enterprise_id: null,
    api_app_id: APP.id,
    event,
    type: 'event_callback',
    event_id: id,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: TEAM,
        user_id: APP.botUser,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
}

/** The events about a change of a message: https://docs.slack.dev/reference/events/message */
export function messageEvent({ channel, ts, message, previous }: RecordedChange): SlackEvent {
  const where = { channel, channel_type: 'channel' };
  if (message !== undefined && previous === undefined) {
    return { ...asInEvent(message), ...where, event_ts: ts };
  }
  const now = `${(Date.now() / 1000).toFixed(6)}`;
  const about = { type: 'message', hidden: true, ts: now, event_ts: now, ...where };
  const previous_message = previous && asInEvent(previous);
  return message === undefined
    ? { ...about, subtype: 'message_deleted', previous_message, deleted_ts: ts }
    : { ...about, subtype: 'message_changed', message: asInEvent(message), previous_message };
}

export function mentionEvent(message: Message): SlackEvent {
  return { ...message, type: 'app_mention', event_ts: message.ts };
}

/** Events carry no metadata. */
function asInEvent({ metadata: _metadata, channel: _channel, ...rest }: Message) {
  return rest;
}
