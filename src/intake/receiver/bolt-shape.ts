import { z } from 'zod';

/*
 * The fields that Bolt reads before it calls a listener, in the shapes that it can handle: on others
 * it throws. What we read ourselves is in `parse/payloads.ts`.
 */

/** Bolt uses ids as keys of objects: `__proto__` must not be one. */
const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
const optionalId = id.nullish();
const looseObject = z.looseObject({});

const responseUrls = z.array(looseObject).optional();

const EventBody = z.object({
  team_id: optionalId,
  enterprise_id: optionalId,
  authorizations: z.array(z.object({ team_id: optionalId, enterprise_id: optionalId })).optional(),
  event: z.object({
    type: z.string(),
    user: z.union([z.string(), looseObject]).optional(),
    channel: z.union([z.string(), looseObject]).optional(),
    item: looseObject.optional(),
    subteam: looseObject.optional(),
    bot_access_token: z.string().optional(),
  }),
  response_urls: responseUrls,
});

const CommandBody = z.object({
  command: z.string(),
  team_id: optionalId,
  enterprise_id: optionalId,
  response_urls: responseUrls,
});

const Interaction = z.object({
  type: z.string(),
  user: z.object({ id, team_id: optionalId }),
  team: z.object({ id, enterprise_id: optionalId }).nullish(),
  enterprise: z.object({ id }).nullish(),
  channel: looseObject.optional(),
  view: z
    .object({ callback_id: z.string().optional(), app_installed_team_id: optionalId })
    .optional(),
  callback_id: z.string().optional(),
  actions: z.array(z.object({ action_id: z.string().optional() })).optional(),
  bot_access_token: z.string().optional(),
  response_urls: responseUrls,
});

const ViewInteraction = Interaction.extend({
  view: Interaction.shape.view.unwrap().extend({ callback_id: z.string() }),
});

const VIEWS = new Set<unknown>(['view_submission', 'view_closed']);

/** The path of the field that Bolt cannot read, such as `event.channel`; undefined where there is none. */
export function unknownShapeAt(body: object): string | undefined {
  const [issue] = schemaFor(body).safeParse(body).error?.issues ?? [];
  return issue === undefined ? undefined : issue.path.join('.');
}

/** In the order in which Bolt tells payloads apart. */
function schemaFor(body: object): z.ZodType {
  if ('event' in body) return EventBody;
  if ('command' in body) return CommandBody;
  return 'type' in body && VIEWS.has(body.type) ? ViewInteraction : Interaction;
}

export function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
