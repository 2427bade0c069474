import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Conversation, Question } from '../../../../local/service/service.js';
import { EngineError } from '../../../../local/service/service.js';
import { createManualEngine } from '../engines.js';
import { ANN, BEN, onlyQuestion, startTestService } from '../service-fixture.js';

const ZERO = {
  time_millis: 0,
  tool_calls: 0,
  total_input_tokens: 0,
  cached_tokens: 0,
  cache_creation_input_tokens: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  credits: 0,
};

const turnsOf = ({ turns }: Question) => turns.map(({ reasoning }) => reasoning);

async function held(options: Parameters<typeof startTestService>[0] = {}) {
  const { engine, pending } = createManualEngine();
  const world = await startTestService({ engine, ...options });
  const working = (question: string) =>
    world.service.waitFor(() => pending.get(question), { what: `work on ${question}` });
  return { ...world, working };
}

describe('a conversation', () => {
  it('a new conversation looks as in the API document', async () => {
    const { request, service } = await startTestService();
    const { status, body } = await request('POST', '', { body: { question: ' Where is it?\n' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 1,
      user_id: ANN.id,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      read_token: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      share_url: expect.stringContaining(`${service.url}/`),
      questions: [
        {
          id: 1,
          conversation_id: 1,
          question: ' Where is it?\n',
          created_at: expect.any(String),
          updated_at: expect.any(String),
          status: 'processing',
          turns: [{ reasoning: ' Where is it?\n', timestamp: expect.any(Number), role: 'user' }],
          stats: ZERO,
          suggested_followups: null,
        },
      ],
    });
  });

  it('costs what was set for a question and its tokens, also if it fails', async () => {
    const { create, read, working, service } = await held({
      credits: { question: 1, thousandTokens: 0.5 },
    });
    const created = await create('q');
    expect(onlyQuestion(created).stats.credits).toBe(0);
    const work = await working('q');
    work.context.stats({ total_tokens: 3_000 });
    work.context.stats({ total_tokens: 1_000, tool_calls: 1 });
    work.fail(new EngineError({ title: 'No', kind: 'No', message: 'No.' }));
    await service.waitFor(() => service.conversations()[0]?.questions[0]?.status === 'failed');
    expect(onlyQuestion(await read(created.id)).stats).toMatchObject({ credits: 3, tool_calls: 1 });
  });

  it('shows turns and stats while the question is processing', async () => {
    const { create, read, working } = await held();
    const { id } = await create('q');
    const { context } = await working('q');
    context.report('looking around');
    context.report({ reasoning: 'reading', role: 'tool' });
    context.stats({ tool_calls: 2, total_tokens: 30 });
    const question = onlyQuestion(await read(id));
    expect(question.status).toBe('processing');
    expect(question.turns.map(({ role, reasoning }) => [role, reasoning])).toEqual([
      ['user', 'q'],
      ['assistant', 'looking around'],
      ['tool', 'reading'],
    ]);
    expect(question.stats).toMatchObject({ tool_calls: 2, total_tokens: 30 });
    expect(question).not.toHaveProperty('answer');
  });

  it('a completed question has an answer, title, sources and follow-ups', async () => {
    const source = { type: 'Repository', link: '/r', label: 'r' };
    const { ask } = await startTestService({
      engine: async () => ({
        title: 'T',
        answer: 'A',
        sources: [source],
        suggested_followups: ['and then?'],
      }),
    });
    const conversation = await ask('q');
    expect(onlyQuestion(conversation)).toMatchObject({
      status: 'completed',
      title: 'T',
      answer: 'A',
      sources: [source],
      suggested_followups: ['and then?'],
    });
    expect(conversation.viewer).toEqual({ is_owner: true });
    expect(conversation.quota_usage).toEqual({
      total_quota: 1,
      quota_limit: -1,
      reset_time: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(conversation.updated_at)).toBeGreaterThanOrEqual(
      Date.parse(conversation.created_at),
    );
  });

  it('only the retrieval of a completed conversation has viewer and quota_usage', async () => {
    const { request, create, read, working, waitForOutcome } = await held();
    const created = await create('q');
    expect(await read(created.id)).not.toHaveProperty('viewer');
    (await working('q')).answer('A');
    expect(await waitForOutcome(created)).toHaveProperty('quota_usage');
    const list = await request<Conversation[]>('GET', '');
    expect(list.body[0]).not.toHaveProperty('viewer');
    expect(list.body[0]).not.toHaveProperty('quota_usage');
  });

  it('a deleted conversation is a 404, and its question is aborted', async () => {
    const { request, create, working } = await held();
    const { id } = await create('q');
    const { context } = await working('q');
    expect((await request('DELETE', `/${id}`)).status).toBe(200);
    expect(context.signal.aborted).toBe(true);
    expect((await request('GET', `/${id}`)).status).toBe(404);
    expect((await request('DELETE', `/${id}`)).status).toBe(404);
    expect((await create('next')).id).toBeGreaterThan(id);
  });
});

describe('a follow-up', () => {
  it('a follow-up waits for the question before it and gets the history', async () => {
    const { request, create, read, working } = await held();
    const { id } = await create('first');
    const body = { question: 'second', conversation_id: id };
    const added = await request<Question>('POST', `/${id}/questions`, { body });
    expect(added.body).toMatchObject({ question: 'second', status: 'processing', stats: ZERO });
    expect(turnsOf(added.body)).toEqual(['second', 'Waiting for the question before.']);
    (await working('first')).answer('one');
    const second = await working('second');
    expect(second.context.history).toEqual([{ question: 'first', answer: 'one', sources: [] }]);
    expect((await read(id)).questions.map(({ status }) => status)).toEqual([
      'completed',
      'processing',
    ]);
  });

  it('a follow-up may omit conversation_id, but a different one is a 400', async () => {
    const { request, ask } = await startTestService();
    const { id } = await ask('first');
    const post = (body: unknown) => request('POST', `/${id}/questions`, { body });
    expect((await post({ question: 'x' })).status).toBe(200);
    const wrong = await post({ question: 'x', conversation_id: id + 1 });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ message: expect.stringContaining('conversation_id') });
  });

  it('a follow-up must repeat conversation_id in the variant that requires it', async () => {
    const { request, ask } = await startTestService({ variants: { followUpId: 'required' } });
    const { id } = await ask('first');
    expect((await request('POST', `/${id}/questions`, { body: { question: 'x' } })).status).toBe(
      400,
    );
  });

  it('a follow-up returns the conversation in the `conversation` variant', async () => {
    const { request, ask } = await startTestService({
      variants: { followUp: 'conversation' },
    });
    const { id } = await ask('first');
    const { body } = await request<Conversation>('POST', `/${id}/questions`, {
      body: { question: 'x', conversation_id: id },
    });
    expect(body).toMatchObject({ id, questions: [{ id: 1 }, { id: 2, question: 'x' }] });
  });
});

describe('a question without a free slot', () => {
  const place = (number: number) => `Waiting for a free slot: number ${number} in line.`;

  it('questions without a free slot are processing, with their place, and start in order', async () => {
    const { create, read, working } = await held({ slots: 1 });
    await create('a');
    const b = await create('b');
    const c = await create('c');
    expect([onlyQuestion(b), onlyQuestion(c)]).toMatchObject([
      { status: 'processing', stats: ZERO },
      { status: 'processing', stats: ZERO },
    ]);
    expect(turnsOf(onlyQuestion(b))).toEqual(['b', place(1)]);
    expect(turnsOf(onlyQuestion(c))).toEqual(['c', place(2)]);
    (await working('a')).answer('A');
    const { context } = await working('b');
    context.report('looking around');
    expect(turnsOf(onlyQuestion(await read(b.id)))).toEqual([
      'b',
      'Waited for other questions.',
      'looking around',
    ]);
    expect(turnsOf(onlyQuestion(await read(c.id)))).toEqual(['c', place(1)]);
  });

  it('there is a slot for each core, and at least two', async () => {
    const { create, working } = await held();
    const slots = Math.max(2, availableParallelism());
    const texts = Array.from({ length: slots }, (_, n) => `q${n}`);
    for (const text of texts) expect(turnsOf(onlyQuestion(await create(text)))).toEqual([text]);
    for (const text of texts) await working(text);
    expect(turnsOf(onlyQuestion(await create('more')))).toEqual(['more', place(1)]);
  });

  it('the fault `pending` sends the status that other instances have', async () => {
    const { service, create, read } = await held({ slots: 1 });
    await create('a');
    const b = await create('b');
    const fault = service.faults.add({ route: 'read', kind: 'pending' });
    expect(onlyQuestion(await read(b.id)).status).toBe('pending');
    fault.remove();
    expect(onlyQuestion(await read(b.id)).status).toBe('processing');
  });

  it('a waiting question can be cancelled before it starts', async () => {
    const { request, create, working, read } = await held({ slots: 1 });
    await create('a');
    const b = await create('b');
    await request('POST', `/${b.id}/questions/2/cancel`);
    const c = await create('c');
    (await working('a')).answer('A');
    await working('c');
    expect(onlyQuestion(await read(b.id))).toMatchObject({ error: { kind: 'Cancelled' } });
    expect(turnsOf(onlyQuestion(c))).toEqual(['c', place(1)]);
  });
});

describe('a cancel', () => {
  it.each([
    ['completed-with-error', { status: 'completed', error: { kind: 'Cancelled' } }],
    ['failed', { status: 'failed', error: { kind: 'Cancelled' } }],
    ['cancelled', { status: 'cancelled' }],
    ['canceled', { status: 'canceled' }],
  ] as const)(
    'cancelling a question gives it the status of the variant %s',
    async (cancel, expected) => {
      const { request, create, read, working } = await held({ variants: { cancel } });
      const { id } = await create('q');
      const { context, answer } = await working('q');
      const { status, body } = await request('POST', `/${id}/questions/1/cancel`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: 1, ...expected });
      expect(context.signal.aborted).toBe(true);
      answer('too late');
      context.report('too late');
      const question = onlyQuestion(await read(id));
      expect(question).toMatchObject(expected);
      expect(question.turns).toHaveLength(1);
      expect(question).not.toHaveProperty('answer');
    },
  );

  it('cancelling a completed question changes nothing', async () => {
    const { request, ask, read } = await startTestService();
    const conversation = await ask('q');
    expect((await request('POST', `/${conversation.id}/questions/1/cancel`)).status).toBe(200);
    expect(await read(conversation.id)).toEqual(conversation);
  });

  it('the variant keeps-processing accepts a cancel and still answers', async () => {
    const { request, create, working, waitForOutcome } = await held({
      variants: { cancel: 'keeps-processing' },
    });
    const created = await create('q');
    const { context, answer } = await working('q');
    expect((await request('POST', `/${created.id}/questions/1/cancel`)).status).toBe(200);
    expect(context.signal.aborted).toBe(false);
    answer('A');
    expect(onlyQuestion(await waitForOutcome(created))).toMatchObject({
      status: 'completed',
      answer: 'A',
    });
  });

  it.each([
    ['conversation', { id: 1, questions: [{ id: 1 }] }],
    ['empty', ''],
  ] as const)('a cancel responds with the %s in that variant', async (cancelReply, expected) => {
    const { request, create } = await held({ variants: { cancelReply } });
    const { id } = await create('q');
    const { body } = await request('POST', `/${id}/questions/1/cancel`);
    if (expected === '') expect(body).toBe('');
    else expect(body).toMatchObject(expected);
  });

  it('a cancel accepts an empty body with a JSON content type', async () => {
    const { request, create } = await held();
    const { id } = await create('q');
    const headers = { 'content-type': 'application/json' };
    expect((await request('POST', `/${id}/questions/1/cancel`, { headers })).status).toBe(200);
  });
});

describe('a failure', () => {
  const failure = { title: 'Too long', kind: 'TokenLimitExceeded', message: 'Ask for less.' };

  it.each([
    ['failed', { status: 'failed', error: failure }],
    ['completed-with-error', { status: 'completed', error: failure }],
    ['error', { status: 'error', error: failure }],
    ['failed-without-error', { status: 'failed' }],
  ] as const)('a failed question looks as in the variant %s', async (form, expected) => {
    const { ask } = await startTestService({
      variants: { failure: form },
      engine: () => Promise.reject(new EngineError(failure)),
    });
    const question = onlyQuestion(await ask('q'));
    expect(question).toMatchObject(expected);
    expect(question).not.toHaveProperty('answer');
    expect('error' in question).toBe('error' in expected);
  });

  it('an internal error does not reveal its message', async () => {
    const { ask } = await startTestService({
      engine: () => Promise.reject(new Error('/secret/path')),
    });
    const question = onlyQuestion(await ask('q'));
    expect(question.error?.kind).toBe('InternalError');
    expect(JSON.stringify(question)).not.toContain('secret');
  });
});

describe('variants of creating', () => {
  it.each([200, 201, 202] as const)('replies with %i', async (createStatus) => {
    const { request } = await startTestService({ variants: { createStatus } });
    expect((await request('POST', '', { body: { question: 'q' } })).status).toBe(createStatus);
  });

  it('a creation waits for the answer unless respond-async is preferred', async () => {
    const { request } = await startTestService({ variants: { createWaits: 'unless-asked' } });
    const post = async (headers: Record<string, string>) =>
      onlyQuestion(
        (await request<Conversation>('POST', '', { body: { question: 'q' }, headers })).body,
      );
    expect((await post({})).status).toBe('completed');
    expect((await post({ prefer: 'respond-async' })).status).toBe('processing');
  });
});

describe('quota', () => {
  it('quota is counted per user, and a 429 says when it resets', async () => {
    const { request, ask } = await startTestService({ quota: { limit: 2 } });
    await ask('1');
    expect((await ask('2')).quota_usage).toMatchObject({ total_quota: 2, quota_limit: 2 });
    const { status, body, headers } = await request('POST', '', { body: { question: '3' } });
    expect(status).toBe(429);
    expect(body).toEqual({ message: expect.stringContaining('quota') });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('1', BEN)).quota_usage).toMatchObject({ total_quota: 1 });
  });
});
