import { z } from 'zod';
import type { Parsed } from '../model/intent.js';
import { ASK_STEP } from '../model/workflow.js';
import { mrkdwnToText } from '../slack/mrkdwn.js';
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
    // Such as Fx0123ABCD; it becomes a part of a job's id.
    function_execution_id: z.string().regex(/^[A-Za-z0-9]{2,40}$/),
    inputs: z.object({
      question: z.string().catch(''),
      asker: id.optional().catch(undefined),
      channel: id.optional().catch(undefined),
    }),
    event_ts: ts,
  }),
});

/** A workflow has come to our step: what it gives is a question like any other. */
export function parseWorkflowStep(body: unknown): Parsed {
  const parsed = FunctionExecuted.safeParse(body);
  if (!parsed.success) return ignored('unexpected shape');
  const { event } = parsed.data;
  if (event.function.callback_id !== ASK_STEP.callbackId) return ignored('no step of ours');
  const workspace = workspaceOf(parsed.data);
  if (workspace === undefined) return ignored('no workspace');
  const { function_execution_id: execution, event_ts } = event;
  const { question, asker, channel } = event.inputs;
  const text = mrkdwnToText(question).trim();
  if (text === '' || asker === undefined) {
    const lacks = text === '' ? 'question' : 'asker';
    return {
      kind: 'incomplete-step',
      id: `step-${execution}`,
      workspace,
      execution,
      missing: lacks,
    };
  }
  return {
    kind: 'ask',
    id: `${workspace}-${channel ?? asker}-w${execution}`,
    origin: 'workflow',
    ...placeFor(workspace, asker, channel),
    user: asker,
    text,
    externallyShared: false,
    at: timeOf(event_ts),
    execution,
  };
}

/** Without a channel in the asker's direct message with us, by their own id until it is opened. */
function placeFor(workspace: string, asker: string, channel: string | undefined) {
  if (channel === undefined) {
    return { place: { workspace, channel: asker, direct: true }, privately: true } as const;
  }
  return { place: { workspace, channel, direct: channel.startsWith('D') } };
}
