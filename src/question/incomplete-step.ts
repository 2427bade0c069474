import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { IncompleteStep } from '../model/intent.js';
import * as words from '../render/texts/workflow.js';
import type { EndStep } from '../slack/workflows.js';

export interface IncompleteStepOptions extends Patience {
  readonly endStep: EndStep;
}

/** A workflow's step that asks nothing, or for nobody, ends with what it lacks. */
export function createIncompleteStep(options: IncompleteStepOptions) {
  return (step: IncompleteStep): Promise<Again> =>
    patiently(options, step.id, async () => {
      const error = step.lacks === 'question' ? words.noQuestion : words.nobodyAsks;
      await options.endStep(step, { do: 'fail', error });
      return undefined;
    });
}
