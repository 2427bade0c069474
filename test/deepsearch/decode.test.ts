import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeConversation, decodeFollowUp, decodeRead } from '../../src/deepsearch/decode.js';
import { decodePage } from '../../src/deepsearch/list.js';
import type { Snapshot } from '../../src/model/answer.js';
import { completed, conversation, question } from './support.js';

const decoded = (one: object): Snapshot => {
  const snapshot = decodeConversation(conversation({ questions: [one] }))?.questions[0];
  if (snapshot === undefined) throw new Error('the question was left out');
  return snapshot;
};

describe('the state of a question', () => {
  const failure = (kind: string, title = '', message = '') => ({
    status: 'failed',
    failure: { kind, title, message },
  });
  const limit = {
    title: 'Too long',
    kind: 'TokenLimitExceeded',
    message: 'Ask for less',
    details: 'x',
  };

  it.each([
    ['pending', question({ status: 'pending' }), { status: 'pending' }],
    ['processing', question(), { status: 'working' }],
    ['a status of the future', question({ status: 'thinking' }), { status: 'working' }],
    ['no status', question({ status: undefined }), { status: 'working' }],
    ['a status of the wrong type', question({ status: 7 }), { status: 'working' }],
    ['completed', completed(), { status: 'completed' }],
    ['completed in capitals', completed({ status: 'COMPLETED' }), { status: 'completed' }],
    ['completed without an answer', question({ status: 'completed' }), failure('NoAnswer')],
    ['completed with a blank answer', completed({ answer: ' \n' }), failure('NoAnswer')],
    [
      'completed with an error',
      completed({ error: limit }),
      failure('TokenLimitExceeded', 'Too long', 'Ask for less'),
    ],
    [
      'an error while processing',
      question({ error: limit }),
      failure('TokenLimitExceeded', 'Too long', 'Ask for less'),
    ],
    ['failed', question({ status: 'failed' }), failure('Unknown')],
    [
      'failed with an error',
      question({ status: 'failed', error: limit }),
      failure('TokenLimitExceeded', 'Too long', 'Ask for less'),
    ],
    [
      'the status error',
      question({ status: 'error', error: { message: 'oh' } }),
      failure('Unknown', '', 'oh'),
    ],
    ['an error that is text', question({ error: 'oh' }), failure('Unknown', '', 'oh')],
    ['an error that is null', question({ error: null }), { status: 'working' }],
    [
      'an error that is empty',
      completed({ error: { kind: '', title: '', message: '' } }),
      { status: 'completed' },
    ],
    ['an error of the wrong type', completed({ error: 5 }), { status: 'completed' }],
    ['cancelled', question({ status: 'cancelled' }), { status: 'cancelled' }],
    ['canceled', question({ status: 'canceled' }), { status: 'cancelled' }],
    [
      'completed and Cancelled',
      completed({ error: { kind: 'Cancelled', message: 'x' } }),
      { status: 'cancelled' },
    ],
    [
      'failed and Cancelled',
      question({ status: 'failed', error: { kind: 'Cancelled' } }),
      { status: 'cancelled' },
    ],
  ])('decodes the state of %s', (_name, one, state) => {
    expect(decoded(one)).toMatchObject(state);
  });
});

describe('the steps', () => {
  const turn = (role: unknown, reasoning: unknown, timestamp: unknown = 10) => ({
    role,
    reasoning,
    timestamp,
  });

  it('the steps are the turns after the question itself', () => {
    const turns = [
      turn('user', 'q'),
      turn('assistant', 'a', 10.5),
      turn('user', 'b'),
      turn('oracle', 'c'),
    ];
    expect(decoded(question({ turns })).steps).toEqual([
      { text: 'a', at: 10_500 },
      { text: 'b', at: 10_000 },
      { text: 'c', at: 10_000 },
    ]);
  });

  it('invalid turns are skipped', () => {
    const turns = [
      turn(5, 'a', 'x'),
      null,
      'turn',
      turn('assistant', { deep: 1 }),
      turn('assistant', ' '),
    ];
    expect(decoded(question({ turns })).steps).toEqual([{ text: 'a', at: 0 }]);
    expect(decoded(question({ turns: null })).steps).toEqual([]);
  });
});

describe('tolerance', () => {
  it('drops optional fields of the wrong type', () => {
    const odd = completed({
      title: 5,
      sources: [
        { type: 'Wiki', link: '/w', label: '' },
        { label: 'no link' },
        null,
        { link: '/x', type: 4 },
      ],
      suggested_followups: ['a', 7],
      stats: { time_millis: 'long', tool_calls: -1, total_tokens: 5 },
      created_at: 'yesterday',
    });
    expect(decoded(odd)).toMatchObject({
      createdAt: 1758701646000,
      answer: {
        title: '',
        sources: [
          { type: 'Wiki', link: '/w', label: '/w' },
          { type: '', link: '/x', label: '/x' },
        ],
        followups: ['a'],
        stats: { timeMs: 0, toolCalls: 0, totalTokens: 5, credits: 0 },
      },
    });
  });

  it('reads the creation time, with fallbacks', () => {
    const bare = { created_at: null, turns: [] };
    expect(decoded(question(bare)).createdAt).toBe(Date.parse('2025-09-24T08:14:06Z'));
    expect(decoded(question({ created_at: '2025-09-24T08:14:06.5' })).createdAt).toBe(
      Date.parse('2025-09-24T08:14:06.500Z'),
    );
    const ageless = decodeConversation({ id: 1, questions: [{ id: 2 }] });
    expect(ageless).toMatchObject({
      createdAt: 0,
      questions: [{ createdAt: 0, status: 'working' }],
    });
  });

  it.each([1, '1', '007', Number.MAX_SAFE_INTEGER])('accepts %s as an id', (id) => {
    expect(decodeConversation({ id })?.id).toBe(Number(id));
  });

  it.each([0, -1, 1.5, 2 ** 53, '0', '-1', '1e3', '', ' 1', null, true, '9'.repeat(30)])(
    'rejects %j as an id',
    (id) => {
      expect(decodeConversation({ id })).toBeUndefined();
    },
  );
});

describe('whatever comes', () => {
  const sent = { conversationId: 12, text: 'x' };
  const ref = { conversationId: 12, questionId: 34 };
  const decodeAll = (body: unknown) => {
    decodeConversation(body);
    decodePage(body);
    decodeRead(body, ref);
    decodeFollowUp(body, sent);
  };

  it('decoding never throws', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), decodeAll), { numRuns: 500 });
  });

  it('decoding handles any nesting depth', () => {
    const deep = (name: string) =>
      JSON.parse(`${`{"${name}":`.repeat(50_000)}1${'}'.repeat(50_000)}`);
    for (const name of ['data', 'questions', 'error', 'pagination']) decodeAll(deep(name));
    decodeAll(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)));
  });

  const fields = Object.keys(completed());
  const oddQuestion = fc
    .dictionary(fc.constantFrom(...fields, 'error', 'unknown', '__proto__'), fc.jsonValue())
    .map((change) => ({ ...completed(), ...change, id: 34, conversation_id: 12 }));

  it('a question with an id is always decoded', () => {
    fc.assert(
      fc.property(oddQuestion, (one) => {
        const body = conversation({ questions: [null, one, 'x'] });
        expect(decodeRead(body, ref)?.question?.ref).toEqual(ref);
        expect(decodeFollowUp(one, sent)?.ref).toEqual(ref);
        expect(decodePage([body])?.conversations[0]?.questions).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  it('a conversation with an id is always decoded', () => {
    const odd = fc.dictionary(
      fc.constantFrom(...Object.keys(conversation()), 'viewer', 'quota_usage'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(odd, (change) => {
        expect(decodeConversation({ ...conversation(change), id: 12 })?.id).toBe(12);
      }),
      { numRuns: 500 },
    );
  });

  it('a value with a fake length in place of a text is ignored', () => {
    const odd = { length: { toString: 1, valueOf: 1 } };
    const sources = [{ type: 'File', link: odd, label: 'a' }];
    const body = conversation({
      read_token: odd,
      share_url: odd,
      questions: [completed({ sources })],
    });
    const found = decodeConversation(body);
    expect(found).not.toHaveProperty('readToken');
    expect(found?.questions[0]).toMatchObject({ answer: { sources: [] } });
  });

  it('an unknown status counts as processing, and unknown sources and roles are harmless', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (word, role) => {
        fc.pre(!/^(pending|completed|failed|cancell?ed|error)$/i.test(word));
        expect(decoded(question({ status: word })).status).toBe('working');
        const sources = [{ type: word, link: '/a', label: 'a' }];
        const turns = [{ role: `x${role}`, reasoning: 'r', timestamp: 1 }];
        expect(decoded(completed({ sources, turns }))).toMatchObject({
          answer: { sources },
          steps: [{ text: 'r' }],
        });
      }),
    );
  });
});
