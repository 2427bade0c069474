import { z } from 'zod';

const positive = z.int().positive();
const questionId = z.string().regex(/^[\w.-]{1,150}$/);

/**
 * Which view opens over the page, with what it is about: what a button's value and a view's
 * `private_metadata` hold as JSON. It is data that somebody may have forged: who clicks is checked.
 */
export const Modal = z.discriminatedUnion('of', [
  /** A question, and where its answer goes. */
  z.object({ of: z.literal('ask') }),
  /** What was wrong with an answer, in words of one's own. */
  z.object({ of: z.literal('reason'), questionId }),
  /** A conversation to read, by its number on the instance; `page` counts from 0; `star` sets its star first. */
  z.object({
    of: z.literal('talk'),
    id: positive,
    page: z.int().min(0).max(999),
    star: z.boolean().optional(),
  }),
  /** A question about a message; `files`: the names of those that go along. */
  z.object({ of: z.literal('about'), files: z.array(z.string().max(100)).max(3) }),
]);
export type Modal = z.infer<typeof Modal>;

const channel = z.string().regex(/^[CDG][A-Z0-9]{1,30}$/);
const threadTs = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

/** What a view carries along: what it is, and where it was opened from. */
export const Carried = z.object({
  modal: Modal,
  place: z.object({ channel, threadTs: threadTs.optional() }).optional(),
});
export type Carried = z.infer<typeof Carried>;

/** The fields of our forms: each is the id of its block and of its input. */
export const FIELDS = {
  question: 'question',
  where: 'where',
  audience: 'audience',
  reason: 'reason',
  message: 'message',
} as const;

/** Slack's limit for what is typed into one field. */
export const FIELD_LENGTH = 3_000;

/** Shortcuts by the `callback_id` that the manifest gives them. */
export const SHORTCUTS = { ask: 'ask_deep_search', about: 'ask_about_message' } as const;

/** The field of a file, by its number. */
export const fileField = (at: number) => `file.${at}`;
