import type { ASK_STEP } from '../model/workflow.js';

interface Parameter {
  readonly type: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly is_required: boolean;
}

type Parameters<K extends string> = Readonly<Record<K, Parameter>>;

/**
 * The step "Ask Deep Search" of the Workflow Builder, see
 * https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps. Apps whose steps run on a server of
 * their own must be open to whole organisations: that is `org_deploy_enabled` in the manifest.
 */
export const ASK_FUNCTION: {
  readonly title: string;
  readonly description: string;
  readonly input_parameters: Parameters<(typeof ASK_STEP.inputs)[number]>;
  readonly output_parameters: Parameters<(typeof ASK_STEP.outputs)[number]>;
} = {
  title: 'Ask Deep Search',
  description: 'Asks a question about your code, and waits for the answer',
  input_parameters: {
    question: {
      type: 'string',
      name: 'question',
      title: 'Question',
      description: 'What to ask, such as the answer from a form',
      is_required: true,
    },
    asker: {
      type: 'slack#/types/user_id',
      name: 'asker',
      title: 'Who asks',
      description: 'The person who started the workflow: they must be allowed to ask',
      is_required: true,
    },
    channel: {
      type: 'slack#/types/channel_id',
      name: 'channel',
      title: 'Where to answer',
      description: 'A channel that the app is in; without one, the direct message of who asks',
      is_required: false,
    },
  },
  output_parameters: {
    answer: output('answer', 'Answer', 'As plain text; the thread has it in full'),
    sources: output('sources', 'Sources', 'What the answer rests on, one a line'),
    status: output('status', 'Status', '"completed", or "cancelled" where somebody stopped it'),
    link: output('link', 'Link', 'Leads to the thread of the answer'),
  },
};

function output(name: string, title: string, description: string): Parameter {
  return { type: 'string', name, title, description, is_required: true };
}
