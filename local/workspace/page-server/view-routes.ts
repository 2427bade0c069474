import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { UserActions } from '../user-actions/user-actions.js';
import { acknowledge, Entry, parseBody } from './request.js';

interface Parts {
  readonly state: WorkspaceState;
  readonly actions: UserActions;
}

const Entries = z.record(z.string(), z.record(z.string(), Entry));

const OpenTab = z.object({ as: z.string(), tab: z.enum(['home', 'messages']) });
const RunShortcut = z.object({
  as: z.string(),
  callback_id: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});
const InModalInput = z.object({ as: z.string(), view: z.string() });
const ClickInView = InModalInput.extend({
  action_id: z.string(),
  block_id: z.string(),
  value: Entry.optional(),
  values: Entries,
});
const SubmitView = InModalInput.extend({ values: Entries });
const CloseView = InModalInput.extend({ all: z.boolean().optional() });

/** The endpoints of `api/page.ts` for views and shortcuts. */
export function pageViewRoutes(server: FastifyInstance, { state, actions }: Parts): void {
  server.post('/page/open-tab', async (request) =>
    acknowledge(actions.views.openHome(parseBody(state, OpenTab, request))),
  );

  server.post('/page/shortcut', async (request) => {
    const { as, callback_id: callbackId, channel, ts } = parseBody(state, RunShortcut, request);
    const on = channel === undefined || ts === undefined ? {} : { channel, ts };
    return acknowledge(actions.views.shortcut({ as, callbackId, ...on }));
  });

  server.post('/page/view-click', async (request) => {
    const { as, view, action_id, block_id, value, values } = parseBody(state, ClickInView, request);
    return acknowledge(
      actions.views.click({
        as,
        view,
        values,
        actionId: action_id,
        blockId: block_id,
        ...(value === undefined ? {} : { value }),
      }),
    );
  });

  server.post('/page/submit', async (request) => {
    const { errors } = await actions.views.submit(parseBody(state, SubmitView, request));
    return { ok: true, errors };
  });

  server.post('/page/close', async (request) => {
    const { as, view, all = false } = parseBody(state, CloseView, request);
    return acknowledge(actions.views.close({ as, view, all }));
  });
}
