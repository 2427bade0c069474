import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Usage } from '../../src/model/usage.js';
import { LIMITS } from '../../src/render/format/limits.js';
import { ownUsage, usageReport, workspaceUsage } from '../../src/render/texts/usage.js';

const usage = (today: number, month: number, credits = 0): Usage => ({
  day: { questions: today, credits: credits / 10 },
  month: { questions: month, credits },
});
const NONE = usage(0, 0);

describe('what somebody used', () => {
  it('is shown with the budget that it counts towards', () => {
    const budget = { day: { questions: 20 }, month: { credits: 100 } };
    const own = { usage: usage(3, 1042, 15.3), budget };
    expect(usageReport({ own, quota: undefined })).toEqual([
      '*You*\nToday: 3 of 20 questions, 1.53 credits\nThis month: 1,042 questions, 15.3 of 100 credits',
      '*The service’s quota*\nNo quota is known yet. The service reports it with the first answer.',
    ]);
    expect(ownUsage(own)).toBe(
      'Your usage: 3 of 20 questions, 1.53 credits today · 1,042 questions, 15.3 of 100 credits this month',
    );
  });

  it('has no credits where there are none, and no budget of them', () => {
    expect(ownUsage({ usage: NONE })).toBe(
      'Your usage: 0 questions today · 0 questions this month',
    );
  });
});

describe('what a workspace used', () => {
  it('names those who used most, and how many more there are', () => {
    const people = {
      top: [
        { id: 'U1', usage: usage(1, 30, 5) },
        { id: 'U2', usage: usage(0, 1) },
      ],
      count: 14,
    };
    const channels = { top: [{ id: 'C1', usage: usage(1, 31, 5) }], count: 1 };
    const all = { usage: usage(1, 31, 5), budget: { month: { questions: 500 } } };
    expect(workspaceUsage({ all, people, channels })).toEqual([
      '*This workspace*\nToday: 1 question, 0.5 credits\nThis month: 31 of 500 questions, 5 credits',
      '*Top people this month*\n1. <@U1>: 30 questions, 5 credits (1 question, 0.5 credits today)\n2. <@U2>: 1 question\nand 12 more',
      '*Top channels this month*\n1. <#C1>: 31 questions, 5 credits (1 question, 0.5 credits today)',
    ]);
  });

  it('fits into one message, whatever they used', () => {
    const some = fc.record({
      questions: fc.nat({ max: 10 ** 9 }),
      credits: fc.double({ min: 0, max: 10 ** 9, noNaN: true }),
    });
    const used = fc.record({ day: some, month: some });
    fc.assert(
      fc.property(fc.array(used, { minLength: 10, maxLength: 10 }), used, (usages, all) => {
        const top = usages.map((each, i) => ({ id: `U0123456${i}AB`, usage: each }));
        const workspace = {
          all: { usage: all, budget: { day: all.day, month: all.month } },
          people: { top, count: 10 ** 6 },
          channels: { top, count: 10 ** 6 },
        };
        const own = workspace.all;
        const report = usageReport({ own, channel: own, quota: undefined, workspace });
        for (const part of report) {
          expect(part.length).toBeLessThan(LIMITS.sectionText);
          expect(part).not.toMatch(/NaN|undefined|e\+/);
        }
      }),
    );
  });
});
