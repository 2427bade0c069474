import type { ErasureResult } from '../../model/forget.js';
import { plural } from '../format/amounts.js';
import { mention } from './question.js';

/** What `/deepsearch forget` says; escaped as in `question.ts`. */

export const needsId =
  'Whose data? Slack passes on the name only, so use the member ID: in their profile, open *More* and *Copy member ID*, then type `forget U012ABCDEF`.';

/** `user`: a user ID. */
export const noSuchPerson = (user: string) =>
  `Slack knows nobody with the member ID \`${user}\`, and nothing of such a person is stored.`;

export const adminsOnly =
  'Only admins of their workspace can delete the data of somebody else. `forget` alone deletes yours.';

export const alreadyBegun = 'This data is being deleted already.';

export const begun = (user: string, isOwn: boolean) =>
  `Deleting ${isOwn ? 'your data' : `the data of ${mention(user)}`}. You get a receipt in a direct message; with many messages, it may take some minutes.`;

export interface ForgetQuestion {
  /** A user ID. */
  readonly person: string;
  readonly isOwn: boolean;
  readonly conversations: number;
  readonly open: number;
  readonly hasAccount: boolean;
  readonly auditDays: number;
}

export function confirm(about: ForgetQuestion): string {
  const { person, isOwn, conversations, open, hasAccount, auditDays } = about;
  const whose = isOwn ? 'your' : 'their';
  const goes = [
    conversations === 0
      ? undefined
      : `${plural(conversations, 'conversation')}, on Deep Search too, unless others asked in them`,
    open === 0 ? undefined : `${plural(open, 'running question')}: they are stopped`,
    `the app's messages and files that answer ${isOwn ? 'you' : 'them'}, in channels and direct messages`,
    `${whose} votes, stars and waiting questions`,
    hasAccount ? `${whose} connected account` : undefined,
  ];
  const stays = [
    `messages that ${isOwn ? 'you' : 'they'} wrote: only ${isOwn ? 'you' : 'they'} can delete those in Slack`,
    'some short notes of the app, such as _Shared in…_ or _Answered in private…_',
    `the audit trail, which has IDs and no content, for ${plural(auditDays, 'day')}`,
    'how many questions count towards limits and budgets, until these end',
  ];
  return [
    isOwn ? '*Delete your data for good?*' : `*Delete the data of ${mention(person)} for good?*`,
    `This goes:\n${list(goes)}`,
    `This stays:\n${list(stays)}`,
  ].join('\n');
}

function list(points: readonly (string | undefined)[]): string {
  return points.flatMap((point) => (point === undefined ? [] : [`• ${point}`])).join('\n');
}

export const receiptHead = (user: string, isOwn: boolean) =>
  isOwn ? '*Your data was deleted*' : `*The data of ${mention(user)} was deleted*`;

export const deletedHead = 'Deleted:';
export const keptHead = 'Not deleted:';

export const conversationsDeleted = (count: number) => plural(count, 'conversation');
export const questionsDeleted = (count: number) => `the records of ${plural(count, 'question')}`;
const messages = (count: number) =>
  count === 1 ? '1 message or file' : `${count} messages and files`;
export const messagesDeleted = messages;
export const votesDeleted = (count: number) => plural(count, 'vote');
export const accountDeleted = {
  revoked: 'the connected account; its token was revoked',
  deleted: 'the connected account; revoke its access token on Deep Search, if it is still there',
} as const;
export const nothingDeleted = 'nothing: no conversations, questions or messages were stored';

/** `ids`: "#12, #15". */
export const conversationsKept = (count: number, ids: string, fate: ErasureResult) =>
  `${plural(count, 'conversation')} (${ids}): ${WHY_KEPT[fate]}`;

const WHY_KEPT: Readonly<Record<ErasureResult, string>> = {
  deleted: '',
  gone: '',
  others: 'others asked there too; these questions are hidden in Slack, and stay on Deep Search',
  refused: 'Deep Search refused the deletion',
  account: 'from an account that is no longer connected; delete on Deep Search',
  unreachable: 'Deep Search did not answer for hours; delete there',
};

export const stillOpen = (count: number) =>
  `${plural(count, 'question')}: still being stopped, and removed after that`;

/** `code`: Slack's own. */
export const messagesKept = (count: number, code: string) =>
  `${messages(count)}: Slack refused (\`${code}\`)`;

export const idsMore = (count: number) => `and ${count} more`;

export const receiptEnd = (auditDays: number) =>
  `The audit trail keeps IDs, without content, for ${plural(auditDays, 'day')}. Short notes of the app, such as _Shared in…_ or _Answered in private…_, may stay in Slack. The app does not know conversations older than its retention: delete those on Deep Search.`;

// Buttons (plain text)

export const forgetLabel = 'Delete for good';
