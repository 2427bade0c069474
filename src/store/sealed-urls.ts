import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { scanKeys } from './scan.js';

/** Slack accepts a response URL for half an hour, ms. */
const RESPONSE_URL_TTL_MS = 25 * 60_000;

export type FormNoteStore = ReturnType<typeof createFormNoteStore>;

/** The ephemeral messages that forms were opened from: they are replaced when the form is submitted. */
export function createFormNoteStore({ redis }: { redis: Connection }) {
  return {
    /** `form`: the external ID of the view; `sealedUrl`: the sealed response URL of the message. */
    async keep(form: string, sealedUrl: string): Promise<void> {
      await redis.set(keys.formMessage(form), sealedUrl, 'PX', RESPONSE_URL_TTL_MS);
    },

    /** Undefined if the form was not opened from a message, or too long ago. */
    async sealedUrl(form: string): Promise<string | undefined> {
      return (await redis.get(keys.formMessage(form))) ?? undefined;
    },
  };
}

const REPLACE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL') end`;

/** A preview: where it is, and its ID. */
export interface PreviewKey {
  readonly workspace: string;
  readonly channel: string;
  readonly id: string;
}

export type PreviewStore = ReturnType<typeof createPreviewStore>;

/** The links that previews show. A button has the ID of its preview, never the link. */
export function createPreviewStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    async keep(key: PreviewKey, sealedLink: string): Promise<void> {
      await redis.set(keys.preview(key), sealedLink, 'PX', retentionMs);
    },

    /** Undefined if there is no such preview, or it is too old. */
    async sealedLink(key: PreviewKey): Promise<string | undefined> {
      return (await redis.get(keys.preview(key))) ?? undefined;
    },

    /** All of them as they are stored, for sealing them anew. */
    async *sealed() {
      const all = keys.preview({ workspace: '*', channel: '*', id: '*' });
      for await (const page of scanKeys(redis, all)) {
        for (const key of page) {
          const sealed = await redis.get(key);
          if (sealed === null) continue;
          const replace = async (other: string) => {
            await redis.eval(REPLACE, 1, key, sealed, other);
          };
          yield { sealed, replace };
        }
      }
    },
  };
}
