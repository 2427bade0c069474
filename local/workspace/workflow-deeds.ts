import { idOf } from './state/directory.js';
import { installIn, personOf } from './state/found.js';
import { newId } from './state/ids.js';
import type { RunRecord } from './state/records.js';
import type { World } from './state/world.js';
import type { Ref, StepDeclaration, StepInput, StepRun } from './workspace-api.js';

/** Workflows of one step each. As in `Deeds`, wrong names throw. */
export class WorkflowDeeds {
  constructor(private readonly with_: { readonly world: World; readonly teamId: string }) {}

  /** Starts a workflow. Resolves when the first attempt to tell the app is over. */
  async runStep({ as, callbackId, inputs }: StepInput): Promise<StepRun> {
    const { world, teamId } = this.with_;
    const person = personOf(world, as);
    const declaration = this.step(callbackId);
    const unknown = Object.keys(inputs).find((name) => !declares(declaration, name));
    if (unknown !== undefined) throw new Error(`the step has no input ${unknown}`);
    const home = world.botOf(person.team_id) ? person.team_id : teamId;
    const run: RunRecord = {
      execution: newId('Fx'),
      callbackId,
      by: person.id,
      inputs,
      state: 'running',
      install: installIn(world, { teamId: home }),
      declaration,
    };
    world.keepRun(run);
    await world.announce({ kind: 'step-started', run });
    return shownRun(run);
  }

  runs(of?: Ref): readonly StepRun[] {
    const all = [...this.with_.world.runs.values()];
    return all.filter(({ by }) => of === undefined || by === idOf(of)).map(shownRun);
  }

  private step(callbackId: string): StepDeclaration {
    const found = this.with_.world.app.steps.find((it) => it.callbackId === callbackId);
    if (!found) throw new Error(`no such step: ${callbackId}`);
    return found;
  }
}

const declares = ({ inputs }: StepDeclaration, name: string): boolean =>
  inputs.some((input) => input.name === name);

/** A run as its workflow shows it. */
export function shownRun({ install: _for, declaration: _declared, ...run }: RunRecord): StepRun {
  return run;
}
