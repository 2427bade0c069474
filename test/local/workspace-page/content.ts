import type { PageState } from '../../../local/workspace/api/page.js';

/** The workspace of a small company, with every kind of person. */
export const COMPANY: Omit<PageState, 'me'> = {
  workspace: { id: 'T1', name: 'Acme Engineering' },
  people: [
    { id: 'UKIM', name: 'Kim Park', isBot: false },
    { id: 'URAVI', name: 'Ravi', isBot: false },
    { id: 'UADA', name: 'Ada Okafor', isBot: false, note: 'guest' },
    { id: 'ULEE', name: 'Lee', isBot: false, note: 'another company' },
    { id: 'UBOT', name: 'deepsearch', isBot: true },
  ],
  elsewhere: [],
  channels: [
    { id: 'CGEN', name: 'general', kind: 'public', topic: 'Everything that concerns everybody' },
    {
      id: 'CPAY',
      name: 'payments',
      kind: 'public',
      topic: 'The ledger, the gateway and their friends',
    },
    { id: 'CINC', name: 'incidents', kind: 'private' },
    { id: 'CSHR', name: 'partner-globex', kind: 'public', shared: true },
    { id: 'DBOT', name: 'deepsearch', kind: 'direct', with: 'UBOT' },
  ],
  agents: [],
  prompts: [],
  commands: [{ command: '/deepsearch', hint: 'Ask a question about the code' }],
  shortcuts: [],
  steps: [],
  runs: [],
  home: false,
};

export const PROGRESS_BLOCKS = [
  {
    type: 'section',
    block_id: 'status',
    text: { type: 'mrkdwn', text: ':mag: *Searching the code* · 8 s' },
  },
  {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: 'Reading `src/queue/retry.ts` · 6 tool calls' }],
  },
  {
    type: 'actions',
    block_id: 'stop',
    elements: [
      {
        type: 'button',
        action_id: 'question.stop',
        value: 'q1',
        style: 'danger',
        text: { type: 'plain_text', text: 'Cancel' },
      },
    ],
  },
];

const ANSWER = `Failed requests are retried in **two places**: the HTTP client retries what is safe to repeat, and the queue retries whole jobs. Both read their limits from [\`config.ts\`](https://code.example.com/acme/shop/-/blob/src/config.ts?L20-41).

## In the HTTP client

Every call goes through \`send\`, which retries only \`GET\` and \`DELETE\`, with backoff, jitter and the server's own \`Retry-After\`:

\`\`\`ts
export async function send(call: Call, signal: AbortSignal): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await once(call, signal);
    if (reply.ok || !isSafe(call) || attempt >= MAX_ATTEMPTS) return reply;
    // The server's wish goes before our own curve.
    await sleep(retryAfter(reply) ?? backoff(attempt), signal);
  }
}
\`\`\`

| Failure | Retried | Wait | At most |
|:--|:-:|--:|--:|
| \`429\` | yes | \`Retry-After\` | 5 times |
| \`502\`, \`503\`, \`504\` | yes | 0.2–6 s | 5 times |
| Connection reset | only \`GET\`, \`DELETE\` | 0.2–6 s | 5 times |
| Any other \`4xx\` | no | | |

## In the queue

1. A job that throws goes back with an exponential delay.
2. After eight attempts it lands in \`dead-letter\`, where:
   - an alert is raised once an hour,
   - \`npm run redrive\` puts it back.

> Payments are never retried by the queue: \`ledger/post.ts\` marks them *once only*.

- [x] Covered by \`retry.test.ts\`
- [ ] No test covers a time-out in the middle of a body`;

export const ANSWER_BLOCKS = [
  { type: 'header', text: { type: 'plain_text', text: 'Where failed requests are retried' } },
  { type: 'markdown', text: ANSWER },
  { type: 'divider' },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '*Sources*\n• <https://code.example.com/acme/shop/-/blob/src/http/send.ts?L12-38|acme/shop › src/http/send.ts:12-38>\n• <https://code.example.com/acme/shop/-/blob/src/queue/retry.ts?L1-60|acme/shop › src/queue/retry.ts:1-60>\n• <https://code.example.com/acme/shop/-/blob/src/config.ts?L20-41|acme/shop › src/config.ts:20-41>',
    },
  },
  {
    type: 'context',
    elements: [
      {
        type: 'mrkdwn',
        text: ':stopwatch: 12.4 s · 9 tool calls · 18,402 tokens · <https://code.example.com/deepsearch/42|Open>',
      },
    ],
  },
  {
    type: 'actions',
    block_id: 'followups',
    elements: [
      {
        type: 'button',
        action_id: 'question.ask.0',
        value: 'What raises the alert for dead letters?',
        text: { type: 'plain_text', text: 'What raises the alert for dead letters?' },
      },
      {
        type: 'button',
        action_id: 'question.ask.1',
        value: 'Why are payments never retried?',
        text: { type: 'plain_text', text: 'Why are payments never retried?' },
      },
      {
        type: 'button',
        action_id: 'link.open',
        url: 'https://code.example.com/deepsearch/42',
        text: { type: 'plain_text', text: 'Open in browser' },
      },
    ],
  },
  {
    type: 'context_actions',
    block_id: 'feedback',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: 'feedback',
        positive_button: { text: { type: 'plain_text', text: 'Good answer' }, value: 'good' },
        negative_button: { text: { type: 'plain_text', text: 'Bad answer' }, value: 'bad' },
      },
    ],
  },
];

/** All other kinds of blocks, and two unknown ones. */
export const GALLERY_BLOCKS = [
  {
    type: 'alert',
    level: 'warning',
    text: {
      type: 'mrkdwn',
      text: 'The service asks us to wait. *Your question is kept* and goes on by itself.',
    },
  },
  { type: 'alert', level: 'success', text: { type: 'plain_text', text: 'Connected.' } },
  {
    type: 'section',
    text: { type: 'mrkdwn', text: 'Your account is *connected* to `code.example.com` as _kim_.' },
    accessory: {
      type: 'button',
      action_id: 'account.leave',
      value: '1',
      text: { type: 'plain_text', text: 'Disconnect' },
      confirm: {
        title: { type: 'plain_text', text: 'Disconnect?' },
        text: { type: 'plain_text', text: 'You can connect again at any time.' },
        confirm: { type: 'plain_text', text: 'Disconnect' },
        deny: { type: 'plain_text', text: 'Stay' },
        style: 'danger',
      },
    },
  },
  {
    type: 'section',
    fields: [
      { type: 'mrkdwn', text: '*Quota*\n41 of 60 this hour' },
      { type: 'mrkdwn', text: '*Resets*\n<!date^1760000000^{date_short} at {time}|later>' },
    ],
  },
  {
    type: 'table',
    rows: [
      [
        { type: 'raw_text', text: 'Commit' },
        { type: 'raw_text', text: 'Author' },
        { type: 'raw_text', text: 'Files' },
      ],
      [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                {
                  type: 'link',
                  url: 'https://code.example.com/c/46e939b',
                  text: '46e939b',
                  style: { code: true },
                },
              ],
            },
          ],
        },
        { type: 'raw_text', text: 'Ravi' },
        { type: 'raw_number', value: 12, text: '12' },
      ],
      [
        { type: 'raw_text', text: '9af0c11' },
        { type: 'raw_text', text: 'Ada Okafor' },
        { type: 'raw_number', value: 3, text: '3' },
      ],
    ],
    column_settings: [{}, {}, { align: 'right' }],
  },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'Asked by ' },
          { type: 'user', user_id: 'URAVI' },
          { type: 'text', text: ' in ' },
          { type: 'channel', channel_id: 'CPAY' },
          { type: 'text', text: ' ' },
          { type: 'emoji', name: 'eyes', unicode: '1f440' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'bold', style: { bold: true } },
              { type: 'text', text: ' and ' },
              { type: 'text', text: 'struck', style: { strike: true } },
            ],
          },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 1,
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'further in' }] }],
      },
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: 'npm run demo -- ../shop' }],
      },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'It just works.' }] },
    ],
  },
  {
    type: 'image',
    image_url: 'https://images.example.com/graph.png',
    alt_text: 'Latency over the last hour',
    title: { type: 'plain_text', text: 'Latency' },
  },
  {
    type: 'plan',
    title: 'Looking into it',
    tasks: [
      { type: 'task_card', task_id: '1', title: 'Read the router', status: 'complete' },
      { type: 'task_card', task_id: '2', title: 'Follow the retries', status: 'in_progress' },
      { type: 'task_card', task_id: '3', title: 'Write it down', status: 'pending' },
    ],
  },
  { type: 'video', title: { type: 'plain_text', text: 'A film' } },
  { type: 'section', text: 42 },
];

/** Hostile content. If any of it runs, it sets `window.harmed`. */
export const HOSTILE_BLOCKS = [
  {
    type: 'markdown',
    text: [
      'Hostile: <img src=x onerror="window.harmed=1"><script>window.harmed=1</script>',
      '[run](javascript:window.harmed=1) [data](data:text/html,<script>window.harmed=1</script>) <javascript:window.harmed=1>',
      '![picture](https://images.example.com/beacon.png) ![bad](javascript:window.harmed=1)',
      '<svg onload="window.harmed=1"></svg>',
      '```html\n<script>window.harmed=1</script>\n```',
      '[ok](https://code.example.com "x\\" onmouseover=window.harmed=1") <!channel> <@UKIM>',
    ].join('\n\n'),
  },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '<javascript:window.harmed=1|click me> <img src=x onerror=window.harmed=1> &lt;script&gt;',
    },
  },
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: 'x',
        url: 'javascript:window.harmed=1',
        text: { type: 'plain_text', text: 'Bad link' },
      },
    ],
  },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [{ type: 'link', url: 'javascript:window.harmed=1', text: 'rich' }],
      },
    ],
  },
];
