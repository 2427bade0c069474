/** Our workflow step, as the manifests declare it. */
export const ASK_STEP = {
  callbackId: 'ask_deep_search',
  inputs: ['question', 'user_context', 'channel'],
  outputs: ['answer', 'sources', 'status', 'link'],
} as const;

/** The step's outputs: all text, so that later steps can post them. */
export type StepOutputs = Readonly<Record<(typeof ASK_STEP.outputs)[number], string>>;

/** The result of a run of the step. `error`: a sentence for the workflow's owner. */
export type StepOutcome =
  | { readonly kind: 'complete'; readonly outputs: StepOutputs }
  | { readonly kind: 'fail'; readonly error: string };
