import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeliveryStep,
  type OutcomeMessages,
  planDelivery,
  replacesStatus,
} from '../../src/deliver/plan.js';
import type { Outcome } from '../../src/model/outcome.js';
import type { PostedMessage, Question, Slot } from '../../src/model/question.js';
import type { Message } from '../../src/render/blocks/message.js';
import { questionRecord } from '../store/question-record.js';

const ASKED_AT = 1_700_000_000_000;
const say = (text: string): Message => ({ text, blocks: [] });
const SHOWN = { at: 1, tries: 1, id: 'F1', shown: true } as const;
const FILE = { name: 'whole.md', title: 'whole.md', content: 'all of it' };
const said = (parts: number, long = false): OutcomeMessages => ({
  ...(long ? { file: FILE } : {}),
  parts: Array.from({ length: parts }, (_, i) => say(`part ${i}`)),
  finishedStatus: say('settled'),
  finishedOverdue: say('overdue settled'),
});

function ended(after: number, change: Partial<Question> = {}): Question {
  return questionRecord({
    phase: 'ended',
    askedAt: ASKED_AT,
    endedAt: ASKED_AT + after,
    outcome: { kind: 'completed', afterStop: false },
    posts: { status: { at: ASKED_AT, ts: '1.1' } },
    ...change,
  });
}

const lines = (effects: readonly DeliveryStep[]) =>
  effects.map((effect) =>
    effect.kind === 'attach'
      ? `attach ${effect.file.name}`
      : `${effect.kind} ${effect.slot}: ${effect.message.text}`,
  );

describe('the status message becomes the ending', () => {
  const stopped = (by: string | undefined): Outcome => ({
    kind: 'cancelled',
    confirmed: true,
    ...(by === undefined ? {} : { by }),
  });
  it.each([
    ['within 10 s', ended(10_000), true],
    ['after 10 s: an update would notify nobody', ended(10_001), false],
    ['after a stop, however late', ended(600_000, { outcome: stopped('U2') }), true],
    [
      'after a cancel from elsewhere, when late',
      ended(600_000, { outcome: stopped(undefined) }),
      false,
    ],
    ['while updates were used up', ended(1, { outcomeInNewMessage: true }), false],
    [
      'found after the outcome was posted',
      ended(1, { posts: { status: { at: 1, ts: '1.1' }, 'answer.0': { at: 2 } } }),
      false,
    ],
    ['where there is none', ended(1, { posts: {} }), false],
    ['where nobody knows whether there is one', ended(1, { posts: { status: { at: 1 } } }), false],
  ])('the status message becomes the outcome: %s', (_when, question, replaces) => {
    expect(replacesStatus(question)).toBe(replaces);
  });
});

describe('the plan', () => {
  it('the plan of a quick answer is an update, and replies for the rest', () => {
    expect(lines(planDelivery(ended(5_000), said(3)))).toEqual([
      'update status: part 0',
      'post answer.1: part 1',
      'post answer.2: part 2',
    ]);
  });

  it('the plan of a late answer is replies, and the status message shrinks', () => {
    expect(lines(planDelivery(ended(60_000), said(2)))).toEqual([
      'post answer.0: part 0',
      'post answer.1: part 1',
      'update status: settled',
    ]);
  });

  it('the plan updates the overdue prompt', () => {
    const posts = { status: { at: 1, ts: '1.1' }, overdue: { at: 2, ts: '1.2' } };
    expect(lines(planDelivery(ended(60_000, { posts }), said(1)))).toEqual([
      'post answer.0: part 0',
      'update status: settled',
      'update overdue: overdue settled',
    ]);
  });

  it('the plan after a restart has only the missing messages', () => {
    const posts = { status: { at: 1, ts: '1.1' }, 'answer.0': { at: 2, ts: '1.2' } };
    expect(lines(planDelivery(ended(60_000, { posts }), said(2)))).toEqual([
      'post answer.1: part 1',
      'update status: settled',
    ]);
  });

  it('the plan of a long answer posts the file between its beginning and the link to it', () => {
    const late = ended(60_000);
    expect(lines(planDelivery(late, said(1, true)))).toEqual([
      'post answer.0: part 0',
      'attach whole.md',
      'update status: settled',
    ]);
    expect(lines(planDelivery({ ...late, file: SHOWN }, said(1, true)))).not.toContain(
      'attach whole.md',
    );
  });

  it('the plan after a failed upload has every part instead of the file', () => {
    const posts = { status: { at: 1, ts: '1.1' }, 'answer.0': { at: 2, ts: '1.2' } };
    const without = ended(60_000, { posts, fileRejected: true });
    expect(lines(planDelivery(without, said(2)))).toEqual([
      'update answer.0: part 0',
      'post answer.1: part 1',
      'update status: settled',
    ]);
  });

  const post = fc.record<PostedMessage>(
    { at: fc.nat(), ts: fc.constant('1.1'), mayBeDuplicated: fc.constant(true) },
    { requiredKeys: ['at'] },
  );
  const slots: Slot[] = ['root', 'status', 'overdue', 'answer.0', 'answer.1', 'answer.2'];
  const posts = fc.dictionary(fc.constantFrom(...slots), post) as fc.Arbitrary<Question['posts']>;
  const any = fc
    .tuple(fc.nat({ max: 30_000 }), posts, fc.integer({ min: 1, max: 4 }), fc.boolean())
    .map(([after, out, parts, long]) => ({
      question: ended(after, { posts: out }),
      said: said(parts, long),
    }));

  const performed = (question: Question, effects: readonly DeliveryStep[]): Question => {
    const out = { ...question.posts };
    for (const one of effects) if (one.kind === 'post') out[one.slot] = { at: 1, ts: '9.9' };
    const shown = effects.some((one) => one.kind === 'attach');
    return { ...question, posts: out, ...(shown ? { file: SHOWN } : {}) };
  };

  it('the plan posts each slot once, and no posted slot again', () => {
    fc.assert(
      fc.property(any, ({ question, said: parts }) => {
        const posted = planDelivery(question, parts).filter((effect) => effect.kind === 'post');
        for (const { slot } of posted) expect(question.posts[slot]?.ts).toBeUndefined();
        expect(new Set(posted.map(({ slot }) => slot)).size).toBe(posted.length);
      }),
    );
  });

  it('the plan updates only posted messages, each once', () => {
    fc.assert(
      fc.property(any, ({ question, said: parts }) => {
        const updated = planDelivery(question, parts).filter((effect) => effect.kind === 'update');
        for (const { slot } of updated) expect(question.posts[slot]?.ts).toBeDefined();
        expect(new Set(updated.map(({ slot }) => slot)).size).toBe(updated.length);
      }),
    );
  });

  it('the plan after its execution posts nothing, and repeats the same updates', () => {
    fc.assert(
      fc.property(any, ({ question, said: parts }) => {
        const first = planDelivery(question, parts);
        const second = planDelivery(performed(question, first), parts);
        expect(lines(second)).toEqual(lines(first.filter((effect) => effect.kind === 'update')));
      }),
    );
  });

  it('the plan, interrupted anywhere, leads to the same messages in the same order', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 6 }), ({ question, said: parts }, done) => {
        const whole = planDelivery(question, parts);
        const begun = whole.slice(0, done);
        const rest = planDelivery(performed(question, begun), parts);
        const posts = (effects: readonly DeliveryStep[]) =>
          effects.filter((one) => one.kind !== 'update');
        expect(lines([...posts(begun), ...posts(rest)])).toEqual(lines(posts(whole)));
      }),
    );
  });

  it('the plan has every part in order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30_000 }), fc.integer({ min: 1, max: 6 }), (after, parts) => {
        const texts = planDelivery(ended(after), said(parts)).map((effect) =>
          effect.kind === 'attach' ? '' : effect.message.text,
        );
        const wanted = said(parts).parts.map(({ text }) => text);
        expect(texts.filter((text) => text.startsWith('part'))).toEqual(wanted);
      }),
    );
  });
});
