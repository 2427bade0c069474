import { z } from 'zod';
import type { StepDeclaration } from '../api/workspace.js';
import { SlackError, slackErrorWithMessages } from '../protocol/slack-error.js';
import type { RunRecord } from '../state/records.js';
import { saveRun } from '../state/step-runs.js';
import { arg, type Caller, type Method, method } from './method.js';

const execution = { function_execution_id: arg.string };

/** https://docs.slack.dev/reference/methods/functions.completeSuccess */
const completeSuccess = method({
  name: 'functions.completeSuccess',
  args: z.object({ ...execution, outputs: arg.json(z.record(z.string(), z.unknown())) }),
  run({ function_execution_id, outputs }, caller) {
    const run = requireRunning(function_execution_id, caller);
    checkOutputs(run.declaration, outputs);
    return finish(caller, { ...run, state: 'completed', outputs });
  },
});

/** https://docs.slack.dev/reference/methods/functions.completeError */
const completeError = method({
  name: 'functions.completeError',
  args: z.object({ ...execution, error: arg.string }),
  run({ function_execution_id, error }, caller) {
    const run = requireRunning(function_execution_id, caller);
    return finish(caller, { ...run, state: 'failed', error });
  },
});

function requireRunning(id: string, { state, install }: Caller): RunRecord {
  const run = state.runs.get(id);
  if (run?.install !== install) throw new SlackError('function_execution_not_found');
  if (run.state !== 'running') throw new SlackError('execution_not_in_running_state');
  return run;
}

/** Outputs must be declared, required ones present, and all strings. */
function checkOutputs(step: StepDeclaration, outputs: Readonly<Record<string, unknown>>): void {
  const missing = step.outputs.filter(({ name, required }) => required && !(name in outputs));
  const unexpected = Object.entries(outputs).filter(
    ([name, value]) =>
      typeof value !== 'string' || !step.outputs.some((declared) => declared.name === name),
  );
  const problems = [
    ...missing.map(({ name }) => `missing output: ${name}`),
    ...unexpected.map(([name]) => `unexpected output: ${name}`),
  ];
  if (problems.length > 0) throw slackErrorWithMessages('parameter_validation_failed', problems);
}

function finish({ state }: Caller, run: RunRecord): object {
  saveRun(state, run);
  void state.emit({ kind: 'step-finished', run });
  return {};
}

export const functionsMethods: readonly Method[] = [completeSuccess, completeError];
