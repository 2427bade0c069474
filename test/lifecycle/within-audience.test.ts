import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeMessages, type QuestionResult } from '../../src/lifecycle/outcome-messages.js';
import { createJudgeResult } from '../../src/lifecycle/within-audience.js';
import type { Answer, Source } from '../../src/model/answer.js';
import type { Question } from '../../src/model/question.js';
import type { Scope } from '../../src/model/scope.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { createAudienceOf } from '../../src/policy/audience.js';
import { questionRecord } from '../store/question-record.js';

const BASE = 'https://code.example.com';
const SECRET = 'acme/secret';
const NO_STATS = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

const judgeResult = createJudgeResult({
  audienceOf: createAudienceOf({
    load: async () => ({ ...DEFAULT_SETTINGS, audience: ['acme/shop', 'acme/web*'] }),
  }),
  baseUrl: BASE,
});

const answer = (change: Partial<Answer>): Answer => ({
  title: 'Retries',
  text: 'It retries.',
  sources: [source('acme/shop')],
  followups: [],
  stats: NO_STATS,
  ...change,
});

function source(repository: string): Source {
  return { type: 'File', label: 'queue.ts', link: `/${repository}/-/blob/queue.ts` };
}

const completed = (change: Partial<Answer>): QuestionResult => ({
  outcome: { kind: 'completed', afterStop: false },
  answer: answer(change),
});

/** All that people could read of what is posted in the channel. */
function shownOf(question: Question, ended: QuestionResult): string {
  const about = { baseUrl: BASE, keptBy: undefined, now: 0 };
  return JSON.stringify(outcomeMessages(question, ended, about));
}

const repository = fc.constantFrom('acme/shop', 'acme/web', 'acme/web-api', SECRET);
const link = fc.tuple(repository, fc.nat(4)).map(([name, form]) => {
  const url = `${BASE}/${name}`;
  const forms = [`[it](/${name}/-/blob/a.ts)`, `<${url}>`, `${url}/-/tree/src`, `repo:${name}`];
  return forms[form] ?? `\`${name}/-/blob/a.ts\``;
});
const text = fc
  .array(fc.oneof(link, fc.constantFrom('It retries.', '\n\n', '```\n', '- ', '> ', '| a |')))
  .map((parts) => parts.join(' '));
const scope: fc.Arbitrary<Scope> = fc
  .array(repository, { maxLength: 3 })
  .map((repositories) => ({ repositories, from: 'channel' }));

describe('what a limited channel is shown of a result', () => {
  it('names no other repository, whatever the answer says', async () => {
    const generated = fc.record({
      title: text,
      text,
      sources: fc.array(repository.map(source), { maxLength: 4 }),
      followups: fc.array(text, { maxLength: 3 }),
      scope,
    });
    await fc.assert(
      fc.asyncProperty(generated, async ({ scope: looked, ...change }) => {
        const question = questionRecord({ scope: looked, phase: 'ended' });
        const judged = await judgeResult(question, completed(change));
        if (judged.kind === 'here') expect(shownOf(question, judged.ended)).not.toContain(SECRET);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the whole answer if it cites nothing else', async () => {
    const ended = completed({ followups: ['How is it tested?'] });
    expect(await judgeResult(questionRecord({}), ended)).toEqual({ kind: 'here', ended });
  });

  it.each([
    ['cites another one', { sources: [source('acme/shop'), source(SECRET)] }, 'outside'],
    ['links another one', { text: `See [it](/${SECRET}).` }, 'outside'],
    ['cites nothing', { sources: [] }, 'unknown'],
  ] as const)('is nothing if it %s', async (_, change, why) => {
    const ended = completed(change);
    expect(await judgeResult(questionRecord({}), ended)).toEqual({ kind: 'outside', why });
  });

  it('stays private once it was found to be', async () => {
    const question = questionRecord({ outsideAudience: 'unknown' });
    const judged = await judgeResult(question, completed({}));
    expect(judged).toEqual({ kind: 'outside', why: 'unknown' });
  });

  it('is everything in a direct message', async () => {
    const place = { workspace: 'T1', channel: 'D1', direct: true };
    const ended = completed({ sources: [source(SECRET)] });
    expect(await judgeResult(questionRecord({ place }), ended)).toEqual({ kind: 'here', ended });
  });

  it('is a failure in our own words', async () => {
    const question = questionRecord({ phase: 'ended' });
    const failed: QuestionResult = {
      outcome: {
        kind: 'failed',
        failure: { kind: 'Odd', title: `No access to ${SECRET}`, message: `${SECRET} is locked` },
      },
    };
    const refused: QuestionResult = {
      outcome: { kind: 'refused', refusal: { reason: 'permission', message: `not ${SECRET}` } },
    };
    for (const ended of [failed, refused]) {
      const judged = await judgeResult(question, ended);
      if (judged.kind !== 'here') throw new Error('a failure is told where it was asked');
      expect(shownOf(question, judged.ended)).not.toContain(SECRET);
    }
  });
});
