import { newToken } from '../state/ids.js';
import type { Change, Install } from '../state/records.js';
import type { World } from '../state/world.js';
import type { StepParameter } from '../workspace-api.js';
import type { AppEvent } from './app-event.js';

/** https://docs.slack.dev/reference/events/function_executed: a workflow has come to a step of the app's. */
export function functionExecuted(
  world: World,
  install: Install,
  { run }: Extract<Change, { kind: 'step-started' }>,
): AppEvent[] {
  if (run.install !== install) return [];
  const { declaration, execution, inputs } = run;
  const event = {
    type: 'function_executed',
    function: {
      id: `Fn${execution.slice(2)}`,
      callback_id: declaration.callbackId,
      title: declaration.title,
      description: declaration.description,
      type: 'app',
      input_parameters: declaration.inputs.map(described),
      output_parameters: declaration.outputs.map(described),
      app_id: world.app.appId,
      date_created: 0,
      date_updated: 0,
      date_deleted: 0,
    },
    inputs,
    function_execution_id: execution,
    workflow_execution_id: `Wx${execution.slice(2)}`,
    event_ts: world.clock.nextTs(),
    bot_access_token: newToken('xwfp'),
  };
  return [{ event, channel: undefined, actor: undefined }];
}

function described({ name, title, type, description, required }: StepParameter) {
  return { type, name, title, description, is_required: required };
}
