import type { Ref, StepDeclaration, StepInput, StepRun } from '../api/workspace.js';
import { newId } from '../protocol/ids.js';
import { idOf } from '../state/directory.js';
import { requireInstall, requirePerson } from '../state/lookup.js';
import type { RunRecord } from '../state/records.js';
import { saveRun, stepRun } from '../state/step-runs.js';
import type { WorkspaceState } from '../state/workspace-state.js';

/** Runs one-step workflows. Unknown ids throw. */
export class WorkflowActions {
  constructor(
    private readonly options: { readonly state: WorkspaceState; readonly teamId: string },
  ) {}

  /** Starts a workflow. Resolves when the first delivery attempt is done. */
  async runStep({ as, callbackId, inputs }: StepInput): Promise<StepRun> {
    const { state, teamId } = this.options;
    const person = requirePerson(state, as);
    const declaration = this.step(callbackId);
    const unknown = Object.keys(inputs).find((name) => !hasInput(declaration, name));
    if (unknown !== undefined) throw new Error(`the step has no input ${unknown}`);
    const home = state.botOf(person.team_id) ? person.team_id : teamId;
    const install = requireInstall(state, { teamId: home });
    if (install.organizationId === undefined) {
      throw new Error('custom steps are only shown where the app is installed on the organization');
    }
    const run: RunRecord = {
      execution: newId('Fx'),
      callbackId,
      startedBy: person.id,
      inputs,
      state: 'running',
      install,
      declaration,
    };
    saveRun(state, run);
    await state.emit({ kind: 'step-started', run });
    return stepRun(run);
  }

  runs(of?: Ref): readonly StepRun[] {
    const all = [...this.options.state.runs.values()];
    return all.filter(({ startedBy }) => of === undefined || startedBy === idOf(of)).map(stepRun);
  }

  private step(callbackId: string): StepDeclaration {
    const found = this.options.state.app.steps.find((it) => it.callbackId === callbackId);
    if (!found) throw new Error(`no such step: ${callbackId}`);
    return found;
  }
}

const hasInput = ({ inputs }: StepDeclaration, name: string): boolean =>
  inputs.some((input) => input.name === name);
