import { z } from 'zod';
import { id } from './shapes.js';

/** What all of Slack's events have in common. */

export const Envelope = z.object({
  team_id: id.optional(),
  context_team_id: id.nullish(),
  authorizations: z.array(z.object({ team_id: id.nullish() })).optional(),
  is_ext_shared_channel: z.boolean().optional(),
});
export type Envelope = z.infer<typeof Envelope>;

/** In a channel shared with others `team_id` may be theirs: ours stands in `authorizations`. */
export function workspaceOf(envelope: Envelope): string | undefined {
  const [ours] = envelope.authorizations ?? [];
  return ours?.team_id ?? envelope.context_team_id ?? envelope.team_id;
}

export function workspaceOfEvent(body: unknown): string | undefined {
  const parsed = Envelope.safeParse(body);
  return parsed.success ? workspaceOf(parsed.data) : undefined;
}

/** ms since the epoch. */
export function timeOf(slackTs: string): number {
  return Math.round(Number(slackTs) * 1000);
}
