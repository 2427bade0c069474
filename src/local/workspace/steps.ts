import type { StepDeclaration, StepParameter } from './workspace-api.js';

const text = (name: string, title: string, description: string): StepParameter => ({
  name,
  title,
  type: 'string',
  description,
  required: true,
});

/** The step of the app that this workspace is made for, as its manifest declares it. */
export const STEPS: readonly StepDeclaration[] = [
  {
    callbackId: 'ask_deep_search',
    title: 'Ask Deep Search',
    description: 'Asks a question about your code, and waits for the answer',
    inputs: [
      text('question', 'Question', 'What to ask, such as the answer from a form'),
      {
        name: 'asker',
        title: 'Who asks',
        type: 'slack#/types/user_id',
        description: 'The person who started the workflow: they must be allowed to ask',
        required: true,
      },
      {
        name: 'channel',
        title: 'Where to answer',
        type: 'slack#/types/channel_id',
        description: 'A channel that the app is in; without one, the direct message of who asks',
        required: false,
      },
    ],
    outputs: [
      text('answer', 'Answer', 'As plain text; the thread has it in full'),
      text('sources', 'Sources', 'What the answer rests on, one a line'),
      text('status', 'Status', '"completed", or "cancelled" where somebody stopped it'),
      text('link', 'Link', 'Leads to the thread of the answer'),
    ],
  },
];
