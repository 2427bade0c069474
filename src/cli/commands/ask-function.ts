import type { ASK_STEP } from '../../model/workflow.js';

interface Parameter {
  readonly type: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly is_required: boolean;
}

type Parameters<K extends string> = Readonly<Record<K, Parameter>>;

/**
 * The step "Ask Deep Search" in Workflow Builder, see
 * https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps. Apps that run their steps
 * on their own server need `org_deploy_enabled` in the manifest.
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
      description: 'The question, for example a form field',
      is_required: true,
    },
    // Only Slack can set it: https://docs.slack.dev/reference/types/user_context-type
    user_context: {
      type: 'slack#/types/user_context',
      name: 'user_context',
      title: 'Who asks',
      description: 'Whoever started the workflow, or last clicked a button of it; set by Slack',
      is_required: true,
    },
    channel: {
      type: 'slack#/types/channel_id',
      name: 'channel',
      title: 'Where to answer',
      description: 'A channel that the app is in; without one, the answer goes to a direct message',
      is_required: false,
    },
  },
  output_parameters: {
    answer: output('answer', 'Answer', 'As plain text; the thread has it in full'),
    sources: output('sources', 'Sources', 'The sources of the answer, one per line'),
    status: output('status', 'Status', '"completed", or "cancelled" if somebody stopped it'),
    link: output('link', 'Link', 'The URL of the thread with the answer'),
  },
};

function output(name: string, title: string, description: string): Parameter {
  return { type: 'string', name, title, description, is_required: true };
}
