import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../../src/deepsearch/errors.js';
import { json, raw } from '../support/http-server.js';
import {
  clientOf,
  completed,
  conversation,
  question,
  ROOT,
  startPair,
  TOKEN,
  thrownBy,
} from './support.js';

let pair: Awaited<ReturnType<typeof startPair>>;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());
beforeEach(() => {
  pair.far.seen.length = 0;
});

const token = TOKEN;
const ref = { conversationId: 12, questionId: 34 };

describe('create', () => {
  it('create posts the question to the root with the documented headers', async () => {
    pair.far.handle(json(202, conversation()));
    const snapshot = await pair.client.create({ token, text: 'Where do we retry?' });
    expect(snapshot).toEqual({
      ref,
      text: 'Where do we retry?',
      createdAt: Date.parse('2025-09-24T08:14:06Z'),
      updatedAt: Date.parse('2025-09-24T08:14:09Z'),
      status: 'working',
      steps: [],
      stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    });
    const [seen] = pair.far.seen;
    expect(seen).toMatchObject({ method: 'POST', path: ROOT });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ question: 'Where do we retry?' });
    expect(seen?.headers).toMatchObject({
      authorization: `token ${TOKEN}`,
      'x-requested-with': 'deepsearch-slack 1.2.3',
      accept: 'application/json',
      'content-type': 'application/json',
      prefer: 'respond-async',
      'accept-encoding': 'identity',
    });
  });

  it.each([200, 201, 202])(
    'create accepts %i and an already completed question',
    async (status) => {
      pair.far.handle(json(status, conversation({ questions: [completed()] })));
      const snapshot = await pair.client.create({ token, text: 'Where do we retry?' });
      expect(snapshot.status).toBe('completed');
    },
  );

  it('create sends any text unchanged', async () => {
    pair.far.handle(json(200, conversation()));
    const text = 'Ünï "quotes" \n <@U1> 🙂 \u2028';
    await pair.client.create({ token, text });
    expect(JSON.parse(pair.far.seen[0]?.body ?? '')).toEqual({ question: text });
  });
});

describe('followUp', () => {
  const call = { token, conversationId: 12, text: 'How often?' };

  it('followUp repeats conversation_id, and accepts a bare question as response', async () => {
    pair.far.handle(json(202, question({ id: '35', question: 'How often?' })));
    const snapshot = await pair.client.followUp(call);
    expect(snapshot).toMatchObject({
      ref: { conversationId: 12, questionId: 35 },
      text: 'How often?',
    });
    const [seen] = pair.far.seen;
    expect(seen).toMatchObject({ method: 'POST', path: `${ROOT}/12/questions` });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ conversation_id: 12, question: 'How often?' });
    expect(seen?.headers).toMatchObject({
      prefer: 'respond-async',
      'content-type': 'application/json',
    });
  });

  it('followUp accepts a conversation as response, and finds the new question in it', async () => {
    const asked = (id: number, text: string) => question({ id, question: text });
    const questions = [asked(36, 'How often?'), asked(35, 'How often?'), asked(34, 'Where?')];
    pair.far.handle(json(200, conversation({ questions })));
    expect((await pair.client.followUp(call)).ref.questionId).toBe(36);
  });

  it('followUp rejects a question of another conversation', async () => {
    pair.far.handle(json(200, question({ id: 35, conversation_id: 13 })));
    await expect(pair.client.followUp(call)).rejects.toMatchObject({ reason: 'shape' });
    pair.far.handle(json(200, conversation({ id: 13 })));
    await expect(pair.client.followUp(call)).rejects.toMatchObject({ reason: 'shape' });
  });
});

describe('read', () => {
  it('read selects the question by id, and returns the quota', async () => {
    const questions = [question({ id: 33 }), completed(), question({ id: 35 })];
    const quota_usage = { total_quota: 5, quota_limit: 60, reset_time: '2025-09-24T09:00:00Z' };
    pair.far.handle(json(200, conversation({ questions, quota_usage })));
    expect(await pair.client.read({ token, ref })).toEqual({
      ref,
      text: 'Where do we retry?',
      createdAt: Date.parse('2025-09-24T08:14:06Z'),
      updatedAt: Date.parse('2025-09-24T08:14:09Z'),
      status: 'completed',
      steps: [{ text: 'Searching for retry', at: 1758701647000 }],
      stats: { timeMs: 8123, toolCalls: 7, totalTokens: 5120, credits: 2 },
      answer: {
        title: 'Retries',
        text: 'In [retry.ts](/shop/-/blob/src/retry.ts?L10-20).',
        sources: [{ type: 'Repository', link: '/shop', label: 'shop' }],
        followups: ['How often?'],
        stats: { timeMs: 8123, toolCalls: 7, totalTokens: 5120, credits: 2 },
        quota: { used: 5, limit: 60, resetAt: Date.parse('2025-09-24T09:00:00Z') },
      },
    });
    expect(pair.far.seen[0]).toMatchObject({ method: 'GET', path: `${ROOT}/12`, body: '' });
    expect(pair.far.seen[0]?.headers).not.toHaveProperty('prefer');
    expect(pair.far.seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('read fails if the conversation does not contain the question', async () => {
    pair.far.handle(json(200, conversation({ questions: [question({ id: 33 })] })));
    const error = await thrownBy<Refused>(pair.client.read({ token, ref }));
    expect(error).toBeInstanceOf(Refused);
    expect(error.refusal.reason).toBe('not-found');
    expect(error.message).toBe(`GET ${ROOT}/12: the conversation has no question 34`);
  });

  it.each([
    ['no questions at all', { questions: undefined }],
    ['questions of the wrong type', { questions: 'many' }],
    ['a question that cannot be told', { questions: [{ id: 'x' }] }],
    ['another conversation', { id: 13 }],
  ])('read does not treat %s as a missing question', async (_name, change) => {
    pair.far.handle(json(200, conversation(change)));
    await expect(pair.client.read({ token, ref })).rejects.toMatchObject({ reason: 'shape' });
  });
});

describe('conversation', () => {
  it('conversation decodes all documented fields', async () => {
    pair.far.handle(
      json(
        200,
        conversation({
          viewer: { is_owner: true },
          quota_usage: { total_quota: 9, quota_limit: -1, reset_time: 'soon' },
        }),
      ),
    );
    expect(await pair.client.conversation({ token, id: 12 })).toMatchObject({
      id: 12,
      createdAt: Date.parse('2025-09-24T08:14:06Z'),
      updatedAt: Date.parse('2025-09-24T08:14:09Z'),
      userId: 3,
      readToken: 'caebeb05-7755-4f89-834f-e3ee4a6acb25',
      shareUrl: 'https://code.example.com/deepsearch/caebeb05-7755-4f89-834f-e3ee4a6acb25',
      isOwner: true,
      quota: { used: 9 },
      questions: [{ ref }],
    });
  });
});

describe('delete and cancel', () => {
  it.each([
    ['no body', raw(204, '')],
    ['JSON', json(200, { anything: true })],
    ['text', raw(202, 'ok')],
  ])('delete and cancel ignore %s', async (_name, handler) => {
    pair.far.handle(handler);
    await pair.client.delete({ token, id: 12 });
    await pair.client.cancel({ token, ref });
    expect(pair.far.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE ${ROOT}/12`,
      `POST ${ROOT}/12/questions/34/cancel`,
    ]);
    expect(pair.far.seen[1]?.headers).not.toHaveProperty('prefer');
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '' as never,
    undefined as never,
  ])('delete and cancel reject an invalid id: %s', async (id) => {
    await expect(pair.client.delete({ token, id })).rejects.toThrow(TypeError);
    await expect(pair.client.conversation({ token, id })).rejects.toThrow(TypeError);
    await expect(pair.client.followUp({ token, conversationId: id, text: 'x' })).rejects.toThrow(
      TypeError,
    );
    for (const bad of [
      { conversationId: id, questionId: 1 },
      { conversationId: 1, questionId: id },
    ]) {
      await expect(pair.client.cancel({ token, ref: bad })).rejects.toThrow(TypeError);
      await expect(pair.client.read({ token, ref: bad })).rejects.toThrow(TypeError);
    }
    expect(pair.far.seen).toEqual([]);
  });
});

describe('where and who', () => {
  it.each(['/', '/code', '/code//'])('accepts a base URL that ends in %s', async (end) => {
    pair.far.handle(json(200, conversation()));
    const client = clientOf(pair.far.url + end);
    await client.conversation({ token, id: 12 });
    await client.close();
    const path = `${end.replaceAll(/\/+$/g, '')}${ROOT}/12`;
    expect(pair.far.seen[0]?.path).toBe(path);
  });

  it('rejects other URL schemes', () => {
    expect(() => clientOf('ftp://code.example.com')).toThrow(TypeError);
    expect(() => clientOf('code.example.com')).toThrow(TypeError);
  });

  it('sends an OAuth token as Bearer', async () => {
    pair.far.handle(json(200, conversation()));
    await pair.client.conversation({ token: { scheme: 'Bearer', value: 'abc' }, id: 12 });
    expect(pair.far.seen[0]?.headers.authorization).toBe('Bearer abc');
  });

  it.each(['', 'two words', 'line\nbreak', 'ünï'])(
    'rejects the token %j before sending it',
    async (bad) => {
      const error = await thrownBy<Refused>(pair.client.conversation({ token: bad, id: 12 }));
      expect(error.refusal.reason).toBe('token');
      if (bad) expect(error.message).not.toContain(bad);
      expect(pair.far.seen).toEqual([]);
    },
  );
});
