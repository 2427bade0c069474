import type { Logger } from '../log.js';
import { type BudgetUse, budgetLimits, budgetsIn, isNearlyUsed } from '../model/budget.js';
import type { Question } from '../model/question.js';
import { note } from '../render/blocks/message.js';
import * as budgetTexts from '../render/texts/budgets.js';
import type { SlackMessages } from '../slack/messages.js';
import type { SettingsStore } from '../store/settings.js';
import type { UsageStore } from '../store/usage.js';

export interface WarnOfBudgetsOptions {
  readonly usage: Pick<UsageStore, 'ofBudgets' | 'claimToldBudget' | 'releaseToldBudget'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly messages: Pick<SlackMessages, 'post'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Called with a question whose outcome was shown; never throws. */
export type WarnOfBudgets = (question: Question) => Promise<void>;

/**
 * Says once in each day and month that most of a budget is used: to the person in their direct message, and of a channel or
 * a workspace in the thread of the question that has used it.
 */
export function createWarnOfBudgets(options: WarnOfBudgetsOptions): WarnOfBudgets {
  const { usage, settings, messages, now, logger } = options;

  async function nearlyUsed(question: Question, at: number): Promise<BudgetUse[]> {
    const { place, askedIn = place.channel } = question;
    const limits = budgetLimits(budgetsIn(await settings.load(place.workspace, askedIn)));
    const uses = limits.length === 0 ? [] : await usage.ofBudgets(question, limits, at);
    return uses.filter((use) => use.used > 0 && isNearlyUsed(use));
  }

  /** In a direct message it stays, where an ephemeral message may be gone before it is read. */
  async function tell({ place, user }: Question, use: BudgetUse): Promise<void> {
    const { workspace, channel, threadTs, direct } = place;
    const text = note(budgetTexts.budgetNearlyUsed(use));
    const toAll = use.scope !== 'person' && !direct && threadTs !== undefined;
    // Slack opens the direct message itself: https://docs.slack.dev/reference/methods/chat.postMessage
    if (!toAll) await messages.post({ workspace, channel: user }, text);
    else await messages.post({ workspace, channel }, { ...text, threadTs });
  }

  /** Where it cannot be told, the next question tells it. */
  async function tellOnce(question: Question, use: BudgetUse, at: number): Promise<void> {
    if (!(await usage.claimToldBudget(question, use, at))) return;
    const { scope, period, measure, used, max } = use;
    logger.warn({ question: question.id, scope, period, measure, used, max }, 'budget nearly used');
    try {
      await tell(question, use);
    } catch (error) {
      await usage.releaseToldBudget(question, use, at);
      throw error;
    }
  }

  return async (question) => {
    const { budgeted, withdrawn, outcome } = question;
    if (!budgeted || withdrawn || outcome?.kind === 'withheld') return;
    try {
      const at = now();
      for (const use of await nearlyUsed(question, at)) await tellOnce(question, use, at);
    } catch (error) {
      logger.warn({ err: error, question: question.id }, 'not told that a budget is nearly used');
    }
  };
}
