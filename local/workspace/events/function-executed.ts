import type { StepParameter } from '../api/workspace.js';
import { newToken } from '../protocol/ids.js';
import type { Install, StateChange } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { AppEvent } from './envelope.js';

/** A workflow reached one of the app's steps: https://docs.slack.dev/reference/events/function_executed */
export function functionExecuted(
  state: WorkspaceState,
  install: Install,
  { run }: Extract<StateChange, { kind: 'step-started' }>,
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
      input_parameters: declaration.inputs.map(parameterObject),
      output_parameters: declaration.outputs.map(parameterObject),
      app_id: state.app.appId,
      date_created: 0,
      date_updated: 0,
      date_deleted: 0,
    },
    inputs,
    function_execution_id: execution,
    workflow_execution_id: `Wx${execution.slice(2)}`,
    event_ts: state.clock.nextTs(),
    bot_access_token: newToken('xwfp'),
  };
  return [{ event, channel: undefined, actor: undefined }];
}

function parameterObject({ name, title, type, description, required }: StepParameter) {
  return { type, name, title, description, is_required: required };
}
