import { z } from 'zod';
import { CODE_VERBS, CodePage } from './code.js';

const positive = z.int().positive();
const page = z.int().min(0).max(999);
const questionId = z.string().regex(/^[\w.-]{1,150}$/);

/** What is kept on our side by a name of ours: see `render/code/turn.ts`. */
const kept = z.string().regex(/^[0-9a-f]{20}$/);
const keptOnes = z.array(kept).max(8);

/** What can be done to a conversation that is read. */
const TALK_DEEDS = ['share', 'export', 'delete', 'delete-for-good'] as const;
export type ConversationAction = (typeof TALK_DEEDS)[number];

/**
 * Which view opens over the page, with what it is about: what a button's value and a view's
 * `private_metadata` hold as JSON. It is data that somebody may have forged: who clicks is checked.
 */
export const Modal = z.discriminatedUnion('of', [
  /** A question, and where its answer goes. */
  z.object({ of: z.literal('ask') }),
  /** What was wrong with an answer, in words of one's own. */
  z.object({ of: z.literal('reason'), questionId }),
  /** A question about a message; `files`: the names of those that go along. */
  z.object({ of: z.literal('about'), files: z.array(z.string().max(100)).max(3) }),
  /** What a code tool gives; `pick`: of a name in it, or of a folder's entry; `back`, `forth`: what was and will be seen. */
  z.object({
    of: z.literal('code'),
    show: z.union([CodePage, kept]),
    pick: z
      .object({ do: z.enum(['def', 'refs', 'open']), symbol: z.string().regex(/^\S{1,200}$/) })
      .exactOptional(),
    back: keptOnes.exactOptional(),
    forth: keptOnes.exactOptional(),
  }),
  /** How a channel wants us. */
  z.object({ of: z.literal('settings') }),
  /** The code tools, to choose one. */
  z.object({ of: z.literal('code-menu') }),
  /** What a code tool is to be called with. */
  z.object({
    of: z.literal('code-form'),
    verb: z.enum(CODE_VERBS),
    given: z.record(z.string(), z.string()).exactOptional(),
  }),
  /** The sources of an answer, to look into. */
  z.object({ of: z.literal('sources'), questionId }),
  /**
   * A conversation to read, by its number on the instance; `page` counts from 0; `star`: to set or
   * take first; `does`: what is done to it instead, of which `delete` asks first.
   */
  z.object({
    of: z.literal('conversation'),
    id: positive,
    page,
    star: z.boolean().exactOptional(),
    does: z.enum(TALK_DEEDS).exactOptional(),
  }),
  /** What a link leads to, by the name of its preview. */
  z.object({ of: z.literal('preview'), id: questionId, page }),
]);
export type Modal = z.infer<typeof Modal>;

const channel = z.string().regex(/^[CDG][A-Z0-9]{1,30}$/);
const threadTs = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

/** What a view carries along: what it is, and where it was opened from. */
export const ViewMetadata = z.object({
  modal: Modal,
  place: z.object({ channel, threadTs: threadTs.optional() }).optional(),
});
export type ViewMetadata = z.infer<typeof ViewMetadata>;

/** The fields of our forms: each is the id of its block and of its input. */
export const FIELDS = {
  question: 'question',
  where: 'where',
  audience: 'audience',
  reason: 'reason',
  symbol: 'symbol',
  message: 'message',
  who: 'who',
  people: 'people',
  replies: 'replies',
  answers: 'answers',
  language: 'language',
} as const;

/** Slack's limit for what is typed into one field. */
export const FIELD_LENGTH = 3_000;

/** Shortcuts by the `callback_id` that the manifest gives them. */
export const SHORTCUTS = { ask: 'ask_deep_search', about: 'ask_about_message' } as const;

/** The field of a file, by its number. */
export const fileField = (at: number) => `file.${at}`;
