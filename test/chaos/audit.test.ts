import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit, faultsIn } from './audit.js';
import { type Harness, startHarness } from './harness.js';
import type { AskedQuestion } from './question-load.js';
import { waitUntilDone } from './wait-until-done.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ seed: 1 });
});
afterAll(() => harness.close());

let asked: AskedQuestion;
beforeEach(async () => {
  asked = await harness.ask({ way: 'mention', plan: { workMs: 0 }, stop: false });
  await waitUntilDone(harness);
});

/** The bot's own messages in the question's thread. */
function said() {
  const { channel, ts = '' } = asked;
  const { workspace } = harness.stack;
  return workspace
    .messages({ channel, threadTs: ts })
    .filter((message) => message.bot_id === workspace.app.botId);
}

/** Posts a message with the bot's token. */
async function forge(message: Record<string, unknown>): Promise<string> {
  const { apiUrl, app } = harness.stack.workspace;
  const response = await fetch(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: asked.channel.id, ...message }),
  });
  const { ok, ts } = (await response.json()) as { ok: boolean; ts: string };
  expect(ok).toBe(true);
  return ts;
}

async function removeMessage(ts: string): Promise<void> {
  const { workspace } = harness.stack;
  await workspace.remove({ as: workspace.app.botUserId, channel: asked.channel, ts });
}

/** Those of this test: an overlap of another test stays in the harness's memory. */
const faults = () =>
  faultsIn(audit(harness)).filter(
    (fault) => !fault.startsWith('overlapping') || fault.includes(`-${asked.ts}: `),
  );

it('the audit finds no fault when there is none', () => {
  expect(faults()).toEqual([]);
  expect(audit(harness)).toMatchObject({ notAcknowledged: 0, duplicateConversations: [] });
});

it('the audit reports an outcome that was deleted as lost', async () => {
  for (const { ts } of said()) await removeMessage(ts);
  expect(faults()).toEqual([expect.stringMatching(`lost: ${asked.mark} .*no outcome`)]);
  const thread = { thread_ts: asked.ts, metadata: tagged('status') };
  await forge({ ...thread, text: `answer-${asked.mark}: here.` });
});

function tagged(slot: string) {
  const { workspace } = harness.stack;
  const question = `${workspace.app.teamId}-${asked.channel.id}-${asked.ts}`;
  return { event_type: 'deepsearch_message', event_payload: { question, slot } };
}

it.each([
  { what: 'a second outcome', slot: 'answer.0', fault: 'duplicated: .*2 outcomes' },
  { what: 'a message that was posted twice', slot: 'status', fault: 'duplicated: .*twice' },
  { what: 'a button that was left behind', slot: 'overdue', fault: 'left: .*Waiting' },
])('the audit reports $what', async ({ slot, fault }) => {
  const says =
    slot === 'overdue'
      ? { text: 'Waiting', blocks: [WAITING, BUTTONS] }
      : { text: `answer-${asked.mark}: here.` };
  const ts = await forge({ ...says, thread_ts: asked.ts, metadata: tagged(slot) });
  expect(faults()).toContainEqual(
    expect.stringMatching(`^${fault.replace(' ', ` ${asked.mark} `)}`),
  );
  await removeMessage(ts);
});

it('the audit reports an outcome that was visible twice although it no longer is', async () => {
  expect(audit(harness).mostAtOnce).toBeGreaterThanOrEqual(1);
  const text = `answer-${asked.mark}: here.`;
  const ts = await forge({ text, thread_ts: asked.ts, metadata: tagged('answer.0') });
  await removeMessage(ts);
  expect(faults()).toEqual([
    expect.stringMatching(`^overlapping: .*-${asked.ts}: 2 outcomes at once for \\d`),
  ]);
  expect(audit(harness).mostAtOnce).toBe(2);
});

const WAITING = { type: 'section', text: { type: 'mrkdwn', text: 'Waiting' } };
const LABEL = { type: 'plain_text', text: 'Stop' };
const BUTTON = { type: 'button', action_id: 'question.stop', value: 'x', text: LABEL };
const BUTTONS = { type: 'actions', elements: [BUTTON] };

it('the audit reports messages that belong to no question or are outside a thread', async () => {
  const nobody = await forge({ text: 'Hello.' });
  expect(faults()).toEqual([expect.stringContaining('stray: nobody')]);
  await removeMessage(nobody);
  const atRoot = await forge({ text: 'Here.', metadata: tagged('answer.1') });
  expect(faults()).toEqual([expect.stringContaining(`${asked.ts}: ${atRoot} in`)]);
  await removeMessage(atRoot);
});

it('the audit counts conversations that were created twice', async () => {
  const { url, users } = harness.stack.service;
  await fetch(`${url}/.api/deepsearch/v1`, {
    method: 'POST',
    headers: {
      authorization: `token ${users[0]?.token}`,
      'content-type': 'application/json',
      'x-requested-with': 'tests 1.0',
    },
    body: JSON.stringify({ question: `once more, ${asked.mark}?` }),
  });
  expect(audit(harness).duplicateConversations).toEqual([
    expect.stringContaining(`${asked.mark} `),
  ]);
});
