import { z } from 'zod';

/**
 * Where something was said. `threadTs` is absent at a channel's root. A user's own id as `channel`
 * stands for their direct message with the bot, which is not open yet.
 */
export const Place = z
  .object({
    workspace: z.string(),
    channel: z.string(),
    direct: z.boolean(),
    threadTs: z.string().exactOptional(),
  })
  .readonly();
export type Place = z.infer<typeof Place>;

/** Identifies a thread. */
export interface ThreadKey {
  readonly workspace: string;
  readonly channel: string;
  readonly threadTs: string;
}

/** The thread that something was said in; undefined at a channel's root. */
export function threadOf({ place }: { readonly place: Place }): ThreadKey | undefined {
  const { workspace, channel, threadTs } = place;
  return threadTs === undefined ? undefined : { workspace, channel, threadTs };
}
