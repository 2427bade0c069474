/** The texts of outcomes: `mrkdwn`, with escaped arguments. */
import type { Failure } from '../../model/answer.js';
import { APP_ERROR, type Refusal } from '../../model/outcome.js';
import type { WithheldReason } from '../../model/reach.js';
import { moment, roughly } from '../format/amounts.js';
import { clipMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { mention } from './question.js';

export function failed(failure: Failure): string {
  switch (failure.kind) {
    case 'TokenLimitExceeded':
      return 'This question was too large for the service. Ask about a smaller part: one repository, folder or function.';
    case 'RateLimitExceeded':
      return 'The service has too many questions right now. Ask again in a few minutes.';
    case APP_ERROR:
      return "This app had an internal error, so there is no answer. Please ask again. The cause is in the app's log.";
    case 'InternalError':
      return `The service had an internal error. Asking again often helps; if it happens again, tell the people who run it.${says(failure.message)}`;
    default:
      return unknownFailure(failure);
  }
}

function unknownFailure({ title, message }: Failure): string {
  const head =
    oneLine(title) === '' ? 'it gave no reason' : clipMrkdwn(oneLine(title), SHOWN.title);
  return `The service could not answer this: ${head}.${says(message)}\nAsk again, or rephrase the question.`;
}

/** The service's own message as a quotation; empty if there is none. */
function says(message: string): string {
  const cut = clipMrkdwn(oneLine(message), SHOWN.detail);
  return cut === '' ? '' : `\n> ${cut}`;
}

/** What the service says of the app's token is for those who run the app: doctor shows it. */
export function refused(refusal: Refusal, baseUrl: string): string {
  if (refusal.reason === 'token') return refusalSentence(refusal, baseUrl);
  return `${refusalSentence(refusal, baseUrl)}${says(refusal.message)}`;
}

function refusalSentence({ reason, retryAt }: Refusal, baseUrl: string): string {
  switch (reason) {
    case 'token':
      return "The service rejected the app's access token. Ask the people who run this app to renew it, then ask again.";
    case 'account':
      return 'There is no answer, because no account was connected in time. Connect yours with `/deepsearch connect`, then ask again.';
    case 'permission':
      return `The app is not allowed to ask questions there. Ask the people who run ${site(baseUrl)} to allow it.`;
    case 'quota':
      return quotaUsedUp(retryAt);
    case 'not-found':
      return 'The service no longer has this conversation. It may have been deleted there. Ask again to start a new one.';
    case 'bad-request':
      return 'The service rejected this question. Shorten or rephrase it, then ask again.';
  }
}

function quotaUsedUp(retryAt: number | undefined): string {
  if (retryAt === undefined) {
    return "The service's quota for questions is used up for now. Ask again later.";
  }
  return `The service's quota for questions is used up. Ask again after ${moment(retryAt)}.`;
}

function site(baseUrl: string): string {
  if (!/^https?:\/\/[^\s<>|]+$/.test(baseUrl)) return 'the service';
  return `<${baseUrl.replaceAll('&', '&amp;')}|the service>`;
}

export function cancelled(by: string | undefined, confirmed: boolean): string {
  const head = by === undefined ? 'Stopped.' : `Stopped by ${mention(by)}.`;
  if (confirmed) return head;
  return `${head} The service has not confirmed it and may keep working for a while, but no answer will be posted here.`;
}

export function expired(waitedMs: number): string {
  return `No answer came within ${roughly(waitedMs)}, so this question was stopped. Ask again, perhaps about a smaller part.`;
}

export function unreachable(waitedMs: number): string {
  return `The service could not be reached for ${roughly(waitedMs)}, so there is no answer. Ask again later; if this goes on, tell the people who run this app.`;
}

/** Whoever reads the channel now may read this: it says nothing about the question or its author. */
export function withheld(why: WithheldReason): string {
  switch (why) {
    case 'not-allowed':
      return 'This question was ended without an answer.';
    case 'unverified':
      return 'This question was ended without an answer, because Slack does not say who may see it. Ask again later.';
    case 'unreachable':
      return 'This question was ended without an answer, because it can be shown neither here nor in a direct message.';
  }
}

export const moved = 'Continued in a direct message.';

/** Everybody in the channel reads this: it says nothing of what the answer is about. */
export function answeredOutsideAudience(why: 'outside' | 'unknown'): string {
  return why === 'outside'
    ? "Answered in private: the answer is about repositories that this channel isn't allowed to see."
    : "Answered in private: I can't tell whether this channel is allowed to see the answer.";
}

export const reasonNotShown = "this channel isn't allowed to see its reason";

export function finishedStatus(kind: string, spent: string): string {
  const heads: Record<string, string> = {
    completed: 'Answered below',
    failed: 'No answer: the service failed',
    cancelled: 'Stopped',
    expired: 'No answer in time',
    refused: 'No answer: the service refused',
    unreachable: 'No answer: the service was unreachable',
    withheld: 'Ended',
  };
  return [heads[kind] ?? 'Done', spent].filter((part) => part !== '').join(' · ');
}

export function overdue(waitedMs: number): string {
  return `This is taking longer than usual: ${roughly(waitedMs)} so far. Keep waiting, or stop? Without a reply, it stops after the same time again.`;
}

export function finishedOverdue(kept: boolean, by: string | undefined): string {
  const who = by === undefined ? '' : ` ${mention(by)} chose to`;
  if (kept) return by === undefined ? 'Still waiting.' : `Still waiting:${who} keep waiting.`;
  return by === undefined ? 'Stopped waiting.' : `Stopped waiting:${who} stop.`;
}
