import { afterEach, describe, expect, it } from 'vitest';
import type { WorkspaceOptions } from '../../local/workspace/workspace.js';
import { type AttachFile, createAttachFile } from '../../src/deliver/attach-file.js';
import { createFiles } from '../../src/slack/files.js';
import {
  createQuestionStore,
  type QuestionHandle,
  type QuestionStore,
} from '../../src/store/questions.js';
import { type SlackFixture, startSlackFixture } from '../slack/slack-fixture.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const COMPLETE = 'files.completeUploadExternal';
const FILE = { name: 'answer.md', title: 'answer.md', content: '# All of it' };

let world: SlackFixture;
let questions: QuestionStore;
let attach: AttachFile;
let held: QuestionHandle;
let threadTs: string;

async function start(options: WorkspaceOptions = {}): Promise<void> {
  world = await startSlackFixture({ limits: 'off', ...options });
  const { messages, call, workspace } = world;
  questions = createQuestionStore({
    redis: await world.redisFixture.connect(),
    retentionMs: 60_000,
  });
  const tokenFor = async () => workspace.app.botToken;
  const files = createFiles(call, tokenFor);
  const shareTimeoutMs = 2_000;
  attach = createAttachFile({
    files,
    messages,
    now: Date.now,
    logger: silentLogger,
    shareTimeoutMs,
  });
  const { app, channels, people } = workspace;
  const asked = { as: people.kim, channel: channels.general, text: 'why?' };
  threadTs = (await workspace.say(asked)).ts;
  const place = { workspace: app.teamId, channel: channels.general.id, direct: false, threadTs };
  const question = questionRecord({ place, user: people.kim.id });
  await questions.create(question);
  held = questions.hold(question);
}
afterEach(() => world.stop());

const files = () =>
  world.workspace
    .messages({ channel: held.question.place.channel, threadTs })
    .flatMap((message) => message.files ?? []);

/** As another process after a crash: it knows what the record says, and nothing else. */
const restarted = async (): Promise<QuestionHandle> =>
  questions.hold((await questions.load(held.question.id)) ?? held.question);

const callsOf = (method: string) => world.workspace.calls.filter((call) => call.method === method);

it('a file is shown once, even if its first upload appears after the lookup', async () => {
  await start();
  const late = world.workspace.gate(COMPLETE);
  const first = attach(held, FILE).catch((error: unknown) => error);
  await late.reached;
  const second = attach(await restarted(), FILE);
  await world.workspace.waitFor(() => late.held === 2, { what: 'both in hand' });
  late.release();
  expect(await second).toBe(true);
  await first;
  expect(files()).toHaveLength(1);
});

// Slack does not say which.
describe.each([
  ['refuses a second completion', { repeatsUploads: false }],
  ['shares a file again', { repeatsUploads: true }],
])('where Slack %s', (_what, options) => {
  it('a file whose reply was lost is found, and not completed again', async () => {
    await start(options);
    world.workspace.faults.add({ method: COMPLETE, kind: 'lost-reply', times: 1 });
    await expect(attach(held, FILE)).rejects.toMatchObject({ code: 'slack_outcome_unknown' });
    expect(await attach(await restarted(), FILE)).toBe(true);
    expect(callsOf(COMPLETE)).toHaveLength(1);
    expect(files()).toHaveLength(1);
  });

  it('a file whose reply was lost is shown once if Slack posts it late', async () => {
    await start(options);
    const { workspace } = world;
    const share = workspace.gate('file_share');
    workspace.faults.add({ method: COMPLETE, kind: 'lost-reply', times: 1 });
    await expect(attach(held, FILE)).rejects.toMatchObject({ code: 'slack_outcome_unknown' });
    const again = attach(await restarted(), FILE);
    await workspace.waitFor(() => callsOf(COMPLETE).length === 2, { what: 'a second completion' });
    share.release();
    expect(await again).toBe(true);
    expect(files()).toHaveLength(1);
    expect(files()[0]).toMatchObject({ name: FILE.name });
  });
});

it('a file that Slack accepts and never posts is deleted, and given up', async () => {
  await start();
  world.workspace.faults.add({ method: 'file_share', kind: 'reset' });
  expect(await attach(held, FILE)).toBe(false);
  expect((await restarted()).question.fileRejected).toBe(true);
  expect(callsOf('files.delete')).toMatchObject([{ outcome: 'ok' }]);
  expect(files()).toEqual([]);
});

it('a file is not given up before Slack says whether it is deleted', async () => {
  await start();
  const { faults } = world.workspace;
  faults.add({ method: COMPLETE, kind: 'error', error: 'posting_to_channel_denied' });
  faults.add({ method: 'files.delete', kind: 'status', status: 503, times: 1 });
  await expect(attach(held, FILE)).rejects.toMatchObject({ code: 'slack_outcome_unknown' });
  expect((await restarted()).question.fileRejected).toBeUndefined();
  expect(await attach(await restarted(), FILE)).toBe(false);
  expect(callsOf('files.delete')).toMatchObject([{ outcome: 'status 503' }, { outcome: 'ok' }]);
  expect((await restarted()).question.fileRejected).toBe(true);
});

it('a file counts as shown if Slack does not tell where files are shared', async () => {
  await start();
  world.workspace.setScopes(['files:write', 'chat:write']);
  expect(await attach(held, FILE)).toBe(true);
  await world.workspace.waitFor(() => files().length === 1, { what: 'the file' });
});
