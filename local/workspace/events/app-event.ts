import type { ChannelRecord } from '../state/records.js';

/** What an install of the app is told, before it is put into its envelope. */
export interface AppEvent {
  readonly event: Readonly<Record<string, unknown>>;
  readonly channel: ChannelRecord | undefined;
  /** Whose doing it is: in a shared channel the envelope names that person's company. */
  readonly actor: string | undefined;
}
