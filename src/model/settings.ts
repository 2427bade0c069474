import { z } from 'zod';

/** The languages that a channel can choose for its answers. */
export const LANGUAGES = [
  ...['English', 'Deutsch', 'Español', 'Français', 'Italiano', 'Nederlands', 'Polski'],
  ...['Português', 'Türkçe', 'Українська', '中文', '日本語', '한국어'],
] as const;

/** A channel's settings. */
export const ChannelSettings = z.object({
  /** Who may ask: everybody with permission, or only the listed users among them. */
  who: z.enum(['everyone', 'listed']).catch('everyone'),
  /** User ids. */
  people: z
    .array(z.string().regex(/^[UW][A-Z0-9]{1,30}$/))
    .max(100)
    .catch([]),
  /** Which replies in our threads are questions: all, or those that mention the bot. */
  replies: z.enum(['all', 'mention']).catch('all'),
  /** Where answers go: to the thread, or to the user's direct message. */
  answers: z.enum(['thread', 'asker']).catch('thread'),
  /** Absent: the language of the question. */
  language: z.enum(LANGUAGES).optional().catch(undefined),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/** The settings of a channel until they are changed. */
export const DEFAULT_SETTINGS: ChannelSettings = {
  who: 'everyone',
  people: [],
  replies: 'all',
  answers: 'thread',
  language: undefined,
};
