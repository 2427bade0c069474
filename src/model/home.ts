import { z } from 'zod';

/** What a user's Home lists: the JSON in the view's `private_metadata`. */
export const HomeState = z.object({
  filter: z.enum(['mine', 'starred', 'all']),
  /** From 0. */
  page: z.int().min(0).max(999),
  /** The words that are searched for. */
  search: z.string().max(100).optional(),
});
export type HomeState = z.infer<typeof HomeState>;

export const DEFAULT_HOME_STATE: HomeState = { filter: 'mine', page: 0 };
