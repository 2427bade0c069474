import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { AskRequest, IncompleteStep } from '../model/intent.js';
import type { Denial, DenialReason } from '../policy/verdict.js';
import * as notes from '../render/texts/notes.js';
import * as workflowTexts from '../render/texts/workflow.js';
import type { CompleteStep } from '../slack/workflows.js';

interface Replies {
  readonly postEphemeral: PostEphemeral;
  readonly completeStep: CompleteStep;
}

/** Tells the user in private, or the workflow that asked, why a question is not answered. */
export async function tellRefused(
  by: Replies,
  ask: AskRequest,
  { why, tell }: Denial,
): Promise<void> {
  if (ask.execution !== undefined) return failStep(by, ask, workflowTexts.stepDenied(why));
  // Slack may be in trouble as a whole: then the question is looked at again, never forgotten.
  const target = FOR_SLACK.has(why) ? { ...ask, mustArrive: true } : ask;
  if (tell) await by.postEphemeral(target, notes.denied(why));
}

/** Not about the user, but about what Slack lets us do. */
const FOR_SLACK: ReadonlySet<DenialReason> = new Set(['unverified', 'nowhere-to-answer']);

/** After a bug, where the question has no record yet. */
export async function tellNotAccepted(by: Replies, ask: AskRequest): Promise<void> {
  if (ask.execution !== undefined) return failStep(by, ask, workflowTexts.stepNotAccepted);
  await by.postEphemeral(ask, notes.questionNotAccepted);
}

/** A workflow's step without a question, or without a user who asks it, fails and says so. */
export function createIncompleteStepHandler({ completeStep }: Pick<Replies, 'completeStep'>) {
  return async (step: IncompleteStep): Promise<void> => {
    const isEmpty = step.missing === 'question';
    const error = isEmpty ? workflowTexts.questionMissing : workflowTexts.userMissing;
    await completeStep(step, { kind: 'fail', error });
  };
}

async function failStep(
  by: Replies,
  { place, execution = '' }: AskRequest,
  error: string,
): Promise<void> {
  await by.completeStep({ workspace: place.workspace, execution }, { kind: 'fail', error });
}
