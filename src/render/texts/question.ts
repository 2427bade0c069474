/**
 * The texts of a question, from asking to its answer. Arguments are raw (text of users, the service, a
 * repository) and are escaped here; results are `mrkdwn`, unless a comment says otherwise. See
 * `outcome.ts` for outcomes and `buttons.ts` for labels.
 */
import type { CitationIssue } from '../../model/answer.js';
import type { Progress, TransientErrorKind } from '../../model/outcome.js';
import { count, credits, duration, elapsed, moment, plural } from '../format/amounts.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { linkText } from '../markdown/mrkdwn.js';

/** Of a user id. Anything else is shown as text. */
export function mention(userId: string): string {
  return /^[UW][A-Z0-9]+$/.test(userId) ? `<@${userId}>` : escapeMrkdwn(userId);
}

export function withMention(userId: string | undefined, text: string): string {
  return userId === undefined ? text : `${mention(userId)} ${text}`;
}

// Asking

/** `text`: raw, cut to `max` code units. */
export function askedBy(user: string, text: string, max: number = SHOWN.quote): string {
  return `${mention(user)} asked:\n${blockQuote(text, max)}`;
}

/** In the asker's own direct message. `text`: raw, cut to `max` code units. */
export function youAsked(text: string, max: number): string {
  return `You asked:\n${blockQuote(text, max)}`;
}

/** `text`: raw, cut to `max` code units. */
export function answerSharedBy(user: string, text: string, max: number): string {
  return `${mention(user)} asked privately and shared the answer:\n${blockQuote(text, max)}`;
}

/** As a quotation; `text`: raw, cut to `max` code units. */
export function blockQuote(text: string, max: number): string {
  const lines = clipMrkdwn(text.trim(), max).split('\n');
  return `> ${lines.join(lines.length > SHOWN.quoteLines ? ' ' : '\n> ')}`;
}

// Progress

export function phaseText(now: Progress['phase']): string {
  switch (now.kind) {
    case 'received':
      return 'Got it. Starting…';
    case 'queued':
      return waitsItsTurn(now.position);
    case 'pending':
      return 'Queued by the service, which starts as soon as it has a free slot…';
    case 'working':
      return 'Searching the code…';
    case 'stopping':
      return 'Stopping…';
    case 'unconnected':
      return 'Waiting for an account: whoever asked has to connect theirs again.';
    case 'retrying':
      return retrying(now.reason);
  }
}

function waitsItsTurn(position: number): string {
  if (position <= 1)
    return 'Next in line: starts when the previous question in this thread is done.';
  return `Number ${count(position)} in line: questions in a thread are answered one at a time.`;
}

function retrying(reason: TransientErrorKind): string {
  const wait = 'Still trying.';
  if (reason === 'busy') return `The service is very busy. ${wait}`;
  if (reason === 'broken') return `The service has an internal problem right now. ${wait}`;
  return `The service is not answering right now. ${wait}`;
}

/** "25 s · 4 tool calls · usually 40 s", without what is not known. */
export function elapsedText(elapsedMs: number, toolCalls: number, typicalMs?: number): string {
  const calls = toolCalls > 0 ? [plural(toolCalls, 'tool call')] : [];
  const usually = typicalMs === undefined ? [] : [`usually ${elapsed(typicalMs)}`];
  return [elapsed(elapsedMs), ...calls, ...usually].join(' · ');
}

export function stepLine(text: string): string {
  return `• ${clipMrkdwn(oneLine(text), SHOWN.stepText)}`;
}

export function earlierSteps(n: number): string {
  return `${plural(n, 'earlier step')}`;
}

// The answer

export const stopCameTooLate = 'The answer was finished before it could be stopped. Here it is.';
export const emptyAnswer = 'The service returned an empty answer.';
export const tooLong = (left: number) =>
  `_The answer is too long for a thread: ${plural(left, 'more part')} left out. Ask about a smaller part to see it._`;
export const fileNote = (name: string) =>
  `This is the beginning. The whole answer is in the file *${escapeMrkdwn(name)}* below.`;
export const outlineHead = '**Contents of the file**';
export const sourcesHead = '*Sources*';
const ISSUE_TEXTS: Readonly<Record<CitationIssue, string>> = {
  'no-file': 'no such file',
  'no-lines': 'no such lines',
  differs: 'differs from the quotation',
};

export const citationIssueText = (about: CitationIssue) => ISSUE_TEXTS[about];
/** Behind a source. */
export const citationIssueMark = (about: CitationIssue) =>
  `:warning: _${citationIssueText(about)}_`;
export const citationIssueNote = 'I checked the sources: those marked do not match the code.';
export const andMore = (n: number) => `and ${count(n)} more`;
export const partNumber = (part: number, parts: number) => `Part ${count(part)} of ${count(parts)}`;
export const askNext = (questions: readonly string[]) =>
  ['Follow-up questions:', ...questions.map((text) => `• ${escapeMrkdwn(oneLine(text))}`)].join(
    '\n',
  );

/** "12 s · 7 tool calls · 1,240 tokens · 0.3 credits", leaving out what is zero. */
export function costText(spent: {
  elapsedMs: number;
  toolCalls: number;
  totalTokens: number;
  credits: number;
}): string {
  const parts = [
    spent.elapsedMs > 0 ? duration(spent.elapsedMs) : '',
    spent.toolCalls > 0 ? plural(spent.toolCalls, 'tool call') : '',
    spent.totalTokens > 0 ? plural(spent.totalTokens, 'token') : '',
    spent.credits >= 0.005 ? credits(spent.credits) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** For admins. `url`: its page. */
export const trace = (id: string, url: string | undefined) =>
  `Trace: ${url === undefined ? `\`${id}\`` : linkText(url, id)}`;

export function quotaNearlyUsed(quota: { used: number; limit: number; resetAt?: number }): string {
  const reset = quota.resetAt === undefined ? '' : `, until ${moment(quota.resetAt)}`;
  return `${count(quota.used)} of ${count(quota.limit)} of the quota used${reset}`;
}
