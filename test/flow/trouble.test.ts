import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { type Stack, startStack, TOKEN, type Work } from '../support/stack.js';
import { askedOf, newScene, type Scene, STOP, shown, type Thread, theEnding } from './scene.js';

describe('an ending', () => {
  let stack: Stack;
  let scene: Scene;
  let hanging: { thread: Thread; work: Work };
  beforeAll(async () => {
    stack = await startStack({ workspace: { limits: 'off' } });
    // A read that never answers is given up after 30 s, which pass while the others run.
    const first = newScene(stack);
    hanging = await first.asked(first.text());
    const hang = stack.service.faults.add({ route: 'read', kind: 'hang', times: 1 });
    await stack.service.waitFor(() => hang.hits() === 1);
    hanging.work.answer();
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    await stack.refill();
    scene = newScene(stack);
  });
  afterEach(() => {
    stack.service.faults.clear();
    stack.workspace.faults.clear();
  });

  it.each([
    { times: 4, kind: 'status', status: 500 },
    { times: 4, kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
    { times: 2, kind: 'status', status: 429, retryAfter: 1 },
    { times: 1, kind: 'html' },
    { times: 4, kind: 'reset' },
    { times: 1, kind: 'malformed' },
    { times: 1, kind: 'wrong-shape' },
    { times: 4, kind: 'cut' },
  ] as const)('is never made of passing trouble of a read: %o', async (fault) => {
    const { thread, work } = await scene.asked(scene.text());
    const trouble = stack.service.faults.add({ route: 'read', ...fault });
    await stack.service.waitFor(() => trouble.hits() === fault.times);
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'status', status: 503, when: 'after' },
    { kind: 'html', when: 'after' },
    { kind: 'reset' },
    { kind: 'lost-reply' },
    { kind: 'malformed', when: 'after' },
  ] as const)(
    'comes once, of one conversation, after this trouble of the create: %o',
    async (f) => {
      const text = scene.text();
      stack.service.faults.add({ route: 'create', ...f, times: 1 });
      const thread = await scene.mention(text);
      (await stack.desk.next(text)).answer();
      expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
      expect(askedOf(stack, text)).toHaveLength(1);
    },
  );

  it('comes once where the reply to a follow-up was lost', async () => {
    const [first, second] = [scene.text(), scene.text()];
    const thread = await scene.answered(first);
    stack.service.faults.add({ route: 'follow-up', kind: 'lost-reply', times: 1 });
    await thread.reply(scene.asker, second);
    (await stack.desk.next(second)).answer();
    expect(await thread.ended(2)).toHaveLength(2);
    expect(askedOf(stack, second)).toHaveLength(1);
  });

  describe('leaves no twin', () => {
    /** Asks a question whose create was made twice, and lets the service begin with it. */
    async function askedTwice(thread?: Thread) {
      const text = scene.text();
      const route = thread === undefined ? 'create' : 'follow-up';
      stack.service.faults.add({ route, kind: 'status', status: 503, times: 1 });
      const asked = thread ?? (await scene.mention(text));
      if (thread !== undefined) await thread.reply(scene.asker, text);
      return { text, thread: asked, work: await stack.desk.next(text) };
    }

    /** As if that first create took effect only now. */
    async function landLate(text: string, conversation?: number): Promise<void> {
      const { url } = stack.service;
      const where = conversation === undefined ? '' : `/${conversation}/questions`;
      const response = await fetch(`${url}/.api/deepsearch/v1${where}`, {
        method: 'POST',
        headers: {
          authorization: `token ${TOKEN}`,
          'content-type': 'application/json',
          'x-requested-with': 'tests 1.0',
        },
        body: JSON.stringify({ question: text, conversation_id: conversation }),
      });
      expect(response.ok).toBe(true);
    }

    it('of all that turn up after the look for them', async () => {
      const { text, thread, work } = await askedTwice();
      for (let n = 0; n < 3; n++) await landLate(text);
      expect(askedOf(stack, text)).toHaveLength(4);
      work.answer();
      expect(await thread.ended()).toHaveLength(1);
      await stack.service.waitFor(() => askedOf(stack, text).length === 1);
    });

    it('though the service is in trouble when they are looked for', async () => {
      const { text, thread, work } = await askedTwice();
      await landLate(text);
      const trouble = stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
      work.answer();
      expect(await thread.ended()).toHaveLength(1);
      await stack.service.waitFor(() => trouble.hits() > 3);
      expect(askedOf(stack, text)).toHaveLength(2);
      trouble.remove();
      await stack.service.waitFor(() => askedOf(stack, text).length === 1);
    });

    it('at work in a conversation, where it can only be cancelled', async () => {
      const thread = await scene.answered(scene.text());
      const { text, work } = await askedTwice(thread);
      const ours = stack.service
        .conversations()
        .find(({ questions }) => questions.some(({ question }) => question === text));
      await landLate(text, ours?.id);
      work.answer();
      expect(await thread.ended(2)).toHaveLength(2);
      const statuses = () => askedOf(stack, text).map(({ status, error }) => error?.kind ?? status);
      await stack.service.waitFor(() => !statuses().includes('processing'));
      expect(statuses()).toEqual(['completed', 'Cancelled']);
    });
  });

  it('of two who ask the same is one for each', async () => {
    const other = newScene(stack);
    const text = 'what colleagues ask at the same time';
    stack.service.faults.add({ route: 'create', kind: 'lost-reply', times: 1 });
    const threads = await Promise.all([scene.mention(text), other.mention(text)]);
    const works = [await stack.desk.next(text), await stack.desk.next(text)];
    for (const work of works) work.answer();
    for (const thread of threads) expect(await thread.ended()).toHaveLength(1);
    expect(askedOf(stack, text)).toHaveLength(2);
  });

  it('leaves one status message where the reply to its post is lost', async () => {
    const { workspace, desk } = stack;
    const text = scene.text();
    const method = 'chat.postMessage';
    workspace.faults.add({ method, channel: scene.channel, kind: 'lost-reply', times: 1 });
    const thread = await scene.mention(text);
    (await desk.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('leaves one root message where the reply to its post is lost', async () => {
    const { workspace, desk } = stack;
    const text = scene.text();
    const method = 'chat.postMessage';
    workspace.faults.add({ method, channel: scene.channel, kind: 'lost-reply', times: 1 });
    const thread = await scene.command(text);
    (await desk.next(text)).answer();
    expect(await thread.ended()).toHaveLength(1);
    expect(workspace.messages({ channel: scene.channel })).toHaveLength(1);
  });

  it.each([
    { kind: 'status', status: 500 },
    { kind: 'ratelimited', retryAfterSeconds: 1 },
    { kind: 'reset' },
    { kind: 'lost-reply' },
  ] as const)('comes when Slack is itself again: %o', async (fault) => {
    const { workspace } = stack;
    const { thread, work } = await scene.asked(scene.text());
    await thread.status();
    const where = { method: 'chat.update', channel: scene.channel, times: 1 };
    workspace.faults.add({ ...where, ...fault });
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('comes below, at once, where the workspace’s updates are used up for a while', async () => {
    const { workspace } = stack;
    const { thread, work } = await scene.asked(scene.text());
    const status = await thread.status();
    const where = { method: 'chat.update', channel: scene.channel, times: 1 } as const;
    workspace.faults.add({ ...where, kind: 'ratelimited', retryAfterSeconds: 5 });
    work.answer();
    const answer = await thread.message('backoff()');
    expect(answer.ts).not.toBe(status.ts);
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    expect(thread.said()[0]).toMatch(/^Answered below/);
  });

  it('comes after a read that hung', async () => {
    const { thread } = hanging;
    await thread.message('backoff()');
    theEnding(await thread.ended());
  });
});

describe('a service that is away', () => {
  it('is waited for, and then the question ends with a sentence', async () => {
    const stack = await startStack({
      workspace: { limits: 'off' },
      env: { QUESTION_TIMEOUT_MS: '5000' },
    });
    onTestFinished(() => stack.stop());
    await stack.service.stop();
    const scene = newScene(stack);
    const thread = await scene.mention(scene.text());
    const waiting = await thread.message('is not answering right now');
    expect(shown(waiting)).toContain('[Cancel]');
    const said = await thread.ended();
    expect(said.join('\n')).toContain('The service could not be reached for');
  });

  it('lets a question be stopped', async () => {
    const stack = await startStack({ workspace: { limits: 'off' } });
    onTestFinished(() => stack.stop());
    await stack.service.stop();
    const scene = newScene(stack);
    const thread = await scene.mention(scene.text());
    await thread.message('is not answering right now');
    await thread.press(scene.asker, STOP);
    expect(await thread.ended()).toEqual([`Stopped by <@${scene.asker.id}>.`]);
  });
});
