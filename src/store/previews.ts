import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Where a preview stands, and by what name. */
export interface PreviewKey {
  readonly workspace: string;
  readonly channel: string;
  readonly id: string;
}

export type PreviewStore = ReturnType<typeof createPreviewStore>;

/** The links that previews stand for, sealed: a button names its preview and never holds the link. */
export function createPreviewStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    async keep(key: PreviewKey, sealedLink: string): Promise<void> {
      await redis.set(keys.preview(key), sealedLink, 'PX', retentionMs);
    },

    /** Undefined where there is none there, or it was too long ago. */
    async sealedLink(key: PreviewKey): Promise<string | undefined> {
      return (await redis.get(keys.preview(key))) ?? undefined;
    },
  };
}
