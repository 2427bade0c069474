import { z } from 'zod';
import type { Parsed } from '../model/intent.js';

/** What all of Slack's events have in common. */

// Of no length but by a pattern: zod's own checks measure whatever has a length, be it a text or
// not, and throw where that is no number.
export const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
/** Seconds; more digits would be a time that no clock can tell. */
export const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

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

export function ignored(reason: string): Parsed {
  return { kind: 'ignored', reason };
}
