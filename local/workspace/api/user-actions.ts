import type { Ref } from './directory.js';
import type { Block } from './messages.js';

export interface SayInput {
  readonly as: Ref;
  readonly channel: Ref;
  readonly text: string;
  readonly threadTs?: string;
  readonly blocks?: readonly Block[];
  readonly attachments?: readonly Record<string, unknown>[];
  readonly files?: readonly Record<string, unknown>[];
  readonly subtype?: string;
}

export interface AckResult {
  /** The HTTP status; in Socket Mode 200 for an ack; 0 where nothing answered in time. */
  readonly ackStatus: number;
  readonly ackMs: number;
  readonly triggerId: string;
}

export interface ClickInput {
  readonly as: Ref;
  readonly channel: Ref;
  /** The message's, or an ephemeral message's. */
  readonly ts: string;
  readonly actionId: string;
  readonly blockId?: string;
  /** What was chosen, where the element offers a choice; overrides a button's own value. */
  readonly value?: Entry;
}

/** What was chosen or typed: text, an option's value, an id, a date; several of them; null for nothing. */
export type Entry = string | readonly string[] | null;
