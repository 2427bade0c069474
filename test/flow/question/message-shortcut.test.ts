import { WebClient } from '@slack/web-api';
import { describe, expect, onTestFinished } from 'vitest';
import type { Channel, Modal, Person, Ref } from '../../../local/workspace/workspace.js';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { everWritten } from '../../support/ever-written.js';
import { startHttpServer } from '../../support/http-server.js';
import { messageText } from '../../support/message-text.js';
import { askedQuestions, rootOf, type Scenario, threadAt } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForHome, waitForModal } from '../../support/views.js';

const it = stackTest({ workspace: { limits: 'off' } });

const QUESTION = 'What does this mean, and which code causes it?';
const SECRET = `${'gh'}p_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6`;

interface Chosen {
  readonly as?: Person;
  readonly channel?: Channel;
  readonly ts: string;
}

/** Runs the shortcut on a message, and gives the form once it is filled. */
async function askAbout(
  scenario: Scenario,
  { as = scenario.asker, channel = scenario.channel, ts }: Chosen,
): Promise<Modal> {
  const { workspace } = scenario.stack;
  const run = { as, channel, ts, callbackId: SHORTCUTS.about };
  expect(await workspace.shortcut(run)).toMatchObject({ ackStatus: 200 });
  return waitForModal(scenario.stack, as, 'The answer comes in');
}

const said = (
  scenario: Scenario,
  text: string,
  {
    more = {},
    channel = scenario.channel,
  }: { readonly more?: object; readonly channel?: Ref } = {},
) => scenario.stack.workspace.say({ as: scenario.asker, channel, text, ...more });

/** A file as Slack keeps it, to be shared with a message. */
async function uploaded(
  stack: Stack,
  name: string,
  content: string,
): Promise<Record<string, unknown>> {
  const { apiUrl, app } = stack.workspace;
  const client = new WebClient(app.botToken, { slackApiUrl: apiUrl });
  const length = Buffer.byteLength(content);
  const place = await client.files.getUploadURLExternal({ filename: name, length });
  await fetch(place.upload_url ?? '', { method: 'POST', body: content });
  const { files = [] } = await client.files.completeUploadExternal({
    files: [{ id: place.file_id ?? '', title: name }],
  });
  return { ...files[0] };
}

describe('the shortcut on a message', () => {
  it('the message shortcut shows its question, and asks it in the message’s thread', async ({
    stack,
    scenario,
  }) => {
    const { ts } = await said(scenario, 'TypeError: x is not a function at src/queue.ts:10');
    const form = await askAbout(scenario, { ts });
    expect(viewText(form).split('\n')).toEqual([
      'Ask about this',
      `Your question: ${QUESTION}`,
      'The message: TypeError: x is not a function at src/queue.ts:10',
      "The answer comes in the message's thread.",
    ]);
    const text = scenario.text('why is that');
    await stack.workspace.submit({ as: scenario.asker, values: { question: { question: text } } });
    const work = await stack.engine.next(text);
    expect(work.question).toBe(text);
    expect(work.context.added).toBe(
      'The message that this is about:\nTypeError: x is not a function at src/queue.ts:10',
    );
    const thread = threadAt(stack.workspace, scenario.channel, ts);
    expect((await thread.status()).text).toBeTruthy();
    expect(thread.said()[0]).toContain(text);
    work.answer();
    expect((await thread.ended())[0]).toContain('backoff()');
  });

  it('lists and titles show the question without the included message', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const { asker: as, channel } = scenario;
    const { ts } = await said(scenario, 'TypeError: x is not a function at src/queue.ts:10');
    await askAbout(scenario, { ts });
    const text = scenario.text('why is that');
    await workspace.submit({ as, values: { question: { question: text } } });
    const work = await engine.next(text);
    const thread = threadAt(workspace, channel, ts);
    expect(messageText(await thread.status())).toContain(`> ${text}`);
    await workspace.openHome({ as });
    await waitForHome(stack, as, `*${text}*`);
    // As a service does that names a question by its first words.
    const [sent] = askedQuestions(stack, text);
    const title = (sent?.question ?? '').replace(/\s+/g, ' ').slice(0, 70);
    work.answer({ title: `${title}…` });
    const [answer] = await thread.ended();
    expect(answer).toContain(`*${text}*`);
    const home = await waitForHome(stack, as, /You have nothing running(.|\n)*\[Show\]/);
    await workspace.clickInView({ as, view: home, actionId: buttonId(home, 'Show') });
    const talk = await waitForModal(stack, as, 'backoff()');
    expect(viewText(home)).toContain(`*${text}*`);
    const everything = [...thread.said(), viewText(home), viewText(talk)].join('\n');
    expect(everything).not.toMatch(/The message that this is about|TypeError/);
  });

  it('the message shortcut includes an alert’s attachments and text files', async ({
    stack,
    scenario,
  }) => {
    const files = [
      await uploaded(stack, 'deploy.txt', 'step 1\nstep 2 failed'),
      await uploaded(stack, 'photo.png', 'no text'),
    ];
    const attachments = [{ title: 'Checkout is down', text: 'error rate 12 %' }];
    const { ts } = await said(scenario, '', { more: { attachments, files } });
    const read = viewText(await askAbout(scenario, { ts }));
    expect(read).toContain('The message: Checkout is down\nerror rate 12 %');
    expect(read).toContain('File: deploy.txt: step 1\nstep 2 failed');
    expect(read).toContain('Not read: photo.png');
    await stack.workspace.submit({ as: scenario.asker });
    const work = await stack.engine.next(QUESTION);
    expect(work.context.added).toContain('Its file deploy.txt:\nstep 1\nstep 2 failed');
    work.answer();
  });

  it('the message shortcut masks secrets before storing them', async ({ stack, scenario }) => {
    const file = await uploaded(stack, 'env.txt', `TOKEN_OF_GITHUB=${SECRET}\nPORT=3000`);
    const { ts } = await said(scenario, `it says ${SECRET} there`, { more: { files: [file] } });
    const read = viewText(await askAbout(scenario, { ts }));
    expect(read).toContain('The message: it says [secret] there');
    expect(read).toContain('=[secret]\nPORT=3000');
    expect(read).toContain('2 things that looked like a secret are masked');
    const written = await everWritten(stack);
    expect(written).toContain('[secret]');
    expect(written).not.toContain(SECRET);
    expect(JSON.stringify(stack.bots.flatMap(({ log }) => log))).not.toContain(SECRET);
  });

  it('the message shortcut shows the beginning and end of a long message', async ({ scenario }) => {
    const lines = Array.from({ length: 900 }, (_, i) => `at line ${i + 1}`);
    const { ts } = await said(scenario, lines.join('\n'));
    const read = viewText(await askAbout(scenario, { ts }));
    expect(read).toContain('at line 1\n');
    expect(read).toContain('at line 900');
    expect(read).toContain('[… left out …]');
    expect(read).toContain('The middle of this long text was left out');
  });

  it('the message shortcut sends the bot token only to Slack', async ({ scenario }) => {
    const elsewhere = await startHttpServer();
    onTestFinished(() => elsewhere.close());
    const url_private = `${elsewhere.url}/a.txt`;
    const file = { name: 'a.txt', mimetype: 'text/plain', size: 3, url_private };
    const { ts } = await said(scenario, 'see the file', { more: { files: [file] } });
    expect(viewText(await askAbout(scenario, { ts }))).toContain('Not read: a.txt');
    expect(elsewhere.seen).toEqual([]);
  });

  it('the message shortcut answers privately in a conversation without the bot', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const other = workspace.addPerson({ name: 'other' });
    const between = workspace.addChannel({
      name: 'between',
      kind: 'direct',
      members: [scenario.asker, other],
      botIsMember: false,
    });
    const { ts } = await said(scenario, 'does it retry?', { more: {}, channel: between });
    const form = await askAbout(scenario, { channel: between, ts });
    expect(viewText(form)).toContain('The answer comes in our direct messages.');
    const text = scenario.text();
    await workspace.submit({ as: scenario.asker, values: { question: { question: text } } });
    (await stack.engine.next(text)).answer();
    await (await rootOf(workspace, workspace.dm(scenario.asker), text)).ended();
    expect(workspace.messages({ channel: between })).toHaveLength(1);
  });

  it('the message shortcut is refused to guests', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const guest = workspace.addPerson({ name: 'gast', is_restricted: true });
    await workspace.invite({ channel: scenario.channel, user: guest });
    const { ts } = await said(scenario, 'does it retry?');
    await workspace.shortcut({
      as: guest,
      channel: scenario.channel,
      ts,
      callbackId: SHORTCUTS.about,
    });
    const form = await waitForModal(stack, guest, 'Only people who can ask');
    expect(viewText(form)).not.toContain('does it retry?');
  });

  it('a view that was closed in the meantime is not updated', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const gate = workspace.gate('views.update', { when: 'before' });
    const { ts } = await said(scenario, 'does it retry?');
    await workspace.shortcut({
      as: scenario.asker,
      channel: scenario.channel,
      ts,
      callbackId: SHORTCUTS.about,
    });
    await gate.reached;
    await workspace.closeView({ as: scenario.asker });
    gate.release();
    await workspace.waitFor(
      () =>
        workspace.calls.find((it) => it.method === 'views.update' && it.outcome === 'not_found'),
      { what: 'the refused update' },
    );
    await scenario.answered(scenario.text());
    expect(scenario.notes()).toEqual([]);
  });
});
