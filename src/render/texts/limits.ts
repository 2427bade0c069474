import { isBudget } from '../../model/budget.js';
import type { LimitScope, ReachedLimit } from '../../model/limits.js';
import type { SettingSource } from '../../model/settings-layers.js';
import { count, moment, plural } from '../format/amounts.js';
import { budgetUsedUp } from './budgets.js';

/** What people are told when they reach a limit, in private. */

export function questionLimit(reached: ReachedLimit, question: LimitedQuestion): string {
  const why = whyNotAsked(reached, question);
  if (!question.edited) return `Your question was not asked: ${why}`;
  return `Your edited question was not asked: ${why} The original question continues.`;
}

interface LimitedQuestion {
  /** It was for a direct message. */
  readonly direct: boolean;
  /** It was to replace an open one. */
  readonly edited: boolean;
  /** Where its budgets are set. */
  readonly budgetFrom?: SettingSource;
}

function whyNotAsked(reached: ReachedLimit, { direct, budgetFrom }: LimitedQuestion): string {
  const { scope, max, againAt } = reached;
  if (isBudget(reached)) {
    return `${budgetUsedUp(reached, budgetFrom ?? { from: 'workspace' })} ${SEARCH}`;
  }
  const { has, meanwhile } = scope === 'channel' && direct ? DIRECT_MESSAGE : SCOPES[scope];
  if (againAt === undefined) {
    return `${has} ${plural(max, 'open question')}, as many as I answer at once. You can ask again when one of them is answered. ${meanwhile}`;
  }
  return `${has} asked ${plural(max, 'question')} within an hour, as many as I answer. You can ask again ${moment(againAt)}. ${SEARCH}`;
}

const SEARCH = 'Until then, `/deepsearch code search …` searches the code without asking.';

const SCOPES = {
  person: {
    has: 'you have',
    meanwhile: '`/deepsearch cancel` lists them, with a button to stop each.',
  },
  channel: {
    has: 'this channel has',
    meanwhile: 'You can ask in another channel, or send me a direct message.',
  },
  workspace: { has: 'this workspace has', meanwhile: SEARCH },
} satisfies Record<LimitScope, { has: string; meanwhile: string }>;

/** It has the limit of a channel. */
const DIRECT_MESSAGE = {
  has: 'this direct message has',
  meanwhile: 'You can ask in a channel.',
};

export const tooManyRequests =
  'You send more requests within a minute than I can take, so some of them were dropped. Please wait a minute, then send again what I did not answer.';

export const tooManyLookUps =
  'Your other requests are still running, as many as I work on at once for one person. Please try again when they are done.';

export const questionTooLong = ({ length, max }: { length: number; max: number }) =>
  `Your question was not asked: it has ${count(length)} characters, and I ask up to ${count(max)}. Keep the part that matters. To ask about a long log or file, post it as a text file and choose *Ask about this* from the menu of that message.`;
