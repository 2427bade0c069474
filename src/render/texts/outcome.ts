/** The texts of outcomes: `mrkdwn`, with escaped arguments. */
import type { Failure } from '../../model/answer.js';
import { INTERNAL_ERROR, type Refusal } from '../../model/outcome.js';
import { moment, roughly } from '../format/amounts.js';
import { clipMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { mention } from './question.js';

export function failed(failure: Failure): string {
  switch (failure.kind) {
    case 'TokenLimitExceeded':
      return 'This question grew too large for the service to finish. Ask about a smaller part of it: one repository, one folder, one function.';
    case 'RateLimitExceeded':
      return 'The service has had more questions than it takes for now. Ask again in a few minutes.';
    case INTERNAL_ERROR:
      return 'This bot made a mistake, and your question ends without an answer. Ask it again; whoever runs the bot finds the cause in its log.';
    case 'InternalError':
      return `Something broke inside the service while it worked on this. Asking again often helps; if it happens again, tell whoever runs the service.${says(failure.message)}`;
    default:
      return unknownFailure(failure);
  }
}

function unknownFailure({ title, message }: Failure): string {
  const head =
    oneLine(title) === '' ? 'it gave no reason' : clipMrkdwn(oneLine(title), SHOWN.title);
  return `The service could not answer this: ${head}.${says(message)}\nAsk again, or ask it in other words.`;
}

/** The service's own message as a quotation; empty if there is none. */
function says(message: string): string {
  const cut = clipMrkdwn(oneLine(message), SHOWN.detail);
  return cut === '' ? '' : `\n> ${cut}`;
}

export function refused(refusal: Refusal, baseUrl: string): string {
  return `${refusalSentence(refusal, baseUrl)}${says(refusal.message)}`;
}

function refusalSentence({ reason, retryAt }: Refusal, baseUrl: string): string {
  switch (reason) {
    case 'token':
      return "The service did not accept this bot's access token. Ask whoever runs this bot to renew its access token; then ask again.";
    case 'permission':
      return `The service does not let this bot ask questions there. Ask whoever runs ${site(baseUrl)} to allow it.`;
    case 'quota':
      return quotaUsedUp(retryAt);
    case 'not-found':
      return 'The service no longer has this conversation; it may have been deleted there. Ask again to start a new one.';
    case 'bad-request':
      return 'The service did not take this question as it stands. Shorten it or put it in other words, and ask again.';
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
  return `${head} The service has not confirmed it and may work on for a while; whatever it still finds is not posted here.`;
}

export function expired(waitedMs: number): string {
  return `No answer came within ${roughly(waitedMs)}, so this question was stopped. Ask again, perhaps about a smaller part of it.`;
}

export function unreachable(waitedMs: number): string {
  return `The service could not be reached for ${roughly(waitedMs)}, so this question ends without an answer. Ask again later; if it stays like this, tell whoever runs this bot.`;
}

export function finishedStatus(kind: string, spent: string): string {
  const heads: Record<string, string> = {
    completed: 'Answered below',
    failed: 'No answer: the service failed',
    cancelled: 'Stopped',
    expired: 'No answer in time',
    refused: 'No answer: the service refused',
    unreachable: 'No answer: the service was out of reach',
  };
  return [heads[kind] ?? 'Done', spent].filter((part) => part !== '').join(' · ');
}

export function overdue(waitedMs: number): string {
  return `This is taking longer than usual: ${roughly(waitedMs)} so far. Keep waiting, or stop here? Without a reply it stops by itself after as long again.`;
}

export function finishedOverdue(kept: boolean, by: string | undefined): string {
  const who = by === undefined ? '' : ` ${mention(by)} chose to`;
  if (kept) return by === undefined ? 'Waiting on.' : `Waiting on:${who} keep waiting.`;
  return by === undefined ? 'Not waiting any longer.' : `Not waiting any longer:${who} stop.`;
}
