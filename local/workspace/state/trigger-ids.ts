import { randomInt } from 'node:crypto';
import { newSecret } from '../protocol/ids.js';
import { SlackError } from '../protocol/slack-error.js';
import type { Clock } from './clock.js';
import type { Install } from './records.js';

const MAX_TRIGGERS = 10_000;

/** The interaction that created a `trigger_id`. */
export interface TriggerContext {
  readonly install: Install;
  readonly user: string;
  /** The conversation it happened in, if any. */
  readonly channel?: string;
  /** The modal it happened in: another one may be pushed on top of it. */
  readonly view?: string;
}

interface Trigger {
  readonly context: TriggerContext;
  readonly expiresAt: number;
  exchanged: boolean;
}

/**
 * A `trigger_id` opens one view, within three seconds:
 * https://docs.slack.dev/interactivity/handling-user-interaction
 */
export class TriggerIds {
  private readonly triggerIds = new Map<string, Trigger>();

  constructor(
    private readonly clock: Clock,
    private readonly lifetimeMs: number,
  ) {}

  issue(context: TriggerContext): string {
    const now = this.clock.now();
    const id = `${now}.${randomInt(1e9, 1e10)}.${newSecret(16)}`;
    this.triggerIds.set(id, { context, expiresAt: now + this.lifetimeMs, exchanged: false });
    const oldest = this.triggerIds.keys().next().value;
    if (this.triggerIds.size > MAX_TRIGGERS && oldest !== undefined) this.triggerIds.delete(oldest);
    return id;
  }

  /** Throws a `SlackError`: `invalid_trigger_id`, `expired_trigger_id`, `exchanged_trigger_id`. */
  exchange(id: string, install: Install): TriggerContext {
    const trigger = this.triggerIds.get(id);
    if (!trigger || trigger.context.install !== install) throw new SlackError('invalid_trigger_id');
    if (trigger.exchanged) throw new SlackError('exchanged_trigger_id');
    if (trigger.expiresAt < this.clock.now()) throw new SlackError('expired_trigger_id');
    trigger.exchanged = true;
    return trigger.context;
  }
}
