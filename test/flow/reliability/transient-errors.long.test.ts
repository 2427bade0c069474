import { describe, expect, it, onTestFinished } from 'vitest';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  onlyOutcome,
  type Scenario,
  type Thread,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { type PendingQuestion, type Stack, startStack, TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const withoutLimits = stackTest({ workspace: { limits: 'off' } });

describe('an ending', () => {
  let hanging: { thread: Thread; work: PendingQuestion };
  const it = withoutLimits;
  it.beforeAll(async ({ stack }) => {
    // A read that never answers is given up after 30 s, which pass while the other tests run.
    const first = newScenario(stack);
    hanging = await first.asked(first.text());
    const hang = stack.service.faults.add({ route: 'read', kind: 'hang', times: 1 });
    await stack.service.waitFor(() => hang.hits() === 1);
    hanging.work.answer();
  });
  it.afterEach(({ stack }) => {
    stack.service.faults.clear();
    stack.workspace.faults.clear();
  });

  it.for([
    { times: 4, kind: 'status', status: 500 },
    { times: 4, kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
    { times: 2, kind: 'status', status: 429, retryAfter: 1 },
    { times: 1, kind: 'html' },
    { times: 4, kind: 'reset' },
    { times: 1, kind: 'malformed' },
    { times: 1, kind: 'wrong-shape' },
    { times: 4, kind: 'cut' },
  ] as const)(
    'a transient error of a read causes no outcome: %o',
    async (fault, { stack, scenario }) => {
      const { thread, work } = await scenario.asked(scenario.text());
      const trouble = stack.service.faults.add({ route: 'read', ...fault });
      await stack.service.waitFor(() => trouble.hits() === fault.times);
      work.answer();
      expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    },
  );

  it.for([
    { kind: 'status', status: 503 },
    { kind: 'status', status: 503, when: 'after' },
    { kind: 'html', when: 'after' },
    { kind: 'reset' },
    { kind: 'lost-reply' },
    { kind: 'malformed', when: 'after' },
  ] as const)(
    'one outcome of one conversation after this error of a create: %o',
    async (f, { stack, scenario }) => {
      const text = scenario.text();
      stack.service.faults.add({ route: 'create', ...f, times: 1 });
      const thread = await scenario.mention(text);
      (await stack.engine.next(text)).answer();
      expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
      expect(askedQuestions(stack, text)).toHaveLength(1);
    },
  );

  it('one outcome if the response to a follow-up was lost', async ({ stack, scenario }) => {
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.answered(first);
    stack.service.faults.add({ route: 'follow-up', kind: 'lost-reply', times: 1 });
    await thread.reply(scenario.asker, second);
    (await stack.engine.next(second)).answer();
    expect(await thread.ended(2)).toHaveLength(2);
    expect(askedQuestions(stack, second)).toHaveLength(1);
  });

  describe('duplicate cleanup', () => {
    /** Asks a question whose create was made twice, and lets the service begin with it. */
    async function askedTwice(scenario: Scenario, thread?: Thread) {
      const text = scenario.text();
      const route = thread === undefined ? 'create' : 'follow-up';
      scenario.stack.service.faults.add({ route, kind: 'status', status: 503, times: 1 });
      const asked = thread ?? (await scenario.mention(text));
      if (thread !== undefined) await thread.reply(scenario.asker, text);
      return { text, thread: asked, work: await scenario.stack.engine.next(text) };
    }

    /** As if that first create took effect only now. */
    async function landLate(stack: Stack, text: string, conversation?: number): Promise<void> {
      const sent = askedQuestions(stack, text)[0]?.question ?? '';
      await askOnInstance(stack, sent, conversation);
    }

    /** As somebody does who uses the same account elsewhere. */
    async function askOnInstance(stack: Stack, sent: string, conversation?: number) {
      const { url } = stack.service;
      const where = conversation === undefined ? '' : `/${conversation}/questions`;
      const response = await fetch(`${url}/.api/deepsearch/v1${where}`, {
        method: 'POST',
        headers: {
          authorization: `token ${TOKEN}`,
          'content-type': 'application/json',
          'x-requested-with': 'tests 1.0',
        },
        body: JSON.stringify({ question: sent, conversation_id: conversation }),
      });
      expect(response.ok).toBe(true);
    }

    it('sweeps all duplicates that appear after the lookup', async ({ stack, scenario }) => {
      const { text, thread, work } = await askedTwice(scenario);
      for (let n = 0; n < 3; n++) await landLate(stack, text);
      expect(askedQuestions(stack, text)).toHaveLength(4);
      work.answer();
      expect(await thread.ended()).toHaveLength(1);
      await stack.service.waitFor(() => askedQuestions(stack, text).length === 1);
    });

    it('keeps what somebody else asked in the same words', async ({ stack, scenario }) => {
      const { text, thread, work } = await askedTwice(scenario);
      await askOnInstance(stack, text);
      await landLate(stack, text);
      work.answer();
      expect(await thread.ended()).toHaveLength(1);
      await stack.service.waitFor(() => askedQuestions(stack, text).length === 2);
      await waitUntilProcessed(stack);
      expect(askedQuestions(stack, text).map(({ question }) => question)).toContain(text);
    });

    it('keeps a duplicate in which somebody has asked further', async ({ stack, scenario }) => {
      const { text, thread, work } = await askedTwice(scenario);
      await landLate(stack, text);
      const duplicate = Math.max(...stack.service.conversations().map(({ id }) => id));
      await askOnInstance(stack, 'asked on the web page', duplicate);
      work.answer();
      await thread.ended();
      await stack.service.waitFor(() =>
        askedQuestions(stack, text).some(({ error }) => error?.kind === 'Cancelled'),
      );
      expect(stack.service.conversations().some(({ id }) => id === duplicate)).toBe(true);
    });

    it('sweeps duplicates even if the instance fails during the lookup', async ({
      stack,
      scenario,
    }) => {
      const { text, thread, work } = await askedTwice(scenario);
      await landLate(stack, text);
      const trouble = stack.service.faults.add({ route: 'list', kind: 'status', status: 500 });
      work.answer();
      expect(await thread.ended()).toHaveLength(1);
      await stack.service.waitFor(() => trouble.hits() > 3);
      expect(askedQuestions(stack, text)).toHaveLength(2);
      trouble.remove();
      await stack.service.waitFor(() => askedQuestions(stack, text).length === 1);
    });

    it('cancels a duplicate question inside a conversation', async ({ stack, scenario }) => {
      const thread = await scenario.answered(scenario.text());
      const { text, work } = await askedTwice(scenario, thread);
      const ours = stack.service
        .conversations()
        .find(({ questions }) => questions.some(({ question }) => question.startsWith(text)));
      await landLate(stack, text, ours?.id);
      work.answer();
      expect(await thread.ended(2)).toHaveLength(2);
      const statuses = () =>
        askedQuestions(stack, text).map(({ status, error }) => error?.kind ?? status);
      await stack.service.waitFor(() => !statuses().includes('processing'));
      expect(statuses()).toEqual(['completed', 'Cancelled']);
    });
  });

  it('adopts no conversation that somebody else started with the same words', async ({
    stack,
    scenario,
  }) => {
    const { service, engine } = stack;
    const text = scenario.text();
    const lost = service.faults.add({ route: 'create', kind: 'reset' });
    const thread = await scenario.mention(text);
    await service.waitFor(() => lost.hits() > 0);
    lost.remove();
    const headers = {
      authorization: `token ${TOKEN}`,
      'content-type': 'application/json',
      'x-requested-with': 'tests 1.0',
    };
    const body = JSON.stringify({ question: text });
    await fetch(`${service.url}/.api/deepsearch/v1`, { method: 'POST', headers, body });
    (await engine.next(text)).answer({ answer: 'The first one.' });
    (await engine.next(text)).answer({ answer: 'The second one.' });
    const [ending] = await thread.ended();
    const ours = askedQuestions(stack, text).find(({ question }) => question !== text);
    expect(ours?.answer).toBeTruthy();
    expect(ending).toContain(ours?.answer);
    expect(askedQuestions(stack, text)).toHaveLength(2);
  });

  it('two people who ask the same get one outcome each', async ({ stack, scenario }) => {
    const other = newScenario(stack);
    const text = 'what colleagues ask at the same time';
    stack.service.faults.add({ route: 'create', kind: 'lost-reply', times: 1 });
    const threads = await Promise.all([scenario.mention(text), other.mention(text)]);
    const works = [await stack.engine.next(text), await stack.engine.next(text)];
    for (const work of works) work.answer();
    for (const thread of threads) expect(await thread.ended()).toHaveLength(1);
    expect(askedQuestions(stack, text)).toHaveLength(2);
  });

  it('one status message if Slack’s response is lost', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    const method = 'chat.postMessage';
    workspace.faults.add({ method, channel: scenario.channel, kind: 'lost-reply', times: 1 });
    const thread = await scenario.mention(text);
    (await engine.next(text)).answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('one root message if Slack’s response is lost', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    const method = 'chat.postMessage';
    workspace.faults.add({ method, channel: scenario.channel, kind: 'lost-reply', times: 1 });
    const thread = await scenario.command(text);
    (await engine.next(text)).answer();
    expect(await thread.ended()).toHaveLength(1);
    expect(workspace.messages({ channel: scenario.channel })).toHaveLength(1);
  });

  it.for([
    { kind: 'status', status: 500 },
    { kind: 'ratelimited', retryAfterSeconds: 1 },
    { kind: 'reset' },
    { kind: 'lost-reply' },
  ] as const)('posts the outcome when Slack recovers: %o', async (fault, { stack, scenario }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    const where = { method: 'chat.update', channel: scenario.channel, times: 1 };
    workspace.faults.add({ ...where, ...fault });
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  });

  it('posts the outcome as a new message while chat.update is rate-limited', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { thread, work } = await scenario.asked(scenario.text());
    const status = await thread.status();
    const where = { method: 'chat.update', channel: scenario.channel, times: 1 } as const;
    workspace.faults.add({ ...where, kind: 'ratelimited', retryAfterSeconds: 5 });
    work.answer();
    const answer = await thread.message('backoff()');
    expect(answer.ts).not.toBe(status.ts);
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    expect(thread.said()).toHaveLength(1);
  });

  it('posts the outcome after a read that hung', async () => {
    const { thread } = hanging;
    await thread.message('backoff()');
    onlyOutcome(await thread.ended());
  });
});

describe('unavailable service', () => {
  it('waits for an unavailable instance, then ends the question with an explanation', async () => {
    const stack = await startStack({
      workspace: { limits: 'off' },
      env: { QUESTION_TIMEOUT_MS: '5000' },
    });
    onTestFinished(() => stack.stop());
    await stack.service.stop();
    const scenario = newScenario(stack);
    const thread = await scenario.mention(scenario.text());
    const waiting = await thread.message('is not answering right now');
    expect(messageText(waiting)).toContain('[Cancel]');
    const said = await thread.ended();
    expect(said.join('\n')).toContain('The service could not be reached for');
  });

  it('a question can be stopped while the instance is unavailable', async () => {
    const stack = await startStack({ workspace: { limits: 'off' } });
    onTestFinished(() => stack.stop());
    await stack.service.stop();
    const scenario = newScenario(stack);
    const thread = await scenario.mention(scenario.text());
    await thread.message('is not answering right now');
    await thread.press(scenario.asker, CANCEL_BUTTON);
    expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  });
});
