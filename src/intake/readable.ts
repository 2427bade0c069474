import { z } from 'zod';

/*
 * The fields that Bolt follows before any listener of ours is asked, in the forms in which it can:
 * on others it throws. What we want to know of a body is in `parse.ts`.
 */

/** Ids become keys of Bolt's own objects: `__proto__` must not be one. */
const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
const noId = id.nullish();
const anything = z.looseObject({});

const responseUrls = z.array(anything).optional();

const EventBody = z.object({
  team_id: noId,
  enterprise_id: noId,
  authorizations: z.array(z.object({ team_id: noId, enterprise_id: noId })).optional(),
  event: z.object({
    type: z.string(),
    user: z.union([z.string(), anything]).optional(),
    channel: z.union([z.string(), anything]).optional(),
    item: anything.optional(),
    subteam: anything.optional(),
    bot_access_token: z.string().optional(),
  }),
  response_urls: responseUrls,
});

const CommandBody = z.object({
  command: z.string(),
  team_id: noId,
  enterprise_id: noId,
  response_urls: responseUrls,
});

const Interaction = z.object({
  type: z.string(),
  user: z.object({ id, team_id: noId }),
  team: z.object({ id, enterprise_id: noId }).nullish(),
  enterprise: z.object({ id }).nullish(),
  channel: anything.optional(),
  view: z.object({ callback_id: z.string().optional(), app_installed_team_id: noId }).optional(),
  callback_id: z.string().optional(),
  actions: z.array(z.object({ action_id: z.string().optional() })).optional(),
  bot_access_token: z.string().optional(),
  response_urls: responseUrls,
});

const ViewInteraction = Interaction.extend({
  view: Interaction.shape.view.unwrap().extend({ callback_id: z.string() }),
});

const VIEWS = new Set<unknown>(['view_submission', 'view_closed']);

/** Where a body stops being of Slack's shape, such as `event.channel`; undefined where Bolt can read it. */
export function unreadableAt(body: object): string | undefined {
  const [issue] = schemaFor(body).safeParse(body).error?.issues ?? [];
  return issue === undefined ? undefined : issue.path.join('.');
}

/** The order in which Bolt tells them apart. */
function schemaFor(body: object): z.ZodType {
  if ('event' in body) return EventBody;
  if ('command' in body) return CommandBody;
  return 'type' in body && VIEWS.has(body.type) ? ViewInteraction : Interaction;
}

export function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
