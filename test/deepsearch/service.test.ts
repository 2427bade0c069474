import { afterEach, describe, expect, it } from 'vitest';
import {
  type ApiVariants,
  type Engine,
  EngineError,
  type Service,
  type ServiceOptions,
  startService,
} from '../../local/service/service.js';
import type { DeepSearch } from '../../src/deepsearch/deep-search.js';
import type { QuestionRef } from '../../src/model/answer.js';
import { clientOf, thrownBy } from './support.js';

const ANN = { id: 1, name: 'ann', token: 'token-of-ann' };
const BOB = { id: 2, name: 'bob', token: 'token-of-bob' };
const token = ANN.token;

const limit = { kind: 'TokenLimitExceeded', title: 'Too long', message: 'Ask for less' };

/** Does what the question says: fails, waits to be stopped, or answers with what came before. */
const engine: Engine = async (question, { history, signal, report, stats }) => {
  report('Looking around');
  stats({ tool_calls: 1, total_tokens: 10 });
  if (question.startsWith('fail')) throw new EngineError(limit);
  if (question.startsWith('wait')) await stopped(signal);
  return {
    title: 'Found',
    answer: [...history.map((one) => one.question), question].join(' > '),
    sources: [{ type: 'Repository', link: '/shop', label: 'shop' }],
    suggested_followups: ['And then?'],
  };
};

const stopped = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function start(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ repositories: [], users: [ANN, BOB], engine, ...options });
  open.push(service);
  const client = clientOf(service.url);
  open.push({ stop: () => client.close() });
  return { service, client };
}

const startWith = (variants: Partial<ApiVariants>) => start({ variants });

/** What the client reads once the service has ended the question. */
async function ended(
  { service, client }: { service: Service; client: DeepSearch },
  ref: QuestionRef,
) {
  await service.waitFor(() => {
    const all = service.conversations().flatMap(({ questions }) => questions);
    const state = all.find(({ id }) => id === ref.questionId)?.status ?? 'gone';
    return state !== 'pending' && state !== 'processing';
  });
  return client.read({ token, ref });
}

describe('question lifecycle', () => {
  it('a question is asked, answered, followed up, listed and deleted', async () => {
    const pair = await start();
    const { client } = pair;
    const first = await client.create({ token, text: 'Where do we retry?' });
    expect(first.text).toBe('Where do we retry?');
    expect(await ended(pair, first.ref)).toMatchObject({
      status: 'completed',
      steps: [{ text: 'Looking around' }],
      stats: { toolCalls: 1, totalTokens: 10 },
      answer: {
        title: 'Found',
        text: 'Where do we retry?',
        sources: [{ type: 'Repository', link: '/shop', label: 'shop' }],
        followups: ['And then?'],
        quota: { used: 1 },
      },
    });
    const { conversationId } = first.ref;
    const second = await client.followUp({ token, conversationId, text: 'How often?' });
    expect(await ended(pair, second.ref)).toMatchObject({
      status: 'completed',
      answer: { text: 'Where do we retry? > How often?' },
    });
    const found = await client.list({ token, filter: { id: conversationId } });
    expect(found.conversations.map(({ id, questions }) => [id, questions.length])).toEqual([
      [conversationId, 2],
    ]);
    await client.delete({ token, id: conversationId });
    const gone = await thrownBy(client.conversation({ token, id: conversationId }));
    expect(gone).toMatchObject({ refusal: { reason: 'not-found' } });
  });

  it.each([200, 201, 202] as const)('a creation may respond with %i', async (createStatus) => {
    const { client } = await startWith({ createStatus, followUpId: 'required' });
    const { ref } = await client.create({ token, text: 'wait' });
    const next = await client.followUp({ token, conversationId: ref.conversationId, text: 'wait' });
    expect(next.ref.conversationId).toBe(ref.conversationId);
    expect(next.ref.questionId).not.toBe(ref.questionId);
  });

  it('a creation may respond with the finished question', async () => {
    const { client } = await startWith({ createWaits: 'always' });
    expect((await client.create({ token, text: 'one' })).status).toBe('completed');
  });

  it('a creation asks the instance to respond at once', async () => {
    const { client } = await startWith({ createWaits: 'unless-asked' });
    expect((await client.create({ token, text: 'wait' })).status).not.toBe('completed');
  });

  it('a question that waits for a free slot is working, or pending on other instances', async () => {
    const { client, service } = await start({ slots: 1 });
    await client.create({ token, text: 'wait' });
    const second = await client.create({ token, text: 'two' });
    expect(second.status).toBe('working');
    expect(JSON.stringify(second.steps)).toContain('number 1 in line');
    service.faults.add({ route: 'read', kind: 'pending' });
    expect((await client.read({ token, ref: second.ref })).status).toBe('pending');
  });

  it.each(['question', 'conversation'] as const)(
    'a follow-up may respond with the %s',
    async (followUp) => {
      const pair = await startWith({ followUp });
      const first = await pair.client.create({ token, text: 'same' });
      await ended(pair, first.ref);
      const { conversationId } = first.ref;
      const second = await pair.client.followUp({ token, conversationId, text: 'same' });
      expect(second.ref.questionId).not.toBe(first.ref.questionId);
      expect(second.text).toBe('same');
    },
  );
});

describe('endings', () => {
  it.each([
    ['failed', limit],
    ['completed-with-error', limit],
    ['error', limit],
    ['failed-without-error', { kind: 'Unknown' }],
  ] as const)('a failure that looks like %s', async (form, failure) => {
    const pair = await startWith({ failure: form });
    const { ref } = await pair.client.create({ token, text: 'fail' });
    expect(await ended(pair, ref)).toMatchObject({ status: 'failed', failure });
  });

  it.each(['completed-with-error', 'cancelled', 'canceled', 'failed'] as const)(
    'a cancel that looks like %s',
    async (cancel) => {
      const pair = await startWith({ cancel });
      const { ref } = await pair.client.create({ token, text: 'wait' });
      await pair.client.cancel({ token, ref });
      expect(await ended(pair, ref)).toMatchObject({ status: 'cancelled' });
    },
  );

  it.each(['question', 'conversation', 'empty'] as const)(
    'a cancel answered with %s',
    async (cancelReply) => {
      const { client } = await startWith({ cancelReply, cancel: 'keeps-processing' });
      const { ref } = await client.create({ token, text: 'wait' });
      await client.cancel({ token, ref });
      expect((await client.read({ token, ref })).status).toBe('working');
    },
  );
});

describe('lists', () => {
  const ask = async ({ client }: { client: DeepSearch }) => {
    const ids: number[] = [];
    for (const text of ['a', 'b', 'c']) {
      ids.push((await client.create({ token, text })).ref.conversationId);
    }
    return ids;
  };

  it('a list may be a bare array', async () => {
    const pair = await startWith({ list: 'array' });
    const ids = await ask(pair);
    const { conversations } = await pair.client.list({ token, sort: 'id' });
    expect(conversations.map(({ id }) => id)).toEqual(ids);
  });

  it.each(['conversations', 'results', 'items', 'data'] as const)(
    'a list may be %s, page by page',
    async (list) => {
      const pair = await startWith({ list });
      const ids = await ask(pair);
      const walked: number[] = [];
      for await (const { id } of pair.client.all({ token, sort: '-id', pageSize: 2 }))
        walked.push(id);
      expect(walked).toEqual(ids.reverse());
    },
  );

  it('a list is filtered by user, star and read token', async () => {
    const { service, client } = await start({ sharing: true });
    const [first = 0, second = 0] = await ask({ client });
    service.star(second, true);
    const found = async (call: Parameters<DeepSearch['list']>[0]) =>
      (await client.list(call)).conversations.map(({ id }) => id);
    expect(await found({ token, filter: { starred: true } })).toEqual([second]);
    expect(await found({ token, filter: { userId: BOB.id } })).toEqual([]);
    const { readToken = '' } = await client.conversation({ token, id: first });
    expect(await found({ token: BOB.token, filter: { readToken } })).toEqual([first]);
    service.setSharing(false);
    expect(await found({ token: BOB.token, filter: { readToken } })).toEqual([]);
  });
});

describe('refusals and troubles', () => {
  it.each(['json', 'text'] as const)('a refusal in %s', async (errorBody) => {
    const { client } = await startWith({ errorBody });
    const wrong = await thrownBy(client.create({ token: 'wrong', text: 'x' }));
    expect(wrong).toMatchObject({ code: 'deepsearch-refused', refusal: { reason: 'token' } });
    const { ref } = await client.create({ token, text: 'x' });
    const foreign = await thrownBy(client.read({ token: BOB.token, ref }));
    expect(foreign).toMatchObject({
      refusal: { reason: 'not-found', message: 'conversation not found' },
    });
    const blank = await thrownBy(client.create({ token, text: ' ' }));
    expect(blank).toMatchObject({ refusal: { reason: 'bad-request' } });
  });

  it('a used-up quota', async () => {
    const { client } = await start({ quota: { limit: 1 } });
    await client.create({ token, text: 'one' });
    const error = await thrownBy(client.create({ token, text: 'two' }));
    expect(error).toMatchObject({
      code: 'deepsearch-busy',
      quota: true,
      retryAfterMs: expect.any(Number),
    });
  });

  it.each([
    [{ kind: 'status', status: 503, retryAfter: 0 }],
    [{ kind: 'status', status: 429, retryAfter: 0 }],
    [{ kind: 'reset' }],
    [{ kind: 'cut' }],
  ] as const)('a read succeeds after two faults %j', async (trouble) => {
    const { service, client } = await start();
    const { ref } = await client.create({ token, text: 'x' });
    const fault = service.faults.add({ route: 'read', times: 2, ...trouble });
    expect((await client.read({ token, ref })).ref).toEqual(ref);
    expect(fault.hits()).toBe(2);
  });

  it.each([
    [{ kind: 'malformed' }, 'shape'],
    [{ kind: 'wrong-shape' }, 'shape'],
    [{ kind: 'html' }, 'html'],
  ] as const)('a read fails on %j', async (trouble, reason) => {
    const { service, client } = await start();
    const { ref } = await client.create({ token, text: 'x' });
    service.faults.add({ route: 'read', ...trouble });
    expect(await thrownBy(client.read({ token, ref }))).toMatchObject({ reason });
  });

  it.each(['lost-reply', 'drip', 'cut', 'hang'] as const)(
    'a create whose response is lost to %s is sent once, and may have taken effect',
    async (kind) => {
      const { service } = await start();
      const hasty = clientOf(service.url, { askTimeoutMs: 200 });
      open.push({ stop: () => hasty.close() });
      // On a slow machine a first connection takes longer than that.
      await hasty.list({ token });
      const fault = service.faults.add({ route: 'create', kind });
      const error = await thrownBy(hasty.create({ token, text: 'wait' }));
      expect(error.maybeTookEffect).toBe(true);
      await expect.poll(() => fault.hits()).toBe(1);
      expect(service.conversations()).toHaveLength(kind === 'hang' ? 0 : 1);
    },
  );
});
