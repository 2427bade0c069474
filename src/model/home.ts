import { z } from 'zod';

/** Which of the conversations somebody looks at in their Home; the view carries it along as JSON. */
export const HomeState = z.object({
  filter: z.enum(['mine', 'starred', 'all']),
  /** From 0. */
  page: z.int().min(0).max(999),
  /** What titles must say. */
  search: z.string().max(100).optional(),
});
export type HomeState = z.infer<typeof HomeState>;

export const DEFAULT_HOME_STATE: HomeState = { filter: 'mine', page: 0 };
