import type { AskRequest, IncompleteStep } from '../../model/intent.js';
import { mrkdwnToText } from '../../slack/mrkdwn.js';
import type { FunctionExecuted } from './payloads.js';
import { placeIn, timeOf } from './result.js';

/** A workflow runs our step: a question, or a step with a missing input. */
export function parseWorkflowStep(
  event: FunctionExecuted,
  workspace: string,
): AskRequest | IncompleteStep {
  const { function_execution_id: execution, event_ts } = event;
  const { question, user_context, channel } = event.inputs;
  const asker = user_context?.id;
  const text = mrkdwnToText(question).trim();
  if (text === '' || asker === undefined) {
    const missing = text === '' ? 'question' : 'asker';
    return { kind: 'incomplete-step', id: `step-${execution}`, workspace, execution, missing };
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

/** Without a channel: the asker's direct message, named by their own id until it is opened. */
function placeFor(workspace: string, asker: string, channel: string | undefined) {
  if (channel === undefined) {
    return { place: { workspace, channel: asker, direct: true }, privately: true } as const;
  }
  return { place: placeIn(workspace, channel) };
}
