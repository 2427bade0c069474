import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Slack lets a note be changed for half an hour, ms. */
const LIFE_MS = 25 * 60_000;

export type FormNoteStore = ReturnType<typeof createFormNoteStore>;

/** The private notes that forms were opened from: each makes way when its form is sent. */
export function createFormNoteStore({ redis }: { redis: Connection }) {
  return {
    /** `form`: the view's name; `sealedUrl`: the way to change the note. */
    async keep(form: string, sealedUrl: string): Promise<void> {
      await redis.set(keys.formMessage(form), sealedUrl, 'PX', LIFE_MS);
    },

    /** Sealed; undefined where the form stood alone, or was open for too long. */
    async sealedUrl(form: string): Promise<string | undefined> {
      return (await redis.get(keys.formMessage(form))) ?? undefined;
    },
  };
}
