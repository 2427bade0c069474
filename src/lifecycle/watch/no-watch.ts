import type { Watch } from './watch.js';

/** Where every question runs with an account of its own, no list tells of several: each is polled. */
export const NO_WATCH: Watch = {
  start: () => undefined,
  stop: async () => undefined,
  pollMs: async () => undefined,
  outcomeRead: () => undefined,
};
