import type { Ref, StepDeclaration, StepInput, StepRun } from '../api/workspace.js';
import { newId, newSecret } from '../protocol/ids.js';
import { idOf } from '../state/directory.js';
import { requireInstall, requirePerson } from '../state/lookup.js';
import type { RunRecord } from '../state/records.js';
import { saveRun, stepRun } from '../state/step-runs.js';
import type { WorkspaceState } from '../state/workspace-state.js';

const USER_CONTEXT = 'slack#/types/user_context';

/** Runs one-step workflows. Unknown ids throw. */
export class WorkflowActions {
  constructor(
    private readonly options: { readonly state: WorkspaceState; readonly teamId: string },
  ) {}

  /** Starts a workflow. Resolves when the first delivery attempt is done. */
  async runStep({ as, callbackId, inputs, outdated = false }: StepInput): Promise<StepRun> {
    const { state, teamId } = this.options;
    const person = requirePerson(state, as);
    const declaration = this.step(callbackId);
    const context = { id: person.id, secret: newSecret() };
    const passed = outdated ? inputs : passInputs(declaration, { inputs, context });
    const home = state.botOf(person.team_id) ? person.team_id : teamId;
    const install = requireInstall(state, { teamId: home });
    if (install.organizationId === undefined) {
      throw new Error('custom steps are only shown where the app is installed on the organization');
    }
    const run: RunRecord = {
      execution: newId('Fx'),
      callbackId,
      startedBy: person.id,
      inputs: passed,
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

/**
 * The inputs of a run. Only Slack sets those of the type `user_context`, to whoever started the workflow:
 * https://docs.slack.dev/reference/types/user_context-type
 */
function passInputs(
  declaration: StepDeclaration,
  given: {
    readonly inputs: StepInput['inputs'];
    readonly context: { readonly id: string; readonly secret: string };
  },
): StepInput['inputs'] {
  const types = new Map(declaration.inputs.map(({ name, type }) => [name, type]));
  for (const name of Object.keys(given.inputs)) {
    const type = types.get(name);
    if (type === undefined) throw new Error(`the step has no input ${name}`);
    if (type === USER_CONTEXT) throw new Error(`only Slack sets the input ${name}`);
  }
  const people = [...types].filter(([, type]) => type === USER_CONTEXT);
  const contexts = Object.fromEntries(people.map(([name]) => [name, given.context]));
  return { ...given.inputs, ...contexts };
}
