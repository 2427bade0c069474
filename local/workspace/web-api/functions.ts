import { z } from 'zod';
import type { RunRecord } from '../state/records.js';
import type { StepDeclaration } from '../workspace-api.js';
import { arg, type Caller, type Method, method } from './method.js';
import { Refusal, refusalWith } from './refusal.js';

const execution = { function_execution_id: arg.string };

/** https://docs.slack.dev/reference/methods/functions.completeSuccess */
const completeSuccess = method({
  name: 'functions.completeSuccess',
  args: z.object({ ...execution, outputs: arg.json(z.record(z.string(), z.unknown())) }),
  run({ function_execution_id, outputs }, caller) {
    const run = running(function_execution_id, caller);
    checkOutputs(run.declaration, outputs);
    return end(caller, { ...run, state: 'completed', outputs });
  },
});

/** https://docs.slack.dev/reference/methods/functions.completeError */
const completeError = method({
  name: 'functions.completeError',
  args: z.object({ ...execution, error: arg.string }),
  run({ function_execution_id, error }, caller) {
    const run = running(function_execution_id, caller);
    return end(caller, { ...run, state: 'failed', error });
  },
});

function running(id: string, { world, install }: Caller): RunRecord {
  const run = world.runs.get(id);
  if (run?.install !== install) throw new Refusal('function_execution_not_found');
  if (run.state !== 'running') throw new Refusal('execution_not_in_running_state');
  return run;
}

/** Those that are declared, each of its type, and no others. */
function checkOutputs(step: StepDeclaration, outputs: Readonly<Record<string, unknown>>): void {
  const missing = step.outputs.filter(({ name, required }) => required && !(name in outputs));
  const odd = Object.entries(outputs).filter(
    ([name, value]) =>
      typeof value !== 'string' || !step.outputs.some((declared) => declared.name === name),
  );
  const problems = [
    ...missing.map(({ name }) => `missing output: ${name}`),
    ...odd.map(([name]) => `unexpected output: ${name}`),
  ];
  if (problems.length > 0) throw refusalWith('parameter_validation_failed', problems);
}

function end({ world }: Caller, run: RunRecord): object {
  world.keepRun(run);
  void world.announce({ kind: 'step-ended', run });
  return {};
}

export const functionsMethods: readonly Method[] = [completeSuccess, completeError];
