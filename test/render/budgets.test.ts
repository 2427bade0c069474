import { describe, expect, it } from 'vitest';
import type { ReachedBudget } from '../../src/model/budget.js';
import type { SettingSource } from '../../src/model/settings-layers.js';
import { budgetNearlyUsed, stepBudgetUsedUp } from '../../src/render/texts/budgets.js';
import { questionLimit } from '../../src/render/texts/limits.js';

const AGAIN = Date.UTC(2026, 11, 1);
const reached = (change: Partial<ReachedBudget> = {}): ReachedBudget => ({
  scope: 'person',
  period: 'month',
  measure: 'credits',
  max: 1_000,
  againAt: AGAIN,
  ...change,
});
const WHEN = `<!date^${AGAIN / 1000}^{date_short_pretty} at {time}|2026-12-01 00:00 UTC>`;

function refusal(budget: ReachedBudget, budgetFrom: SettingSource = { from: 'workspace' }): string {
  return questionLimit(budget, { direct: false, edited: false, budgetFrom });
}

describe('a refusal says which budget is used up, until when, and who can raise it', () => {
  it.each([
    [
      refusal(reached()),
      `you have used up your budget of 1,000 credits a month. You can ask again ${WHEN}. Admins can raise it in the Home tab of this app.`,
    ],
    [
      refusal(reached({ scope: 'channel', measure: 'questions', max: 1, period: 'day' }), {
        from: 'channel',
      }),
      `this channel has used up its budget of 1 question a day. You can ask again ${WHEN}. Workspace admins can raise it here with \`/deepsearch settings\`.`,
    ],
    [
      refusal(reached({ scope: 'workspace', max: 0.5 }), {
        from: 'file',
        level: 'workspace',
        by: 'ops & co',
        at: 0,
      }),
      `this workspace has used up its budget of 0.5 credits a month. You can ask again ${WHEN}. ops &amp; co set it in a settings file and can raise it there.`,
    ],
    [
      refusal(reached({ scope: 'channel', measure: 'questions', max: 0 })),
      'this channel’s budget is 0 questions a month. Admins can raise it in the Home tab of this app.',
    ],
  ])('%s', (said, why) => {
    const search = 'Until then, `/deepsearch code search …` searches the code without asking.';
    expect(said).toBe(`Your question was not asked: ${why} ${search}`);
  });

  it('a workflow reads it as plain text', () => {
    expect(stepBudgetUsedUp(reached({ scope: 'channel' }))).toBe(
      'The channel for the answer has used up a budget of 1,000 credits a month. Run the workflow again after 2026-12-01 00:00 UTC, or ask an admin to raise the budget.',
    );
  });
});

it('a word says how much of a budget is used', () => {
  const use = { ...reached({ scope: 'workspace' }), used: 812.345, endsAt: AGAIN };
  expect(budgetNearlyUsed(use)).toBe(
    `This workspace has used 812.35 of its 1,000 credits this month. The budget resets ${WHEN}.`,
  );
});
