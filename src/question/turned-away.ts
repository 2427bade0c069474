import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Ask } from '../model/intent.js';
import type { Denial } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import * as words from '../render/texts/workflow.js';
import type { CompleteStep } from '../slack/workflows.js';

interface Ways {
  readonly postEphemeral: PostEphemeral;
  readonly endStep: CompleteStep;
}

/** Why a question is not answered: to whoever asked in private, or to the workflow that asked. */
export async function sayTurnedAway(by: Ways, ask: Ask, { why, tell }: Denial): Promise<void> {
  if (ask.execution !== undefined) return endStep(by, ask, words.turnedAway(why));
  if (tell) await by.postEphemeral(ask, notes.turnedAway(why));
}

/** After a mistake of ours, and before there was a record. */
export async function sayNotTakenUp(by: Ways, ask: Ask): Promise<void> {
  if (ask.execution !== undefined) return endStep(by, ask, words.notTakenUp);
  await by.postEphemeral(ask, notes.notTakenUp);
}

async function endStep(by: Ways, { place, execution = '' }: Ask, error: string): Promise<void> {
  await by.endStep({ workspace: place.workspace, execution }, { kind: 'fail', error });
}
