import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAttachFile } from '../../src/deliver/attach-file.js';
import { createMessageDeletion } from '../../src/deliver/delete-messages.js';
import { createDeliver } from '../../src/deliver/deliver.js';
import { createImmediateStatus } from '../../src/deliver/immediate-status.js';
import { createLeaveChannel } from '../../src/deliver/leave-channel.js';
import { createOutbox } from '../../src/deliver/outbox.js';
import { createPostEphemeral } from '../../src/deliver/post-ephemeral.js';
import { createThreading } from '../../src/deliver/threads.js';
import type { QuestionAction } from '../../src/model/intent.js';
import type { Question } from '../../src/model/question.js';
import { createQuestionActionHandler } from '../../src/question/question-actions.js';
import { createStop } from '../../src/question/stop.js';
import { SlackBusy } from '../../src/slack/errors.js';
import { createFiles } from '../../src/slack/files.js';
import { createQuestionStore, type QuestionStore } from '../../src/store/questions.js';
import { createThreadStore } from '../../src/store/threads.js';
import { type SlackFixture, startSlackFixture } from '../slack/slack-fixture.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const ANSWER = { text: 'The answer', blocks: [] };
const SAID = { parts: [ANSWER], finishedStatus: ANSWER, finishedOverdue: ANSWER };

let world: SlackFixture;
let questions: QuestionStore;
let question: Question;
beforeEach(async () => {
  world = await startSlackFixture();
  const redis = await world.redisFixture.connect();
  questions = createQuestionStore({ redis, retentionMs: 60_000 });
  question = await aWorkingQuestion();
});
afterEach(() => world.stop());

/** A question whose status message stands in Slack. */
async function aWorkingQuestion(): Promise<Question> {
  const { app, channels, people } = world.workspace;
  const room = { workspace: app.teamId, channel: channels.general.id };
  const ts = await world.messages.post(room, { text: 'Working…' });
  const working = questionRecord({
    phase: 'processing',
    user: people.kim.id,
    place: { ...room, direct: false, threadTs: ts },
    posts: { status: { at: 1, ts } },
  });
  await questions.create(working);
  return working;
}

/** The question's own job brings its ending into the thread. */
async function deliver(): Promise<void> {
  const { messages } = world;
  const threads = createThreadStore({
    redis: await world.redisFixture.connect(),
    retentionMs: 60_000,
  });
  const outbox = createOutbox({ messages, now: Date.now, logger: silentLogger });
  const files = createFiles(world.call, async () => world.workspace.app.botToken);
  const attach = createAttachFile({ files, messages, now: Date.now, logger: silentLogger });
  const threading = createThreading({ outbox, messages, threads });
  const deletion = createMessageDeletion({ messages });
  const run = createDeliver({
    outbox,
    deletion,
    leaveChannel: createLeaveChannel({ outbox, deletion, threading, messages, questions }),
    attach,
    threading,
    messages,
    questions,
    linksElsewhere: () => false,
    postEphemeral: () => Promise.reject(new Error('not part of this')),
    tellMoved: () => Promise.reject(new Error('not part of this')),
    logger: silentLogger,
  });
  const held = questions.hold((await questions.load(question.id)) ?? question);
  if (held.question.phase !== 'ended') {
    const ending = { kind: 'completed', afterStop: true } as const;
    await held.save({ phase: 'ended', outcome: ending, endedAt: question.askedAt });
  }
  await run(held, { render: () => SAID, mayBeSent: false });
}

/** Clicks Stop; `meanwhile` happens after the handler has loaded the question. */
function press(meanwhile: () => Promise<void> = async () => undefined): Promise<unknown> {
  const { messages } = world;
  const never = () => Promise.reject(new Error('not part of this'));
  const clicked = {
    ...questions,
    setFlag: async (...args: Parameters<QuestionStore['setFlag']>) => {
      await meanwhile();
      return questions.setFlag(...args);
    },
  };
  const immediateStatus = createImmediateStatus({ questions, messages, now: Date.now });
  const wake = async () => undefined;
  const handle = createQuestionActionHandler({
    questions: clicked,
    mayStop: async () => true,
    stop: createStop({
      questions: clicked,
      instance: { cancel: never },
      credentialFor: never,
      immediateStatus,
      wake,
      audit: async () => undefined,
      now: Date.now,
      logger: silentLogger,
    }),
    immediateStatus,
    wake,
    postEphemeral: createPostEphemeral({ messages, respond: never, logger: silentLogger }),
  });
  const { place, user: by, id: questionId } = question;
  const stop: QuestionAction = { kind: 'stop', id: 'stop-1', questionId, place, user: by, at: 5 };
  return handle(stop, new AbortController().signal);
}

const shown = () =>
  world.workspace.message(question.place.channel, question.posts.status?.ts ?? '')?.text;

it('a stop shows Stopping at once', async () => {
  await press();
  expect(shown()).toContain('Stopping');
  const stored = await questions.loadWithFlags(question.id);
  expect(stored?.flags).toMatchObject({ stop: { by: question.user } });
});

it('a stop that races with the outcome does not overwrite it', async () => {
  await press(deliver);
  expect(shown()).toBe('The answer');
});

it('an outcome is posted after a stop that is being shown', async () => {
  const gate = world.workspace.gate('chat.update');
  const pressed = press();
  await gate.reached;
  await expect(deliver()).rejects.toThrow(SlackBusy);
  gate.release();
  await pressed;
  await deliver();
  expect(shown()).toBe('The answer');
});
