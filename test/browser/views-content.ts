import type { KnownBlock, View } from '@slack/web-api';

const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: true });
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });
const option = (text: string, value: string) => ({ text: plain(text), value });
const rich = (text: string) => ({
  type: 'rich_text' as const,
  elements: [{ type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text }] }],
});

/** A form with every kind of field. */
export const FORM: View = {
  type: 'modal',
  callback_id: 'ask',
  title: plain('Ask Deep Search'),
  submit: plain('Ask'),
  blocks: [
    {
      type: 'input',
      block_id: 'question',
      label: plain('Your question'),
      hint: plain('Name files, functions or behaviour: the more exact, the better.'),
      element: {
        type: 'plain_text_input',
        action_id: 'text',
        multiline: true,
        placeholder: plain('How does checkout retry a failed payment?'),
      },
    },
    {
      type: 'input',
      block_id: 'place',
      optional: true,
      label: plain('Where to answer'),
      element: {
        type: 'conversations_select',
        action_id: 'channel',
        filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
      },
    },
    {
      type: 'input',
      block_id: 'look',
      optional: true,
      label: plain('Look in'),
      element: {
        type: 'checkboxes',
        action_id: 'in',
        initial_options: [option('Code', 'code')],
        options: [
          option('Code', 'code'),
          { ...option('Tests', 'tests'), description: plain('Specs and their helpers as well') },
        ],
      },
    },
    {
      type: 'actions',
      elements: [{ type: 'button', action_id: 'more', text: plain('Where does this go?') }],
    },
  ],
};

export const DETAILS = (text: string): View => ({
  type: 'modal',
  title: plain('Details'),
  blocks: [
    { type: 'section', text: mrkdwn(`*${text}*`) },
    { type: 'context', elements: [mrkdwn('Read from `src/queue.ts`')] },
  ],
});

/** Longer than the window, with a button at its end. */
export const LONG: View = {
  type: 'modal',
  title: plain('All settings'),
  blocks: [
    { type: 'section', text: mrkdwn('One setting and its meaning\n'.repeat(60)) },
    {
      type: 'actions',
      elements: [{ type: 'button', action_id: 'more', text: plain('Next page') }],
    },
  ],
};

export const HOME: View = {
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Ask about your code') },
    {
      type: 'section',
      text: mrkdwn('Ask here, in a channel with `@deepsearch`, or with `/deepsearch`.'),
    },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'ask', style: 'primary', text: plain('Ask a question') },
        { type: 'button', action_id: 'settings', text: plain('Settings') },
      ],
    },
    { type: 'divider' },
    { type: 'section', text: mrkdwn('*Asked lately*') },
    {
      type: 'section',
      text: mrkdwn('<https://example.com/1|How does the queue retry a payment?>\n2 hours ago'),
      accessory: {
        type: 'static_select',
        action_id: 'what',
        placeholder: plain('Do something'),
        options: [option('Share', 'share'), option('Export', 'export')],
      },
    },
  ],
};

export const PICK: KnownBlock[] = [
  {
    type: 'actions',
    elements: [
      {
        type: 'static_select',
        action_id: 'pick',
        placeholder: plain('Pick a language'),
        options: [option('Go', 'go'), option('Java', 'java')],
      },
    ],
  },
];

const task = (task_id: string, title: string, status: 'complete' | 'in_progress' | 'pending') => ({
  type: 'task_card' as const,
  task_id,
  title,
  status,
});

const row = (name: string, ms: number) => [
  { type: 'raw_text' as const, text: name },
  { type: 'raw_number' as const, value: ms, text: String(ms) },
];

/** The blocks that agents use. */
export const SHOWCASE = [
  {
    type: 'plan',
    title: 'How the retry works',
    tasks: [
      {
        ...task('t1', 'Read the queue', 'complete'),
        output: rich('Found 3 places that retry'),
        sources: [
          { type: 'url', url: 'https://example.com/a', text: 'src/queue.ts' },
          { type: 'url', url: 'https://example.com/b', text: 'src/retry.ts' },
        ],
      },
      task('t2', 'Follow the callers', 'in_progress'),
      { ...task('t3', 'Run the tests', 'pending'), status: 'error' },
      task('t4', 'Write the answer', 'pending'),
    ],
  },
  {
    type: 'container',
    title: plain('Three more files'),
    subtitle: mrkdwn('Found by their names'),
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: [{ type: 'section', text: mrkdwn('`src/late.ts`') }],
  },
  {
    type: 'data_table',
    caption: 'Slowest calls',
    page_size: 3,
    rows: [
      [
        { type: 'raw_text', text: 'call' },
        { type: 'raw_text', text: 'ms' },
      ],
      row('get /cart', 120),
      row('post /pay', 1410),
      row('get /health', 3),
      row('get /user', 88),
    ],
  },
  {
    type: 'carousel',
    elements: [1, 2, 3].map((n) => ({
      type: 'card',
      title: mrkdwn(`*Card ${n}*`),
      subtitle: mrkdwn('shop · src/queue.ts'),
      body: mrkdwn('Retries whole jobs, with a growing pause.'),
      actions: [{ type: 'button', action_id: `card-${n}`, text: plain('Open') }],
    })),
  },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: 'feedback',
        positive_button: { text: plain('Good answer'), value: 'good' },
        negative_button: { text: plain('Bad answer'), value: 'bad' },
      },
    ],
  },
] as unknown as KnownBlock[];
