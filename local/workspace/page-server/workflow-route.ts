import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { UserActions } from '../user-actions/user-actions.js';
import { acknowledge, parseBody } from './request.js';

const Run = z.object({
  as: z.string(),
  callback_id: z.string(),
  inputs: z.record(z.string(), z.string()),
});

/** The endpoint of `api/page.ts` that runs a workflow step. */
export function pageWorkflowRoute(
  server: FastifyInstance,
  { state, actions }: { readonly state: WorkspaceState; readonly actions: UserActions },
): void {
  server.post('/page/run-step', async (request) => {
    const { as, callback_id: callbackId, inputs } = parseBody(state, Run, request);
    return acknowledge(actions.workflows.runStep({ as, callbackId, inputs }));
  });
}
