import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maySee } from '../state/directory.js';
import type { ChannelRecord, PersonRecord } from '../state/records.js';
import type { World } from '../state/world.js';
import { jsonOf } from './server.js';

/** What a person did wrong, in a sentence for them. */
export class Unfit extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'Unfit';
  }
}

/** How long a page waits for the app's acknowledgement before it goes on: the composer must not hang. */
const PATIENCE_MS = 300;

/** Fails where the deed fails at once; what it sends to the app goes on behind the answer. */
export async function soon(deed: Promise<unknown>): Promise<{ ok: true }> {
  await Promise.race([deed, sleep(PATIENCE_MS)]);
  deed.catch(() => {});
  return { ok: true };
}

/** What was chosen or typed. */
export const Entry = z.union([z.string(), z.array(z.string()), z.null()]);

const Who = z.object({ as: z.string(), channel: z.string().optional() });

/** A page's body: of this shape, by somebody who is there, about a channel that they see. */
export function checked<T extends z.infer<typeof Who>>(
  world: World,
  schema: z.ZodType<T>,
  request: FastifyRequest,
): T {
  const parsed = schema.safeParse(jsonOf(request));
  if (!parsed.success) throw new Unfit(z.prettifyError(parsed.error));
  const { as, channel } = parsed.data;
  const person = personOn(world, as);
  if (channel !== undefined) visible(world, person, channel);
  return parsed.data;
}

/** Whom the page is for: `as`, or the first person there is. */
export function viewerOf(world: World, request: FastifyRequest): PersonRecord {
  const { as } = request.query as { as?: string };
  const [first] = [...world.people.values()].filter((person) => !person.is_bot);
  return personOn(world, as ?? first?.id ?? '');
}

function personOn(world: World, id: string): PersonRecord {
  const person = world.people.get(id);
  if (!person || person.is_bot) throw new Unfit('There is no such person.', 404);
  return person;
}

export function visible(world: World, viewer: PersonRecord, id: string): ChannelRecord {
  const channel = world.channels.get(id);
  if (!channel || !maySee(world, viewer.id, channel)) {
    throw new Unfit('There is no such channel.', 404);
  }
  return channel;
}
