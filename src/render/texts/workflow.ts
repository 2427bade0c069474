import { isBudget } from '../../model/budget.js';
import type { LimitScope, ReachedLimit } from '../../model/limits.js';
import type { DenialReason } from '../../model/verdict.js';
import { count, plural, utc } from '../format/amounts.js';
import { stepBudgetUsedUp } from './budgets.js';

/** What a workflow is told where its step could not be asked: plain sentences for whoever keeps it. */

export const questionMissing =
  'The question is empty. Give the step a text in "Question", such as a form field.';
export const userMissing =
  'Slack does not say who asks. In Workflow Builder, remove this step, add it again and publish the workflow. If it runs without a person, such as on a schedule, put a message with a button before this step: whoever clicks it asks.';
export const stepNotAccepted =
  'Something went wrong and the question was not asked. Run the workflow again.';
export const tooManyRequests =
  'The person in "Who asks" has asked too many questions within a minute. Run the workflow again in a minute.';
export const tooLong = ({ length, max }: { length: number; max: number }) =>
  `The question has ${count(length)} characters, and the app asks up to ${count(max)}. Shorten what the step is given in "Question".`;

export const leftChannel =
  'The channel takes no answers any more: it was archived or shared with another company, or its settings have changed. The person in "Who asks" got the outcome in a direct message. Choose another channel.';

export const outsideAudience =
  'The channel is limited to some repositories, and the answer is not only about those. The person in "Who asks" got it in a direct message. Choose another channel, or change its settings.';

export function stepDenied(why: DenialReason): string {
  switch (why) {
    case 'shared-channel':
      return sharedChannel;
    case 'unverified':
      return unverified;
    case 'unreachable':
      return unreachable;
    case 'nowhere-to-answer':
      return nowhereToAnswer;
    case 'not-member':
      return notMember;
    case 'guest':
    case 'outsider':
    case 'bot':
    case 'unknown':
    case 'not-listed':
      return mayNotAsk;
  }
}

export function stepLimited(reached: ReachedLimit): string {
  const { scope, max, againAt } = reached;
  if (isBudget(reached)) return stepBudgetUsedUp(reached);
  const whose = STEP_LIMITS[scope];
  return againAt === undefined
    ? `${whose} has ${plural(max, 'open question')}, as many as the app allows. Run the workflow again when some of them are answered.`
    : `${whose} has asked ${plural(max, 'question')} within an hour, as many as the app allows. Run the workflow again after ${utc(againAt)}.`;
}

const STEP_LIMITS = {
  person: 'The person in "Who asks"',
  channel: 'The channel for the answer',
  workspace: 'This workspace',
} satisfies Record<LimitScope, string>;

const unverified =
  'The person who ran the workflow cannot ask: Slack does not tell the app who they are. If they are a member of this workspace, the people who run the app can find the reason with `deepsearch-slack doctor`.';
const unreachable =
  'The person who ran the workflow cannot ask: Slack does not let the app write to them. Choose a channel for the answer.';
const nowhereToAnswer =
  'Slack lets the app post the answer neither in the channel nor to the person who ran the workflow. Add the app to the channel.';
const mayNotAsk =
  "The person who ran the workflow cannot ask about this workspace's code. Only members can, not guests or people from other companies.";
const notMember =
  'The person who ran the workflow is not in the private channel for the answer. Choose another channel, or none for a direct message.';
const sharedChannel =
  'The channel is shared with another company, so questions are not answered there. Choose another channel, or none for a direct message.';
