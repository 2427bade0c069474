import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Asked } from './asking.js';
import { audit, broken } from './audit.js';
import { type Office, startOffice } from './office.js';
import { settle } from './settle.js';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ seed: 1 });
});
afterAll(() => office.close());

let asked: Asked;
beforeEach(async () => {
  asked = await office.ask({ way: 'mention', plan: { workMs: 0 }, stop: false });
  await settle(office);
});

/** The bot's own messages in the question's thread. */
function said() {
  const { channel, ts = '' } = asked;
  const { workspace } = office.stack;
  return workspace
    .messages({ channel, threadTs: ts })
    .filter((message) => message.bot_id === workspace.app.botId);
}

/** Says something with the bot's token, as if it had. */
async function forge(message: Record<string, unknown>): Promise<string> {
  const { apiUrl, app } = office.stack.workspace;
  const response = await fetch(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: asked.channel.id, ...message }),
  });
  const { ok, ts } = (await response.json()) as { ok: boolean; ts: string };
  expect(ok).toBe(true);
  return ts;
}

async function takeBack(ts: string): Promise<void> {
  const { workspace } = office.stack;
  await workspace.remove({ as: workspace.app.botUserId, channel: asked.channel, ts });
}

const faults = () => broken(audit(office));

it('finds nothing wrong where nothing is', () => {
  expect(faults()).toEqual([]);
  expect(audit(office)).toMatchObject({ unheard: 0, twins: [] });
});

it('misses an ending that is gone', async () => {
  for (const { ts } of said()) await takeBack(ts);
  expect(faults()).toEqual([expect.stringMatching(`lost: ${asked.mark} .*no ending`)]);
  const thread = { thread_ts: asked.ts, metadata: tagged('status') };
  await forge({ ...thread, text: `answer-${asked.mark}: here.` });
});

function tagged(slot: string) {
  const { workspace } = office.stack;
  const question = `${workspace.app.teamId}-${asked.channel.id}-${asked.ts}`;
  return { event_type: 'deepsearch_message', event_payload: { question, slot } };
}

it.each([
  { what: 'a second ending', slot: 'answer.0', fault: 'doubled: .*2 endings' },
  { what: 'a message twice', slot: 'status', fault: 'doubled: .*twice' },
  { what: 'a button that stayed', slot: 'overdue', fault: 'left: .*Waiting' },
])('sees $what', async ({ slot, fault }) => {
  const says =
    slot === 'overdue'
      ? { text: 'Waiting', blocks: [WAITING, BUTTONS] }
      : { text: `answer-${asked.mark}: here.` };
  const ts = await forge({ ...says, thread_ts: asked.ts, metadata: tagged(slot) });
  expect(faults()).toContainEqual(
    expect.stringMatching(`^${fault.replace(' ', ` ${asked.mark} `)}`),
  );
  await takeBack(ts);
});

const WAITING = { type: 'section', text: { type: 'mrkdwn', text: 'Waiting' } };
const LABEL = { type: 'plain_text', text: 'Stop' };
const BUTTON = { type: 'button', action_id: 'question.stop', value: 'x', text: LABEL };
const BUTTONS = { type: 'actions', elements: [BUTTON] };

it('sees what nobody asked for, and where it should not be', async () => {
  const nobody = await forge({ text: 'Hello.' });
  expect(faults()).toEqual([expect.stringContaining('stray: nobody')]);
  await takeBack(nobody);
  const atRoot = await forge({ text: 'Here.', metadata: tagged('answer.1') });
  expect(faults()).toEqual([expect.stringContaining(`${asked.ts}: ${atRoot} in`)]);
  await takeBack(atRoot);
});

it('counts conversations that were made twice', async () => {
  const { url, users } = office.stack.service;
  await fetch(`${url}/.api/deepsearch/v1`, {
    method: 'POST',
    headers: {
      authorization: `token ${users[0]?.token}`,
      'content-type': 'application/json',
      'x-requested-with': 'tests 1.0',
    },
    body: JSON.stringify({ question: `once more, ${asked.mark}?` }),
  });
  expect(audit(office).twins).toEqual([expect.stringContaining(`${asked.mark} `)]);
});
