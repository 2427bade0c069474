import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Where a preview stands, and by what name. */
export interface PreviewKey {
  readonly workspace: string;
  readonly channel: string;
  readonly id: string;
}

/** What stands behind a preview's button; the link is sealed. */
export interface Preview {
  readonly sealedLink: string;
  /** Of the message, where it is a reply. */
  readonly threadTs?: string;
}

export type PreviewStore = ReturnType<typeof createPreviewStore>;

/** The links that previews stand for: a button names its preview and never holds the link. */
export function createPreviewStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    async keep(key: PreviewKey, preview: Preview): Promise<void> {
      await redis.set(keys.preview(key), JSON.stringify(preview), 'PX', retentionMs);
    },

    /** Undefined where there is none there, or it was too long ago. */
    async find(key: PreviewKey): Promise<Preview | undefined> {
      const kept = await redis.get(keys.preview(key));
      return kept === null ? undefined : (JSON.parse(kept) as Preview);
    },
  };
}
