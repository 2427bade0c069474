export interface SocketMode {
  readonly connections: number;
  /** Resolves once at least `count` are connected. */
  connected(count?: number): Promise<void>;
  /** Sends each connection Slack's `disconnect` message, then closes it. */
  disconnectAll(reason?: 'warning' | 'refresh_requested' | 'link_disabled'): void;
  /** Cuts the connections without a word. */
  dropAll(): void;
  /** No pings, pongs, envelopes or answers any more, over connections that stay open. */
  mute(): void;
  /** Ends `silence`. */
  unmute(): void;
}
