import type { Ref } from './directory.js';
import type { Block } from './messages.js';

export interface SayInput {
  readonly as: Ref;
  readonly channel: Ref;
  /** As Slack keeps it: with references such as `<@U…>`, and `&`, `<` and `>` escaped. */
  readonly text: string;
  readonly threadTs?: string;
  readonly blocks?: readonly Block[];
  readonly attachments?: readonly Record<string, unknown>[];
  readonly files?: readonly Record<string, unknown>[];
  readonly subtype?: string;
}

export interface AckResult {
  /** The HTTP status; 200 for an ack in Socket Mode; 0 if there was no acknowledgement in time. */
  readonly ackStatus: number;
  readonly ackMs: number;
  readonly triggerId: string;
}

export interface ClickInput {
  readonly as: Ref;
  readonly channel: Ref;
  /** `ts` of the message or ephemeral message. */
  readonly ts: string;
  readonly actionId: string;
  readonly blockId?: string;
  /** The value for elements with a choice; overrides a button's own value. */
  readonly value?: Entry;
}

/**
 * What a person entered in an element: text, an option's value, an id, a date, several of them, or
 * null for nothing.
 */
export type Entry = string | readonly string[] | null;
