// The widespread form of a Slack bot that asks a slow service, as a baseline: a Bolt app whose
// listener posts a message, creates the conversation, polls every 2 s in memory, and updates the
// message. All that it knows dies with it. A program of its own; `programs.ts` starts it.
import { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';

const POLL_MS = 2_000;

const { env } = process;
const service = `${env['DEEPSEARCH_URL']}/.api/deepsearch/v1`;

interface Conversation {
  readonly id: number;
  readonly questions: readonly {
    readonly id: number;
    readonly status: string;
    readonly answer?: string;
  }[];
}

interface Asked {
  readonly client: WebClient;
  readonly channel: string;
  /** Of the message that shows how it goes. */
  readonly ts: string;
}

/** Conversations in work, by the message that shows them. */
const working = new Map<string, Conversation>();

const app = new App({
  token: env['SLACK_BOT_TOKEN'] ?? '',
  signingSecret: env['SLACK_SIGNING_SECRET'] ?? '',
  clientOptions: { slackApiUrl: env['SLACK_API_URL'] ?? '' },
});

app.event('app_mention', async ({ event, client }) => {
  const text = event.text.replace(/<@\w+>/, '').trim();
  await ask(client, { channel: event.channel, threadTs: event.thread_ts ?? event.ts, text });
});

app.command('/deepsearch', async ({ command, ack, client }) => {
  await ack();
  const { channel_id: channel, text, user_id: user } = command;
  const root = await client.chat.postMessage({ channel, text: `<@${user}> asked: ${text}` });
  await ask(client, { channel, threadTs: root.ts ?? '', text });
});

app.action('question.stop', async ({ body, ack }) => {
  await ack();
  const ts = 'message' in body ? body.message?.ts : undefined;
  const conversation = working.get(ts ?? '');
  const question = conversation?.questions[0];
  if (conversation && question) {
    await call('POST', `/${conversation.id}/questions/${question.id}/cancel`);
  }
});

async function ask(
  client: WebClient,
  { channel, threadTs, text }: { channel: string; threadTs: string; text: string },
): Promise<void> {
  const { ts = '' } = await client.chat.postMessage({
    channel,
    thread_ts: threadTs,
    text: 'Searching…',
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: ':mag: Searching…' } },
      { type: 'actions', elements: [STOP] },
    ],
  });
  const conversation = await call('POST', '', { question: text });
  working.set(ts, conversation);
  setTimeout(poll, POLL_MS, conversation.id, { client, channel, ts });
}

async function poll(id: number, asked: Asked): Promise<void> {
  const { client, channel, ts } = asked;
  try {
    const { questions } = await call('GET', `/${id}`);
    const question = questions[0];
    if (question?.status !== 'completed' && question?.status !== 'failed') {
      setTimeout(poll, POLL_MS, id, asked);
      return;
    }
    working.delete(ts);
    const text = question.answer ?? 'Something went wrong.';
    await client.chat.update({ channel, ts, text, blocks: [{ type: 'markdown', text }] });
  } catch (error) {
    console.error(error);
  }
}

async function call(method: string, path: string, body?: object): Promise<Conversation> {
  const response = await fetch(service + path, {
    method,
    headers: {
      Authorization: `token ${env['DEEPSEARCH_TOKEN']}`,
      'X-Requested-With': 'common-pattern 1.0',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as Conversation;
}

const STOP = {
  type: 'button',
  action_id: 'question.stop',
  text: { type: 'plain_text', text: 'Cancel' },
  value: 'stop',
} as const;

const server = await app.start({ port: 0, host: '127.0.0.1' });
const address = server && 'address' in server ? server.address() : null;
console.log(JSON.stringify({ msg: 'ready', slack: typeof address === 'object' && address?.port }));
