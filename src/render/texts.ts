/**
 * Every word that people read in Slack. What comes in is raw (text of people, the service, a
 * repository) and is escaped here; what goes out is `mrkdwn`, except for button labels and the
 * few that say so.
 */
import type { Doubt, Failure } from '../model/answer.js';
import { OUR_MISTAKE, type Progress, type Refusal } from '../model/ending.js';
import type { Feedback, Reason } from '../model/feedback.js';
import { askedIn } from '../model/frame.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from './escape.js';
import { SHOWN } from './limits.js';

export type Phase = Progress['phase'];

/** Of a user id. Anything else is shown as text. */
export function mention(userId: string): string {
  return /^[UW][A-Z0-9]+$/.test(userId) ? `<@${userId}>` : escapeMrkdwn(userId);
}

export function addressed(userId: string | undefined, text: string): string {
  return userId === undefined ? text : `${mention(userId)} ${text}`;
}

// Amounts

/** Exact enough for a bill: "0.4 s", "12 s", "1 min 5 s", "2 h 3 min". */
export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0.1, Math.round(ms / 100) / 10)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(`${minutes} min`, seconds % 60, 's');
  return joined(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

/** As somebody who waits would say it: "a few seconds", "25 seconds", "2 minutes". */
export function roughly(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 5) return 'a few seconds';
  if (seconds < 60) return `${seconds - (seconds % 5)} seconds`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const rest = minutes % 60;
  const hours = plural(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}

export function count(n: number): string {
  const whole = Math.round(n).toString();
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** In the reader's own time zone; `at` in ms since the epoch. */
export function moment(at: number): string {
  const spoken = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.ceil(at / 1000)}^{date_short_pretty} at {time}|${spoken}>`;
}

function joined(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`;
}

// Buttons (plain text)

export const stopLabel = () => 'Cancel';
export const keepWaitingLabel = () => 'Keep waiting';
export const giveUpLabel = () => 'Stop';
export const askNewTextLabel = () => 'Ask again with the new text';
export const copyLabel = () => 'Copy as Markdown';
export const lookIntoLabel = () => 'Look into the sources';
export const moreSourcesLabel = (n: number) => plural(n, 'more source');
export const shareWithChannelLabel = () => 'Share with channel';
export const shareLinkLabel = () => 'Share link';
export const askAgainLabel = () => 'Ask again';
export const runMeantLabel = () => 'Run it';
export const askSaidLabel = () => 'Ask it as a question';
export const voteLabel = (vote: Feedback['vote']) => (vote === 'up' ? '👍' : '👎');
export const voteSpoken = (vote: Feedback['vote']) =>
  vote === 'up' ? 'This answer helped' : 'This answer did not help';

export const ownWordsLabel = () => 'Something else…';

export function reasonLabel(reason: Reason): string {
  const labels: Record<Reason, string> = {
    wrong: 'It is wrong',
    incomplete: 'Something is missing',
    'off-topic': 'Not what was asked',
    outdated: 'Out of date',
    unclear: 'Hard to follow',
  };
  return labels[reason];
}

// Asking

/** `text`: raw, cut to `max` code units. */
export function asked(asker: string, text: string, max: number = SHOWN.quote): string {
  return `${mention(asker)} asked:\n${quoted(text, max)}`;
}

/** `text`: raw, cut to `max` code units. */
export function sharedBy(asker: string, text: string, max: number): string {
  return `${mention(asker)} asked in private, and shares the answer:\n${quoted(text, max)}`;
}

/** As a quotation; `text`: raw, without what went along with it, cut to `max` code units. */
export function quoted(text: string, max: number): string {
  const lines = clipMrkdwn(askedIn(text).trim(), max).split('\n');
  return `> ${lines.join(lines.length > SHOWN.quoteLines ? ' ' : '\n> ')}`;
}

// Progress

export function phase(now: Phase): string {
  switch (now.kind) {
    case 'received':
      return 'Got it. Starting on your question…';
    case 'queued':
      return waitsItsTurn(now.place);
    case 'pending':
      return 'The service has your question and starts on it as soon as it has a free slot…';
    case 'working':
      return 'Looking through the code…';
    case 'stopping':
      return 'Stopping…';
    case 'trouble':
      return trouble(now.what);
  }
}

function waitsItsTurn(place: number): string {
  if (place <= 1)
    return 'Next in line: this starts when the question before it in this thread is done.';
  return `Number ${count(place)} in line in this thread: questions here are answered one after the other.`;
}

function trouble(what: 'unreachable' | 'busy' | 'broken'): string {
  const wait = 'Your question waits; I keep trying.';
  if (what === 'busy') return `The service is very busy and asked us to wait a little. ${wait}`;
  if (what === 'broken') return `The service has trouble of its own right now. ${wait}`;
  return `The service is not answering right now. ${wait}`;
}

/** "25 seconds · 4 tool calls · usually 40 seconds", without what is not known. */
export function soFar(elapsedMs: number, toolCalls: number, usualMs?: number): string {
  const calls = toolCalls > 0 ? [plural(toolCalls, 'tool call')] : [];
  const usually = usualMs === undefined ? [] : [`usually ${roughly(usualMs)}`];
  return [roughly(elapsedMs), ...calls, ...usually].join(' · ');
}

export function step(text: string): string {
  return `• ${clipMrkdwn(oneLine(text), SHOWN.stepText)}`;
}

export function earlierSteps(n: number): string {
  return `${plural(n, 'earlier step')}`;
}

// The answer

export const stopCameTooLate = () =>
  'The stop came too late: the answer was already finished, so here it is.';
export const emptyAnswer = () => 'The service finished without writing anything.';
export const tooLong = (left: number) =>
  `_The answer is longer than a thread should carry: ${plural(left, 'more part')} left out here. Ask about a smaller part to see it._`;
export const inTheFile = (name: string) =>
  `This is its beginning: the whole answer is in the file *${escapeMrkdwn(name)}* below.`;
export const outlineHead = () => '**What the file holds**';
export const sourcesHead = () => '*Sources*';
const DOUBTS: Readonly<Record<Doubt, string>> = {
  'no-file': 'no such file',
  'no-lines': 'no such lines',
  differs: 'not what is quoted',
};

export const doubt = (about: Doubt) => DOUBTS[about];
/** Behind a source. */
export const doubted = (about: Doubt) => `:warning: _${doubt(about)}_`;
export const doubtNote = () =>
  'I looked the sources up: what is marked is not there as the answer says.';
export const moreSources = (n: number) => `and ${count(n)} more`;
export const continues = (part: number, parts: number) => `Part ${count(part)} of ${count(parts)}`;
export const askNext = (questions: readonly string[]) =>
  ['You could ask next:', ...questions.map((text) => `• ${escapeMrkdwn(oneLine(text))}`)].join(
    '\n',
  );

/** "12 s · 7 tool calls · 1,240 tokens · 0.3 credits", leaving out what is zero. */
export function cost(spent: {
  elapsedMs: number;
  toolCalls: number;
  totalTokens: number;
  credits: number;
}): string {
  const credits = Math.round(spent.credits * 100) / 100;
  const parts = [
    spent.elapsedMs > 0 ? duration(spent.elapsedMs) : '',
    spent.toolCalls > 0 ? plural(spent.toolCalls, 'tool call') : '',
    spent.totalTokens > 0 ? plural(spent.totalTokens, 'token') : '',
    credits > 0 ? `${credits} ${credits === 1 ? 'credit' : 'credits'}` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export function quotaNearlyUsed(quota: { used: number; limit: number; resetAt?: number }): string {
  const reset = quota.resetAt === undefined ? '' : `, until ${moment(quota.resetAt)}`;
  return `${count(quota.used)} of ${count(quota.limit)} of the quota used${reset}`;
}

// Endings

export function failed(failure: Failure): string {
  switch (failure.kind) {
    case 'TokenLimitExceeded':
      return 'This question grew too large for the service to finish. Ask about a smaller part of it: one repository, one folder, one function.';
    case 'RateLimitExceeded':
      return 'The service has had more questions than it takes for now. Ask again in a few minutes.';
    case OUR_MISTAKE:
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

/** The far side's own words, marked as such; nothing where it said nothing. */
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

// What a status message shrinks to

export function settled(kind: string, spent: string): string {
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

export function overdueSettled(kept: boolean, by: string | undefined): string {
  const who = by === undefined ? '' : ` ${mention(by)} chose to`;
  if (kept) return by === undefined ? 'Waiting on.' : `Waiting on:${who} keep waiting.`;
  return by === undefined ? 'Not waiting any longer.' : `Not waiting any longer:${who} stop.`;
}
