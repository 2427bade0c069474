import { ConfigError, readConfig } from '../../src/config.js';
import { decodeConversation, decodeFollowUp, decodeRead } from '../../src/deepsearch/decode.js';
import { decodePage } from '../../src/deepsearch/list.js';
import { describeReply } from '../../src/http/describe-failure.js';
import { retryAfterMs } from '../../src/http/retry.js';
import { parseAction } from '../../src/intake/parse/action.js';
import type { CommandResult, IncomingEvent } from '../../src/intake/parse/result.js';
import { parseShortcut } from '../../src/intake/parse/shortcut.js';
import { parseSlashCommand } from '../../src/intake/parse/slash-command.js';
import { parseViewSubmission } from '../../src/intake/parse/view-submission.js';
import { isObject, unknownShapeAt } from '../../src/intake/receiver/bolt-shape.js';
import { scrub } from '../../src/log.js';
import type { Snapshot } from '../../src/model/answer.js';
import type { Intent } from '../../src/model/intent.js';
import type { Message } from '../../src/render/blocks/message.js';
import { renderAnswer } from '../../src/render/question/answer.js';
import { renderOutcome, renderRoot } from '../../src/render/question/outcome.js';
import { renderProgress } from '../../src/render/question/progress.js';
import { completed, conversation, question } from '../deepsearch/support.js';
import { BOT, click, command, eventBody, message, parseEventBody } from '../intake/payloads.js';
import { mutate, noise } from './mutate.js';
import type { SeededRandom } from './random.js';

/** Code that handles untrusted input. `run` throws if the input makes it misbehave. */
export interface FuzzTarget {
  readonly name: string;
  readonly make: (random: SeededRandom) => unknown;
  readonly run: (payload: unknown) => void;
}

const BASE_URL = 'https://code.example.com/ds';
const NOW = 1_700_000_000_000;

const EVENTS = [
  eventBody(message({ type: 'app_mention', channel_type: undefined })),
  eventBody(message({ channel: 'D1', channel_type: 'im', text: 'why?' })),
  eventBody(message({ text: 'and?', thread_ts: '1700000000.000001', parent_user_id: BOT })),
  eventBody(
    message({ subtype: 'message_changed', message: message(), previous_message: message() }),
  ),
  eventBody({
    type: 'reaction_added',
    user: 'U1',
    item: { type: 'message', channel: 'C1', ts: '1.1' },
  }),
  eventBody({ type: 'app_uninstalled' }),
  eventBody({ type: 'channel_shared', channel: 'C1' }),
  eventBody({
    type: 'link_shared',
    user: 'U1',
    channel: 'C1',
    message_ts: '1.1',
    is_bot_user_member: true,
    links: [{ domain: 'code.example.com', url: 'https://code.example.com/deepsearch/1' }],
  }),
  eventBody({
    type: 'function_executed',
    function: { callback_id: 'ask_deep_search' },
    function_execution_id: 'Fx1',
    inputs: { question: 'why?', asker: 'U1', channel: 'C1' },
    event_ts: '1700000000.000100',
  }),
] as const;
const COMMANDS = [
  command(),
  command({ text: 'help' }),
  command({ text: 'ask  <@U1|kim> &amp; co' }),
] as const;
const CLICKS = [
  click({ action_id: 'question.stop', value: 'T1-C1-1.1' }),
  click({ action_id: 'question.ask.0', value: 'How often?' }),
  click(
    {},
    { type: 'view_submission', view: { id: 'V1', callback_id: 'ask', state: { values: {} } } },
  ),
  click({}, { type: 'shortcut', callback_id: 'ask' }),
] as const;
const CARRIED = JSON.stringify({ modal: { kind: 'ask' }, place: { channel: 'C1' } });
const TRIGGER = { trigger_id: '1.2.abc' };
/** What opens views, and what is sent and clicked in them. */
const VIEWS = [
  click({ action_id: 'modal.open.0', value: '{"of":"talk","id":12,"page":0}' }, TRIGGER),
  click({}, { ...TRIGGER, type: 'shortcut', callback_id: 'ask_deep_search' }),
  click(
    {},
    {
      ...TRIGGER,
      type: 'message_action',
      callback_id: 'ask_about_message',
      message: message({
        attachments: [{ title: 'Alert', fields: [{ title: 'a', value: 'b' }] }],
        files: [{ name: 'a.txt', mimetype: 'text/plain', size: 3, url_private: 'https://x.y/z' }],
      }),
    },
  ),
  click(
    {},
    {
      type: 'view_submission',
      view: {
        id: 'V1',
        private_metadata: CARRIED,
        state: {
          values: {
            question: { question: { value: 'why?' } },
            where: { where: { selected_conversation: 'C1' } },
          },
        },
      },
      response_urls: [{ response_url: 'https://hooks.slack.com/1' }],
    },
  ),
  click(
    { action_id: 'home.change.0', value: '{"filter":"all","page":1}' },
    { view: { id: 'V2', type: 'home', private_metadata: '{"which":"mine","page":0}' } },
  ),
  eventBody({ type: 'app_home_opened', user: 'U1', tab: 'home', event_ts: '1.1' }),
  command({ text: '' }),
] as const;
const BODIES = [
  conversation({ questions: [question(), completed({ id: 35 })], quota_usage: { total_quota: 5 } }),
  { conversations: [conversation({ questions: [completed()] })], next_cursor: 'c2' },
  completed(),
  { message: 'quota used up', error: { message: 'no' } },
] as const;
const ENVIRONMENT = {
  SLACK_BOT_TOKEN: 'xoxb-1-secret',
  SLACK_SIGNING_SECRET: 'signing-secret',
  DEEPSEARCH_URL: 'https://code.example.com/ds',
  DEEPSEARCH_TOKEN: 'sgp_secret',
  SLACK_WORKSPACES: 'T012ABCD,E012ABCD',
  PUBLIC_URL: 'https://bot.example.com',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  REDIS_URL: 'redis+sentinel://user:pass@a:1,b:2/main/1?sentinelPassword=hush',
  PORT: '3000',
  POLL_MIN_MS: '1000',
  ACCESS_MODE: 'shared',
  LOG_LEVEL: 'info',
};

/** All pure code that handles untrusted input, each with malformed copies of real input. */
export const FUZZ_TARGETS: readonly [FuzzTarget, ...FuzzTarget[]] = [
  { name: 'event', make: from(EVENTS), run: checkEvent },
  {
    name: 'command',
    make: from(COMMANDS),
    run: (body) => checkResult(parseSlashCommand(body, NOW)),
  },
  { name: 'action', make: from(CLICKS), run: checkAction },
  { name: 'view', make: from(VIEWS), run: checkView },
  {
    name: 'readable',
    make: from([...CLICKS, ...VIEWS, ...EVENTS, ...COMMANDS]),
    run: checkReadable,
  },
  { name: 'service', make: from(BODIES), run: decodeServiceBody },
  { name: 'refusal', make: from(BODIES), run: decodeRefusal },
  { name: 'environment', make: from([ENVIRONMENT]), run: readEnvironment },
  { name: 'answer', make: (random) => noise(random, 150), run: renderAnswerText },
  { name: 'log', make: (random) => noise(random, 300), run: (text) => void scrub(String(text)) },
];

/** As it comes over the wire: only what JSON can carry. */
function from(payloads: readonly [unknown, ...unknown[]]): FuzzTarget['make'] {
  return (random) => JSON.parse(JSON.stringify(mutate(random, random.pick(payloads)))) as unknown;
}

function checkEvent(body: unknown): void {
  checkResult(parseEventBody(body, () => 'sealed'));
}

function checkAction(body: unknown): void {
  const result = parseAction(body, NOW);
  checkResult(result.kind === 'run-command' ? result.result : result);
}

/** An id becomes a Redis key and a job name; a time is shown to people. */
function checkResult(result: IncomingEvent | CommandResult): void {
  const parsed = intentOf(result);
  if (parsed === undefined) return;
  assert(/^[A-Za-z0-9][\w.-]{3,200}$/.test(parsed.id), `the id ${parsed.id}`);
  const channel = 'place' in parsed ? parsed.place?.channel : undefined;
  assert(/^[A-Z0-9]{2,30}$/.test(channel ?? 'NOWHERE'), `the channel ${channel}`);
  if (parsed.kind !== 'ask') return;
  assert(parsed.text.trim() !== '', 'no text');
  assert(isTime(parsed.at), `the time ${parsed.at}`);
  expectMessage(renderRoot(parsed));
}

function intentOf(result: IncomingEvent | CommandResult): Intent | undefined {
  switch (result.kind) {
    case 'ignored':
    case 'side-message':
    case 'channels-changed':
      return undefined;
    case 'reaction':
      return { ...result.action, questionId: 'q1' };
    case 'reply':
      return result.intent;
    case 'open-view':
      return result.request;
    default:
      return result;
  }
}

function checkView(body: unknown): void {
  checkResult(parseSlashCommand(body, NOW));
  checkResult(parseShortcut(body, NOW));
  checkAction(body);
  const submitted = parseViewSubmission(body, NOW);
  if (submitted.kind === 'update-view') checkResult(submitted.request);
  else if (submitted.kind !== 'form-errors') checkResult(submitted);
  checkEvent(body);
}

function checkReadable(body: unknown): void {
  if (isObject(body)) unknownShapeAt(body);
}

function decodeServiceBody(body: unknown): void {
  decodePage(body);
  const ref = { conversationId: 12, questionId: 34 };
  const followUp = decodeFollowUp(body, { conversationId: 12, text: 'Where do we retry?' });
  const read = decodeRead(body, ref)?.question;
  const all = decodeConversation(body)?.questions ?? [];
  for (const snapshot of [followUp, read, ...all.slice(0, 3)])
    if (snapshot) renderSnapshot(snapshot);
}

function renderSnapshot(snapshot: Snapshot): void {
  assert(isTime(snapshot.createdAt), `the time ${snapshot.createdAt}`);
  const { steps, stats } = snapshot;
  const progress = {
    phase: { kind: 'working' },
    elapsedMs: 5,
    steps,
    toolCalls: stats.toolCalls,
  } as const;
  expectMessage(renderProgress(progress, { questionId: 'T1-C1-1.1' }));
  if (snapshot.status === 'failed') {
    expectMessage(
      renderOutcome({ kind: 'failed', failure: snapshot.failure }, { baseUrl: BASE_URL }),
    );
  }
  if (snapshot.status !== 'completed') return;
  // Rendering all three forms of each is slow: alternate.
  const plainness = ([0, 1, 2] as const)[snapshot.answer.text.length % 3] ?? 0;
  const question = { id: 'T1-C1-1.1', text: snapshot.text };
  const about = { question, baseUrl: BASE_URL, elapsedMs: 5, afterStop: false };
  const input = { answer: snapshot.answer, ...about };
  for (const one of renderAnswer({ ...input, plainness })) expectMessage(one);
}

function decodeRefusal(body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const said = describeReply({ status: 403, body: { text } }, 'sgp_secret');
  assert(said.message !== '' && said.message.length <= 600, 'what a refusal says');
  const wait = retryAfterMs(text.slice(0, 50), NOW);
  assert(wait === undefined || (wait >= 0 && wait <= 3_600_000), `the wait ${wait}`);
}

/** The environment holds strings only. */
function readEnvironment(given: unknown): void {
  const fields = isObject(given) ? Object.entries(given) : [];
  const env = Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  for (const role of ['both', 'bot', 'worker'] as const) {
    try {
      readConfig(env, role);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      assert(!/secret|:pass@|hush/.test(error.message), 'a secret in what the operator is told');
    }
  }
}

function renderAnswerText(text: unknown): void {
  const said = String(text).repeat(1 + (String(text).length % 3));
  renderSnapshot({
    ref: { conversationId: 1, questionId: 1 },
    text: said,
    createdAt: NOW,
    steps: [{ text: said, at: NOW }],
    stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    status: 'completed',
    answer: {
      title: said,
      text: said,
      sources: [{ type: 'File', label: said, link: said }],
      followups: [said.slice(0, 80)],
      stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    },
  });
}

/** Slack's limits for messages, written down independently of the renderer. */
function expectMessage({ text, blocks }: Message): void {
  assert(text.trim() !== '' && text.length <= 40_000, 'the text of a message');
  assert(blocks.length <= 50, `${blocks.length} blocks`);
  for (const block of blocks) {
    if (block.type === 'markdown') assert(block.text.length <= 12_000, 'the length of Markdown');
    if (block.type !== 'section') continue;
    assert((block.text?.text.length ?? 0) <= 3_000, 'the length of a section');
  }
}

function isTime(ms: number): boolean {
  return ms >= 0 && !Number.isNaN(new Date(ms).getTime());
}

function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`not to be: ${what}`);
}
