import type { IncompleteStep } from '../model/intent.js';
import * as words from '../render/texts/workflow.js';
import type { CompleteStep } from '../slack/workflows.js';

export interface IncompleteStepOptions {
  readonly endStep: CompleteStep;
}

/** A workflow's step that asks nothing, or for nobody, ends with what it lacks. */
export function createIncompleteStep({ endStep }: IncompleteStepOptions) {
  return async (step: IncompleteStep): Promise<void> => {
    const error = step.missing === 'question' ? words.noQuestion : words.nobodyAsks;
    await endStep(step, { kind: 'fail', error });
  };
}
