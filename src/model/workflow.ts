/** The step that a workflow can run, by the names that the manifests declare it with. */
export const ASK_STEP = {
  callbackId: 'ask_deep_search',
  inputs: ['question', 'asker', 'channel'],
  outputs: ['answer', 'sources', 'status', 'link'],
} as const;

/** What the workflow is told in the end: text all of it, so that later steps can say it. */
export type StepOutputs = Readonly<Record<(typeof ASK_STEP.outputs)[number], string>>;

/** How a run of the step ends. `error`: a sentence for whoever keeps the workflow. */
export type StepOutcome =
  | { readonly kind: 'complete'; readonly outputs: StepOutputs }
  | { readonly kind: 'fail'; readonly error: string };
