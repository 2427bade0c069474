export interface SocketMode {
  readonly connections: number;
  /** Resolves once at least `count` connections are open. */
  connected(count?: number): Promise<void>;
  /** Sends each connection Slack's `disconnect` message, then closes it. */
  disconnectAll(reason?: 'warning' | 'refresh_requested' | 'link_disabled'): void;
  /** Closes the connections without a `disconnect` message. */
  dropAll(): void;
  /** Sends nothing more (no pings, pongs or envelopes) while the connections stay open. */
  mute(): void;
  /** Ends `mute`. */
  unmute(): void;
}
