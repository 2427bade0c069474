import { afterEach, beforeEach, expect, it } from 'vitest';
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

beforeEach(async () => {
  world = await startSlackFixture({ limits: 'off' });
  const { messages, call, workspace } = world;
  questions = createQuestionStore({
    redis: await world.redisFixture.connect(),
    retentionMs: 60_000,
  });
  const tokenFor = async () => workspace.app.botToken;
  const files = createFiles(call, tokenFor);
  attach = createAttachFile({ files, messages, now: Date.now, logger: silentLogger });
  const { app, channels, people } = workspace;
  const asked = { as: people.kim, channel: channels.general, text: 'why?' };
  threadTs = (await workspace.say(asked)).ts;
  const place = { workspace: app.teamId, channel: channels.general.id, direct: false, threadTs };
  const question = questionRecord({ place, user: people.kim.id });
  await questions.create(question);
  held = questions.hold(question);
});
afterEach(() => world.stop());

const files = () =>
  world.workspace
    .messages({ channel: held.question.place.channel, threadTs })
    .flatMap((message) => message.files ?? []);

/** As another process after a crash: it knows what the record says, and nothing else. */
const restarted = async (): Promise<QuestionHandle> =>
  questions.hold((await questions.load(held.question.id)) ?? held.question);

it('a file is shown once, even if its first upload appears after the lookup', async () => {
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
