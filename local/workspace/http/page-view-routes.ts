import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { World } from '../state/world.js';
import type { ViewDeeds } from '../view-deeds.js';
import { checked, Entry, soon } from './page-request.js';

interface Parts {
  readonly world: World;
  readonly viewDeeds: ViewDeeds;
}

const Entries = z.record(z.string(), z.record(z.string(), Entry));

const Look = z.object({ as: z.string(), tab: z.enum(['home', 'messages']) });
const Run = z.object({
  as: z.string(),
  callback_id: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});
const InView = z.object({ as: z.string(), view: z.string() });
const Use = InView.extend({
  action_id: z.string(),
  block_id: z.string(),
  value: Entry.optional(),
  values: Entries,
});
const Submit = InView.extend({ values: Entries });
const Close = InView.extend({ all: z.boolean().optional() });

/** The endpoints of `page-api.ts` for views and shortcuts. */
export function pageViewRoutes(server: FastifyInstance, { world, viewDeeds }: Parts): void {
  server.post('/page/look', async (request) =>
    soon(viewDeeds.openHome(checked(world, Look, request))),
  );

  server.post('/page/shortcut', async (request) => {
    const { as, callback_id: callbackId, channel, ts } = checked(world, Run, request);
    const on = channel === undefined || ts === undefined ? {} : { channel, ts };
    return soon(viewDeeds.shortcut({ as, callbackId, ...on }));
  });

  server.post('/page/use', async (request) => {
    const { as, view, action_id, block_id, value, values } = checked(world, Use, request);
    const chosen = value === undefined ? {} : { value };
    const at = { actionId: action_id, blockId: block_id };
    return soon(viewDeeds.click({ as, view, values, ...at, ...chosen }));
  });

  server.post('/page/submit', async (request) => {
    const { errors } = await viewDeeds.submit(checked(world, Submit, request));
    return { ok: true, errors };
  });

  server.post('/page/close', async (request) => {
    const { as, view, all = false } = checked(world, Close, request);
    return soon(viewDeeds.close({ as, view, all }));
  });
}
