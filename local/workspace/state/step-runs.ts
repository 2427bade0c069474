import type { StepRun } from '../api/workspace.js';
import type { RunRecord } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

const MAX_RUNS = 500;

/** Adds or updates a run. */
export function saveRun(state: WorkspaceState, run: RunRecord): void {
  state.runs.set(run.execution, run);
  const oldest = state.runs.keys().next().value;
  if (state.runs.size > MAX_RUNS && oldest !== undefined) state.runs.delete(oldest);
}

/** The public part of a run. */
export function stepRun({
  install: _install,
  declaration: _declaration,
  ...run
}: RunRecord): StepRun {
  return run;
}
