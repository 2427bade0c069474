import { describe, expect } from 'vitest';
import { EngineError } from '../../../local/service/service.js';
import { askedQuestions, CANCEL_BUTTON } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const FAILURES = [
  ['TokenLimitExceeded', 'was too large for the service'],
  ['RateLimitExceeded', 'Ask again in a few minutes'],
  ['InternalError', 'The service had an internal error'],
  ['QuantumFlux', 'The service could not answer this: Flux is out'],
] as const;

const withFailure = (failure: 'failed' | 'completed-with-error' | 'failed-without-error') =>
  stackTest({ workspace: { limits: 'off' }, service: { variants: { failure } } });
const withoutReason = withFailure('failed-without-error');

describe.each([
  ['failed', withFailure('failed')],
  ['completed-with-error', withFailure('completed-with-error')],
] as const)('a failure in the form %s', (_failure, it) => {
  it.for(FAILURES)('explains the failure %s', async ([kind, words], { stack, scenario }) => {
    await stack.refill();

    const { thread, work } = await scenario.asked(scenario.text());
    const message = 'The flux is <!channel> out.';
    work.fail(new EngineError({ kind, title: 'Flux is out', message }));
    const said = await thread.ended();
    expect(said).toEqual([expect.stringContaining(words)]);
    expect(said[0]).not.toMatch(/<!channel>|Error:|\bat \/|undefined|null|\{|QuantumFlux/);
    expect(JSON.stringify(thread.ours())).not.toContain(CANCEL_BUTTON);
  });
});

describe('an ending', () => {
  const it = withoutReason;
  it.afterEach(({ stack }) => {
    stack.service.faults.clear();
    stack.workspace.faults.clear();
  });

  it('an outcome is posted even if the instance gives no reason', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.fail(new EngineError({ kind: '', title: '', message: '' }));
    expect(await thread.ended()).toEqual([
      'The service could not answer this: it gave no reason.\nAsk again, or rephrase the question.',
    ]);
  });

  it('an outcome says that the question was cancelled elsewhere', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    const [question] = askedQuestions(stack, text);
    await serviceCall(
      stack,
      'POST',
      `/${question?.conversation_id}/questions/${question?.id}/cancel`,
    );
    expect(await thread.ended()).toEqual(['Stopped.']);
  });

  it.for([
    [401, 'Ask the people who run this app to renew it', 'invalid credentials'],
    [403, 'is not allowed to ask questions there', 'not for you'],
    [404, 'no longer has this conversation', 'nothing here'],
    [400, 'rejected this question', 'question too long'],
    [429, 'quota for questions is used up', 'quota of 60 per hour exceeded'],
  ] as const)(
    'a refusal with %i is explained with a fix',
    async ([status, words, message], { stack, scenario }) => {
      const fault = { route: 'create', kind: 'status', status, body: { message } } as const;
      stack.service.faults.add(fault);
      const thread = await scenario.mention(scenario.text());
      const said = await thread.ended();
      expect(said).toEqual([expect.stringContaining(words)]);
      // About the app's token, only those who run the app can do something.
      expect(said[0]?.includes(`> ${message}`)).toBe(status !== 401);
    },
  );

  it('the log says why a question was refused', async ({ stack, scenario }) => {
    const ends = () =>
      stack.bots.flatMap((bot) => bot.log).filter(({ msg }) => msg === 'question ended');
    const before = ends().length;
    stack.service.faults.add({ route: 'create', kind: 'status', status: 401 });
    await (await scenario.mention(scenario.text())).ended();
    await expect.poll(() => ends().length).toBeGreaterThan(before);
    expect(ends().slice(before)).toMatchObject([
      { level: 'warn', outcome: 'refused', reason: 'token' },
    ]);
  });

  it('a refusal during polling ends the question', async ({ stack, scenario }) => {
    const { thread } = await scenario.asked(scenario.text());
    stack.service.faults.add({ route: 'read', kind: 'status', status: 401, times: 1 });
    expect(await thread.ended()).toEqual([expect.stringContaining('to renew it')]);
  });

  it('an outcome says that the conversation disappeared before its answer was posted', async ({
    stack,
    scenario,
  }) => {
    const { workspace, service } = stack;
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const [question] = askedQuestions(stack, text);
    const trouble = ['chat.update', 'chat.postMessage'].map((method) =>
      workspace.faults.add({
        method,
        channel: scenario.channel,
        kind: 'ratelimited',
        retryAfterSeconds: 4,
      }),
    );
    await thread.status();
    work.answer();
    await workspace.waitFor(() => trouble.every(({ hits }) => hits > 0));
    await serviceCall(stack, 'DELETE', `/${question?.conversation_id}`);
    await service.waitFor(() => askedQuestions(stack, text).length === 0);
    for (const each of trouble) each.remove();
    expect(await thread.ended()).toEqual([expect.stringContaining('no longer has this')]);
  });

  it('an outcome says that the conversation was deleted during processing', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text();
    const { thread } = await scenario.asked(text);
    await serviceCall(stack, 'DELETE', `/${askedQuestions(stack, text)[0]?.conversation_id}`);
    expect(await thread.ended()).toEqual([expect.stringContaining('no longer has this')]);
  });

  it('an outcome says that the answer is empty', async ({ scenario }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    work.answer({ answer: '  ' });
    expect(await thread.ended()).toEqual([expect.stringContaining('it gave no reason')]);
  });

  function serviceCall(stack: Stack, method: string, path: string): Promise<Response> {
    return fetch(`${stack.service.url}/.api/deepsearch/v1${path}`, {
      method,
      headers: {
        authorization: `token ${stack.env['DEEPSEARCH_TOKEN']}`,
        'x-requested-with': 'somebody-else 1.0.0',
      },
    });
  }
});
