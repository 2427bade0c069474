import type { Ask } from '../model/intent.js';
import type { Verdict } from '../policy/policy.js';
import * as words from '../render/workflow/words.js';
import type { EndStep } from '../slack/workflows.js';

/** A workflow's step whose question was not taken up ends with the reason; any other ask is none. */
export async function failStep(
  { endStep }: { readonly endStep: EndStep },
  { execution, place }: Pick<Ask, 'execution' | 'place'>,
  error: string,
): Promise<void> {
  if (execution === undefined) return;
  await endStep({ workspace: place.workspace, execution }, { do: 'fail', error });
}

/** What the workflow is told where policy says no. */
export function refusalOf({ why }: Exclude<Verdict, { ok: true }>): string {
  return why === 'shared-channel' ? words.sharedChannel() : words.mayNotAsk();
}
