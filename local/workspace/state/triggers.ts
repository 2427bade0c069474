import { randomInt } from 'node:crypto';
import { Refusal } from '../web-api/refusal.js';
import type { Clock } from './clock.js';
import { newSecret } from './ids.js';
import type { Install } from './records.js';

const KEPT = 10_000;

/** What a `trigger_id` came of. */
export interface Cause {
  readonly install: Install;
  readonly user: string;
  /** Where it happened, if in a conversation. */
  readonly channel?: string;
  /** The modal it happened in: a further one may be pushed upon it. */
  readonly view?: string;
}

interface Trigger {
  readonly cause: Cause;
  readonly until: number;
  exchanged: boolean;
}

/** https://docs.slack.dev/interactivity/handling-user-interaction: good for one view, within three seconds. */
export class Triggers {
  private readonly open = new Map<string, Trigger>();

  constructor(
    private readonly clock: Clock,
    private readonly lifeMs: number,
  ) {}

  issue(cause: Cause): string {
    const now = this.clock.now();
    const id = `${now}.${randomInt(1e9, 1e10)}.${newSecret(16)}`;
    this.open.set(id, { cause, until: now + this.lifeMs, exchanged: false });
    const oldest = this.open.keys().next().value;
    if (this.open.size > KEPT && oldest !== undefined) this.open.delete(oldest);
    return id;
  }

  /** Throws a `Refusal`: `invalid_trigger_id`, `expired_trigger_id`, `exchanged_trigger_id`. */
  exchange(id: string, install: Install): Cause {
    const trigger = this.open.get(id);
    if (!trigger || trigger.cause.install !== install) throw new Refusal('invalid_trigger_id');
    if (trigger.exchanged) throw new Refusal('exchanged_trigger_id');
    if (trigger.until < this.clock.now()) throw new Refusal('expired_trigger_id');
    trigger.exchanged = true;
    return trigger.cause;
  }
}
