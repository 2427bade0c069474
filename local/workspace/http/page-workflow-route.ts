import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { World } from '../state/world.js';
import type { WorkflowDeeds } from '../workflow-deeds.js';
import { checked, soon } from './page-request.js';

const Run = z.object({
  as: z.string(),
  callback_id: z.string(),
  inputs: z.record(z.string(), z.string()),
});

/** The endpoint of `page-api.ts` that starts a workflow. */
export function pageWorkflowRoute(
  server: FastifyInstance,
  { world, workflowDeeds }: { readonly world: World; readonly workflowDeeds: WorkflowDeeds },
): void {
  server.post('/page/run', async (request) => {
    const { as, callback_id: callbackId, inputs } = checked(world, Run, request);
    return soon(workflowDeeds.runStep({ as, callbackId, inputs }));
  });
}
