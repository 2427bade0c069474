import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Budgets, budgetLimits } from '../../src/model/budget.js';
import { NO_LIMITS } from '../../src/model/limits.js';
import type { Question } from '../../src/model/question.js';
import { keys } from '../../src/store/keys.js';
import { StaleQuestion } from '../../src/store/question-writes.js';
import { createQuestionStore, type QuestionStore } from '../../src/store/questions.js';
import { createUsageStore } from '../../src/store/usage.js';
import { createWorkspaceDataStore } from '../../src/store/workspace-data.js';
import { useRedis } from '../support/redis-fixture.js';
import { questionRecord } from './question-record.js';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 23, 12);
const MIDNIGHT = Date.UTC(2026, 10, 24);
const NEXT_MONTH = Date.UTC(2026, 11, 1);

const { redis, connect } = await useRedis();
const other = await connect();
const stores: readonly [QuestionStore, QuestionStore] = [
  createQuestionStore({ redis, retentionMs: HOUR_MS }),
  createQuestionStore({ redis: other, retentionMs: HOUR_MS }),
];
const usage = createUsageStore({ redis: other });

const record = (n: number, change: Partial<Question> = {}) =>
  questionRecord({ id: `T1-C1-${n}`, messageTs: `${n}.1`, acceptedAt: NOW, ...change });
const direct = { place: { workspace: 'T1', channel: 'D1', direct: true } };

/** Creates questions one after the other; gives what came of each. */
async function createAll(records: readonly Question[], budgets: Budgets) {
  const kinds: string[] = [];
  for (const each of records) kinds.push((await stores[0].create(each, { budgets })).kind);
  return kinds;
}

/** Ends a question that cost so much. */
async function end(question: Question, credits: number, store = stores[0]): Promise<void> {
  const loaded = await store.load(question.id);
  if (loaded === undefined) throw new Error(`${question.id} has no record`);
  await store.hold(loaded).save({ phase: 'ended', credits });
}

const person = (id: string, at = NOW) => usage.of({ workspace: 'T1', scope: 'person' }, id, at);
const channel = (id: string, at = NOW) => usage.of({ workspace: 'T1', scope: 'channel' }, id, at);
const workspace = (at = NOW) => usage.of({ workspace: 'T1', scope: 'workspace' }, 'T1', at);
const used = (questions: number, credits = 0) => ({ questions, credits });

describe('a budget of questions', () => {
  const budgets: Budgets = { person: { day: { questions: 2 } } };

  it('holds for questions that two processes create at the same time', async () => {
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        stores[n % 2 === 0 ? 0 : 1].create(record(n), { budgets }),
      ),
    );
    expect(created.filter(({ kind }) => kind === 'created')).toHaveLength(2);
    expect(await person('U1')).toEqual({ day: used(2), month: used(2) });
    expect(await workspace()).toEqual({ day: used(2), month: used(2) });
  });

  it('tells what was used of each, and counts nothing that is refused', async () => {
    const all = { ...budgets, workspace: { month: { questions: 9, credits: 5 } } };
    await createAll([record(1), record(2)], all);
    const created = await stores[1].create(record(3), { budgets: all });
    expect(created).toMatchObject({
      kind: 'limited',
      budgets: [
        { scope: 'person', period: 'day', measure: 'questions', max: 2, used: 2, endsAt: MIDNIGHT },
        { scope: 'workspace', period: 'month', max: 9, used: 2, endsAt: NEXT_MONTH },
        { scope: 'workspace', period: 'month', max: 5, used: 0 },
      ],
    });
    expect(await person('U1')).toEqual({ day: used(2), month: used(2) });
  });

  it('a limit that is reached keeps a question from being counted', async () => {
    const limits = { ...NO_LIMITS, person: { open: 1, perHour: 0 } };
    await stores[0].create(record(1), { limits, budgets });
    expect(await stores[0].create(record(2), { limits, budgets })).toMatchObject({
      kind: 'limited',
    });
    expect(await person('U1')).toEqual({ day: used(1), month: used(1) });
  });

  it('begins anew with the day, and the month goes on', async () => {
    const month = { person: { day: { questions: 2 }, month: { questions: 3 } } };
    const before = { acceptedAt: MIDNIGHT - 1 };
    const after = { acceptedAt: MIDNIGHT };
    expect(
      await createAll([record(1, before), record(2, before), record(3, before)], month),
    ).toEqual(['created', 'created', 'limited']);
    expect(await createAll([record(3, after), record(4, after)], month)).toEqual([
      'created',
      'limited',
    ]);
    const next = { acceptedAt: NEXT_MONTH };
    expect(await createAll([record(4, next)], month)).toEqual(['created']);
    expect(await person('U1', NEXT_MONTH)).toEqual({ day: used(1), month: used(1) });
  });

  it('counts an edited question and the one that it replaces', async () => {
    await createAll([record(1)], budgets);
    const replace = (n: number, insteadOf: string) =>
      stores[1].create(record(n), { budgets, insteadOf });
    expect(await replace(2, record(1).id)).toMatchObject({ kind: 'created' });
    expect(await replace(3, record(2).id)).toMatchObject({ kind: 'limited' });
  });

  it('refuses at once where it was lowered below what is used', async () => {
    await createAll([record(1), record(2)], {});
    const lowered = { channel: { month: { questions: 1 } } };
    expect(await stores[0].create(record(3), { budgets: lowered })).toMatchObject({
      budgets: [{ scope: 'channel', used: 2, max: 1 }],
    });
    expect(await createAll([record(3)], {})).toEqual(['created']);
  });

  it('does not count a question that was never asked', async () => {
    await createAll([record(1)], budgets);
    await stores[0].close({ ...record(1), phase: 'delivered' }, { uncounted: true });
    expect(await person('U1')).toEqual({ day: used(0), month: used(0) });
    await expect(
      stores[1].close({ ...record(1), phase: 'delivered' }, { uncounted: true }),
    ).rejects.toThrow(StaleQuestion);
    expect(await createAll([record(2), record(3), record(4)], budgets)).toEqual([
      'created',
      'created',
      'limited',
    ]);
  });

  it('of a channel is not for direct messages, nor for those of other channels', async () => {
    const none = { channel: { day: { questions: 0 } } };
    expect(await createAll([record(1), record(2, direct)], none)).toEqual(['limited', 'created']);
    expect(await channel('D1')).toEqual({ day: used(0), month: used(0) });
  });
});

describe('a budget of credits', () => {
  const budgets: Budgets = { channel: { day: { credits: 1 } } };

  it('lets what is open go on, and then refuses', async () => {
    await createAll([record(1), record(2)], budgets);
    await end(record(1), 0.7);
    expect(await createAll([record(3)], budgets)).toEqual(['created']);
    await end(record(2), 0.7);
    await end(record(3), 0.7);
    expect(await channel('C1')).toEqual({ day: used(3, 2.1), month: used(3, 2.1) });
    expect(await createAll([record(4)], budgets)).toEqual(['limited']);
  });

  it('is used up by ten times a tenth of it', async () => {
    const records = Array.from({ length: 10 }, (_, n) => record(n));
    expect(new Set(await createAll(records, budgets))).toEqual(new Set(['created']));
    for (const each of records) await end(each, 0.1);
    expect(await createAll([record(10)], budgets)).toEqual(['limited']);
  });

  it('counts what a question cost once, whoever ends it how often', async () => {
    await createAll([record(1)], {});
    const loaded = await Promise.all(stores.map((store) => store.load(record(1).id)));
    const ends = stores.map((store, i) =>
      store.hold(loaded[i] ?? record(1)).save({ phase: 'ended', credits: 3 }),
    );
    const results = await Promise.allSettled(ends);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const again = await stores[0].load(record(1).id);
    if (again === undefined) throw new Error('no record');
    const held = stores[0].hold(again);
    await held.save({ outcomeSent: true });
    await stores[1].close({ ...held.question, phase: 'delivered' });
    expect(await person('U1')).toEqual({ day: used(1, 3), month: used(1, 3) });
  });

  it('belongs to the day in which the question was accepted, also after it moved', async () => {
    await createAll([record(1, { acceptedAt: MIDNIGHT - 1 })], {});
    const loaded = await stores[0].load(record(1).id);
    if (loaded === undefined) throw new Error('no record');
    const held = stores[0].hold(loaded);
    await held.save({ ...direct, askedIn: 'C1' });
    await held.save({ phase: 'ended', credits: 2 });
    expect(await channel('C1', MIDNIGHT - 1)).toEqual({ day: used(1, 2), month: used(1, 2) });
    expect(await channel('C1', MIDNIGHT)).toEqual({ day: used(0), month: used(1, 2) });
    expect(await channel('D1', MIDNIGHT)).toEqual({ day: used(0), month: used(0) });
  });
});

describe('what is kept', () => {
  it('each counter has a TTL that outlasts its period, and goes with the workspace', async () => {
    await createAll([record(1)], {});
    await end(record(1), 1);
    const [use] = await usage.ofBudgets(
      record(1),
      budgetLimits({ person: { day: { credits: 1 } } }),
      NOW,
    );
    if (use === undefined) throw new Error('no budget');
    await usage.claimToldBudget(record(1), use, NOW);
    const stored = [
      ...(await redis.keys(
        `${keys.used({ measure: 'questions', scope: 'person', period: '*', workspace: 'T1' })}`,
      )),
      ...(await redis.keys('*:used:credits:*')),
      ...(await redis.keys('*:budgets-told:*')),
    ];
    expect(stored).toHaveLength(2 + 6 + 1);
    for (const key of stored) {
      const ttl = await redis.pttl(key);
      expect(ttl).toBeGreaterThan(DAY_MS);
      expect(ttl).toBeLessThan(36 * DAY_MS);
    }
    await createWorkspaceDataStore({ redis }).delete('T1');
    expect(await redis.keys('*')).toEqual([]);
  });

  it('who used most this month comes first, by credits and then by questions', async () => {
    const asked = (n: number, user: string) => record(n, { user });
    const records = ['U1', 'U2', 'U2', 'U3', 'U3', 'U3', 'U4'].map((user, n) => asked(n, user));
    await createAll(records, {});
    await end(asked(6, 'U4'), 5);
    await end(asked(0, 'U1'), 0.5);
    const { top, count } = await usage.top({ workspace: 'T1', scope: 'person' }, 3, NOW);
    expect(top.map(({ id }) => id)).toEqual(['U4', 'U1', 'U3']);
    expect(top[0]?.usage).toEqual({ day: used(1, 5), month: used(1, 5) });
    expect(count).toBe(4);
  });

  it('a budget is told of once in its day', async () => {
    const limits = budgetLimits({ person: { day: { questions: 5 } } });
    const uses = await usage.ofBudgets(record(1), limits, NOW);
    const [use] = uses;
    if (use === undefined) throw new Error('no budget');
    const claims = [NOW, NOW, NOW + DAY_MS].map((at) => usage.claimToldBudget(record(1), use, at));
    expect(await Promise.all(claims)).toEqual([true, false, true]);
    expect(await usage.claimToldBudget(record(1, { user: 'U2' }), use, NOW)).toBe(true);
    await usage.releaseToldBudget(record(1), use, NOW);
    expect(await usage.claimToldBudget(record(1), use, NOW)).toBe(true);
  });
});

it('a budget of credits is exceeded at most by what the questions cost that were open when it was used up', async () => {
  const batch = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
      await redis.flushall();
      const budgets = { workspace: { month: { credits: 2 } } };
      let spent = 0;
      for (const [i, costs] of batches.entries()) {
        const both = costs.map(async (milli, j) => {
          const question = record(100 * i + j);
          const store = stores[j % 2 === 0 ? 0 : 1];
          const { kind } = await store.create(question, { budgets });
          if (kind === 'created') await end(question, milli / 1_000, store);
          return kind === 'created' ? milli : 0;
        });
        const before = spent;
        for (const milli of await Promise.all(both)) spent += milli;
        if (before >= 2_000) expect(spent).toBe(before);
      }
      expect((await workspace()).month.credits).toBeCloseTo(spent / 1_000, 6);
      expect(spent).toBeLessThan(2_000 + 6 * 900);
    }),
    { numRuns: 30 },
  );
});

/** What happens, in some order, to questions of two people in two channels and in direct messages. */
type Step =
  | {
      readonly kind: 'ask';
      readonly n: number;
      readonly user: number;
      readonly where: number;
      readonly insteadOf: number;
    }
  | { readonly kind: 'end'; readonly n: number; readonly milli: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'budgets'; readonly budgets: Budgets };

const optional = { requiredKeys: [] };
const small = fc.nat({ max: 4 });
const amounts = fc.record({ questions: small, credits: small }, optional);
const budget = fc.record({ day: amounts, month: amounts }, optional);
const n = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      n,
      user: fc.nat({ max: 1 }),
      where: fc.nat({ max: 2 }),
      insteadOf: n,
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('end' as const), n, milli: fc.nat({ max: 3_000 }) }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.integer({ min: 1, max: 400 }),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('budgets' as const),
      budgets: fc.record({ person: budget, channel: budget, workspace: budget }),
    }),
    weight: 2,
  },
);

const PLACES = [
  { workspace: 'T1', channel: 'C1', direct: false },
  { workspace: 'T1', channel: 'C2', direct: false },
  { workspace: 'T1', channel: 'D1', direct: true },
];

/** The plain way to say what the scripts do. */
class Model {
  budgets: Budgets = {};
  now = NOW;
  readonly asked = new Map<string, { readonly question: Question; credits?: number }>();

  usedOf(question: Question, { scope, period, measure }: ReturnType<typeof budgetLimits>[number]) {
    const span = period === 'day' ? 10 : 7;
    const name = (at = 0) => new Date(at).toISOString().slice(0, span);
    return [...this.asked.values()]
      .filter(({ question: { acceptedAt } }) => name(acceptedAt) === name(this.now))
      .filter(({ question: { user } }) => scope !== 'person' || user === question.user)
      .filter(
        ({ question: { place } }) =>
          scope !== 'channel' || place.channel === question.place.channel,
      )
      .reduce((sum, { credits = 0 }) => sum + (measure === 'questions' ? 1 : credits), 0);
  }

  mayAsk(question: Question): boolean {
    return budgetLimits(this.budgets)
      .filter(({ scope }) => scope !== 'channel' || !question.place.direct)
      .every(
        (limit) =>
          this.usedOf(question, limit) < limit.max * (limit.measure === 'credits' ? 1_000 : 1),
      );
  }
}

it('counts and refuses as a plain model does, whatever is asked, repeated, edited, lowered or ended when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
      async (steps) => {
        await redis.flushall();
        const model = new Model();
        for (const [i, each] of steps.entries())
          await run(each, stores[i % 2 === 0 ? 0 : 1], model);
        await compare(model);
      },
    ),
    { numRuns: 60 },
  );
});

async function run(step: Step, store: QuestionStore, model: Model): Promise<void> {
  if (step.kind === 'wait') model.now += step.hours * HOUR_MS;
  else if (step.kind === 'budgets') model.budgets = step.budgets;
  else if (step.kind === 'ask') await ask(step, store, model);
  else await endOnce(step, store, model);
}

async function ask(
  step: Step & { kind: 'ask' },
  store: QuestionStore,
  model: Model,
): Promise<void> {
  const place = PLACES[step.where] ?? direct.place;
  const question = record(step.n, { user: `U${step.user}`, place, acceptedAt: model.now });
  const { budgets } = model;
  const created = await store.create(question, { budgets, insteadOf: record(step.insteadOf).id });
  if (model.asked.has(question.id)) return expect(created.kind).toBe('exists');
  const may = model.mayAsk(question);
  expect(created.kind).toBe(may ? 'created' : 'limited');
  if (may) model.asked.set(question.id, { question });
}

/** A question that has ended stays as it is: a process that does not know fails. */
async function endOnce(
  { n: which, milli }: Step & { kind: 'end' },
  store: QuestionStore,
  model: Model,
) {
  const known = model.asked.get(record(which).id);
  if (known === undefined) return;
  const ended = store.hold(known.question).save({ phase: 'ended', credits: milli / 1_000 });
  if (known.credits !== undefined) return expect(ended).rejects.toThrow(StaleQuestion);
  await ended;
  known.credits = milli;
}

async function compare(model: Model): Promise<void> {
  for (const user of ['U0', 'U1']) {
    const question = record(0, { user });
    const expected = (period: 'day' | 'month') => ({
      questions: model.usedOf(question, { scope: 'person', period, measure: 'questions', max: 0 }),
      credits:
        model.usedOf(question, { scope: 'person', period, measure: 'credits', max: 0 }) / 1_000,
    });
    expect(await person(user, model.now)).toEqual({
      day: expected('day'),
      month: expected('month'),
    });
  }
}
