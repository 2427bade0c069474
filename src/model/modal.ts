import { z } from 'zod';
import { CODE_TOOLS, CodePage } from './code.js';
import { SETTING_GROUP_NAMES } from './settings-groups.js';

const positive = z.int().positive();
const page = z.int().min(0).max(999);
const questionId = z.string().regex(/^[\w.-]{1,150}$/);

/** The key of a stored page: see `render/code/page-reference.ts`. */
const pageKey = z.string().regex(/^[0-9a-f]{20}$/);
const pageKeys = z.array(pageKey).max(8);

/** What a user can do with a conversation in its view. */
const CONVERSATION_ACTIONS = ['share', 'export', 'delete', 'delete-for-good'] as const;
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number];

/**
 * Which view opens, and what it shows: the JSON in a button's value and in a view's
 * `private_metadata`. It may be forged, so the permissions of whoever clicks are checked again.
 */
export const Modal = z.discriminatedUnion('kind', [
  /** A form for a question and for where its answer goes. */
  z.object({ kind: z.literal('ask') }),
  /** A form to say what was wrong with an answer. */
  z.object({ kind: z.literal('reason'), questionId }),
  /** A form to ask about a message; `files`: the names of its files in the form. */
  z.object({ kind: z.literal('about'), files: z.array(z.string().max(100)).max(3) }),
  /**
   * A page of a code tool's result; `selection`: a name in it, or an entry of a folder; `back` and
   * `forward`: the pages that its Back and Forward buttons lead to.
   */
  z.object({
    kind: z.literal('code'),
    page: z.union([CodePage, pageKey]),
    selection: z
      .object({ action: z.enum(['def', 'refs', 'open']), symbol: z.string().regex(/^\S{1,200}$/) })
      .exactOptional(),
    back: pageKeys.exactOptional(),
    forward: pageKeys.exactOptional(),
  }),
  /**
   * The settings of the place where it was opened, in a direct message those of the workspace. `edit`: the form
   * for one group of them; `revision`: of what that form shows.
   */
  z.object({
    kind: z.literal('settings'),
    level: z.enum(['workspace', 'channel']).exactOptional(),
    edit: z.enum(SETTING_GROUP_NAMES).exactOptional(),
    revision: z.int().min(-1).exactOptional(),
  }),
  /** A menu of the code tools. */
  z.object({ kind: z.literal('code-menu') }),
  /** A form for a code tool's arguments; `values`: by parameter. */
  z.object({
    kind: z.literal('code-form'),
    tool: z.enum(CODE_TOOLS),
    values: z.record(z.string(), z.string()).exactOptional(),
  }),
  /** The sources of an answer. */
  z.object({ kind: z.literal('sources'), questionId }),
  /** The code at the first of these sources, from where one goes on to definitions and references. */
  z.object({ kind: z.literal('explore'), questionId }),
  /**
   * A conversation, by its id on the instance; `page` counts from 0; `star`: set or remove it
   * first; `action`: do this and show its result. `delete` only asks for confirmation.
   */
  z.object({
    kind: z.literal('conversation'),
    id: positive,
    page,
    star: z.boolean().exactOptional(),
    action: z.enum(CONVERSATION_ACTIONS).exactOptional(),
  }),
  /** What a previewed link leads to; `id`: of the preview. */
  z.object({ kind: z.literal('preview'), id: questionId, page }),
  /**
   * The account of whoever opens it; `step`: do this first. `check`: the token that was just sent; `code`: begin a
   * sign-in with a code; `look`: whether that is done.
   */
  z.object({
    kind: z.literal('connect'),
    step: z.enum(['check', 'code', 'look', 'disconnect']).exactOptional(),
  }),
  /** Opened by the button of the smoke test. */
  z.object({ kind: z.literal('smoke') }),
]);
export type Modal = z.infer<typeof Modal>;

const channel = z.string().regex(/^[CDG][A-Z0-9]{1,30}$/);
const threadTs = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

/** A view's `private_metadata`: what it shows, and where it was opened. */
export const ViewMetadata = z.object({
  modal: Modal,
  place: z.object({ channel, threadTs: threadTs.optional() }).optional(),
});
export type ViewMetadata = z.infer<typeof ViewMetadata>;

/** The fields of our forms: the id of the block and of its input. */
export const FIELDS = {
  question: 'question',
  repository: 'repository',
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
  repositories: 'repositories',
  instructions: 'instructions',
  token: 'token',
} as const;

/** Slack's limit for the text in one field. */
export const FIELD_LENGTH = 3_000;

/** The `callback_id`s of the shortcuts, as in the manifest. */
export const SHORTCUTS = { ask: 'ask_deep_search', about: 'ask_about_message' } as const;

/** The field for a file; `index` from 0. */
export const fileField = (index: number) => `file.${index}`;
