import { z } from 'zod';
import type { Parsed } from '../model/intent.js';
import { ASK_STEP } from '../model/workflow.js';
import { readable } from '../slack/text.js';
import { Envelope, timeOf, workspaceOf } from './envelope.js';
import { id, ignored, ts } from './shapes.js';

/**
 * https://docs.slack.dev/reference/events/function_executed. What does not fit of the inputs is as
 * good as not given: the workflow is told. The event's own token is left alone.
 */
const FunctionExecuted = Envelope.extend({
  event: z.object({
    type: z.literal('function_executed'),
    function: z.object({ callback_id: z.string() }),
    function_execution_id: id,
    inputs: z.object({
      question: z.string().catch(''),
      asker: id.optional().catch(undefined),
      channel: id.optional().catch(undefined),
    }),
    event_ts: ts,
  }),
});

/** A workflow has come to our step. */
export function parseWorkflowStep(body: unknown): Parsed {
  const parsed = FunctionExecuted.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  if (event.function.callback_id !== ASK_STEP.callbackId) return ignored('no step of ours');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const { question, asker, channel } = event.inputs;
  return {
    kind: 'workflow-step',
    id: `step-${event.function_execution_id}`,
    workspace,
    execution: event.function_execution_id,
    text: readable(question).trim(),
    ...(asker === undefined ? {} : { asker }),
    ...(channel === undefined ? {} : { channel }),
    at: timeOf(event.event_ts),
  };
}
