import { z } from 'zod';

/** The languages in which a channel may have its answers. */
export const LANGUAGES = [
  ...['English', 'Deutsch', 'Español', 'Français', 'Italiano', 'Nederlands', 'Polski'],
  ...['Português', 'Türkçe', 'Українська', '中文', '日本語', '한국어'],
] as const;

/** How a channel wants us. */
export const ChannelSettings = z.object({
  /** Who may ask: everybody who may at all, or of those the listed ones alone. */
  who: z.enum(['everyone', 'listed']).catch('everyone'),
  /** User ids. */
  people: z
    .array(z.string().regex(/^[UW][A-Z0-9]{1,30}$/))
    .max(100)
    .catch([]),
  /** Replies in our threads that are questions to us: all, or those that mention us. */
  replies: z.enum(['all', 'mention']).catch('all'),
  /** Where answers go: into the thread, or to the asker's direct message with us. */
  answers: z.enum(['thread', 'asker']).catch('thread'),
  /** Absent: the language of the question. */
  language: z.enum(LANGUAGES).optional().catch(undefined),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/** Of a channel whose settings nobody has changed. */
export const DEFAULT_SETTINGS: ChannelSettings = {
  who: 'everyone',
  people: [],
  replies: 'all',
  answers: 'thread',
  language: undefined,
};
