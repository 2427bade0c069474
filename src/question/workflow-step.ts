import type { Ask, Place, WorkflowStep } from '../model/intent.js';
import type { StepEnd } from '../model/workflow.js';
import { type Again, type Patience, patiently } from '../poll/patience.js';
import * as words from '../render/workflow/words.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/slack.js';
import type { EndStep } from '../slack/workflows.js';

export interface WorkflowStepOptions extends Patience {
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly endStep: EndStep;
  readonly accept: (ask: Ask) => Promise<void>;
}

/** A workflow's step becomes a question like any other, or ends with what it lacks. */
export function createWorkflowStep(options: WorkflowStepOptions) {
  const { messages, endStep, accept } = options;

  const fail = (step: WorkflowStep, error: string) =>
    endStep(step, { do: 'fail', error } satisfies StepEnd);

  /** The channel that was chosen, else the asker's direct message; undefined where there is none. */
  async function placeOf({ workspace, channel }: WorkflowStep, asker: string) {
    if (channel !== undefined) return { workspace, channel, direct: channel.startsWith('D') };
    try {
      return { workspace, channel: await messages.openDirect(workspace, asker), direct: true };
    } catch (error) {
      if (error instanceof SlackRefused && error.about !== 'standing') return undefined;
      throw error;
    }
  }

  async function take(step: WorkflowStep): Promise<void> {
    const { asker, text } = step;
    if (text === '') return fail(step, words.noQuestion());
    if (asker === undefined) return fail(step, words.nobodyAsks());
    const place = await placeOf(step, asker);
    if (place === undefined) return fail(step, words.noDirectMessage());
    await accept(askOf(step, { asker, place }));
  }

  return (step: WorkflowStep): Promise<Again> =>
    patiently(options, step.id, async () => {
      await take(step);
      return undefined;
    });
}

function askOf(step: WorkflowStep, { asker, place }: { asker: string; place: Place }): Ask {
  const { workspace, execution, text, at } = step;
  const id = `${workspace}-${place.channel}-w${execution}`;
  return { kind: 'ask', id, via: 'workflow', place, asker, text, shared: false, at, execution };
}
