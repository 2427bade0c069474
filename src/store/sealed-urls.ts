import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { sealedValues } from './sealed-values.js';

/** Slack accepts a response URL for half an hour, ms. */
const RESPONSE_URL_TTL_MS = 25 * 60_000;

/** Binds what is sealed for its kind to the record that stores it, as the vault does. */
export interface Binder {
  bind(sealed: string, kind: string, record: string): string;
  unbind(bound: string, kind: string, record: string): string;
}

interface ResponseUrlOptions {
  readonly redis: Connection;
  readonly binder: Binder;
}

export type ResponseUrlStore = ReturnType<typeof createFormNoteStore>;

/**
 * The ephemeral messages that forms were opened from, by the external ID of the view: they are replaced
 * when the form is submitted.
 */
export function createFormNoteStore(options: ResponseUrlOptions) {
  return createResponseUrlStore(options, keys.formMessage);
}

/** Where whoever typed a question, by its ID, can be told something in private, even without the bot there. */
export function createQuestionResponseStore(options: ResponseUrlOptions) {
  return createResponseUrlStore(options, keys.questionResponse);
}

function createResponseUrlStore(
  { redis, binder }: ResponseUrlOptions,
  keyOf: (id: string) => string,
) {
  return {
    async keep(id: string, sealedUrl: string): Promise<void> {
      const key = keyOf(id);
      const bound = binder.bind(sealedUrl, 'response_url', key);
      await redis.set(key, bound, 'PX', RESPONSE_URL_TTL_MS);
    },

    /** Undefined if there was none, or it is too old. */
    async sealedUrl(id: string): Promise<string | undefined> {
      const key = keyOf(id);
      const bound = await redis.get(key);
      return bound === null ? undefined : binder.unbind(bound, 'response_url', key);
    },
  };
}

/** A preview: where it is, and its ID. */
export interface PreviewKey {
  readonly workspace: string;
  readonly channel: string;
  readonly id: string;
}

export type PreviewStore = ReturnType<typeof createPreviewStore>;

/** The links that previews show. A button has the ID of its preview, never the link. */
export function createPreviewStore(options: {
  redis: Connection;
  retentionMs: number;
  binder: Binder;
}) {
  const { redis, retentionMs, binder } = options;
  return {
    async keep(preview: PreviewKey, sealedLink: string): Promise<void> {
      const key = keys.preview(preview);
      await redis.set(key, binder.bind(sealedLink, 'pasted_link', key), 'PX', retentionMs);
    },

    /** Undefined if there is no such preview, or it is too old. */
    async sealedLink(preview: PreviewKey): Promise<string | undefined> {
      const key = keys.preview(preview);
      const bound = await redis.get(key);
      return bound === null ? undefined : binder.unbind(bound, 'pasted_link', key);
    },

    /** All of them as they are stored, each with the record that it is bound to, for sealing them anew. */
    async *sealed() {
      const all = keys.preview({ workspace: '*', channel: '*', id: '*' });
      for await (const { key, ...value } of sealedValues(redis, all)) {
        yield { ...value, record: key };
      }
    },
  };
}
