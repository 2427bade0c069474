import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonOf } from '../http/server.js';
import { canSee } from '../state/directory.js';
import type { ChannelRecord, PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** A mistake of the user, with a message to show. */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
    this.name = 'BadRequest';
  }
}

/** How long a request waits for the app's acknowledgement. The composer must not hang. */
const ACK_WAIT_MS = 300;

/** Fails if the action fails at once; otherwise it continues after the response. */
export async function acknowledge(action: Promise<unknown>): Promise<{ ok: true }> {
  await Promise.race([action, sleep(ACK_WAIT_MS)]);
  action.catch(() => {});
  return { ok: true };
}

/** A value that a person entered. */
export const Entry = z.union([z.string(), z.array(z.string()), z.null()]);

const Who = z.object({ as: z.string(), channel: z.string().optional() });

/** Validates a body, its sender and whether they can see its channel. */
export function parseBody<T extends z.infer<typeof Who>>(
  state: WorkspaceState,
  schema: z.ZodType<T>,
  request: FastifyRequest,
): T {
  const parsed = schema.safeParse(jsonOf(request));
  if (!parsed.success) throw new BadRequest(z.prettifyError(parsed.error));
  const { as, channel } = parsed.data;
  const person = requireViewer(state, as);
  if (channel !== undefined) requireVisibleChannel(state, person, channel);
  return parsed.data;
}

/** The person given by `as`, or the first person. */
export function viewerFrom(state: WorkspaceState, request: FastifyRequest): PersonRecord {
  const { as } = request.query as { as?: string };
  const [first] = [...state.people.values()].filter((person) => !person.is_bot);
  return requireViewer(state, as ?? first?.id ?? '');
}

function requireViewer(state: WorkspaceState, id: string): PersonRecord {
  const person = state.people.get(id);
  if (!person || person.is_bot) throw new BadRequest('There is no such person.', 404);
  return person;
}

export function requireVisibleChannel(
  state: WorkspaceState,
  viewer: PersonRecord,
  id: string,
): ChannelRecord {
  const channel = state.channels.get(id);
  if (!channel || !canSee(state, viewer.id, channel)) {
    throw new BadRequest('There is no such channel.', 404);
  }
  return channel;
}
