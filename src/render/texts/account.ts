/** What people read about their own account on the service; `mrkdwn`, unless a comment says otherwise. */

import { moment, plural } from '../format/amounts.js';
import { escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { blockQuote } from './question.js';

/** `again`: it was connected, and the service does not accept it any more. */
const head = (again: boolean) =>
  again
    ? 'The service does not accept your account any more. Connect it again.'
    : 'Connect your account on the service first.';

export const connectFirst = (why: 'absent' | 'refused') =>
  `${head(why === 'refused')} \`/deepsearch connect\` opens the form.`;

/** `text`: the question, raw. */
export const connectForAnswer = (text: string, again: boolean) =>
  [
    again
      ? '*Connect your account again to get the answer.* The service does not accept it any more.'
      : '*Connect your account to get the answer.* Questions here run with your own account on the service.',
    `Your question is kept for 24 hours, and goes on once you have connected:`,
    blockQuote(text, SHOWN.question),
  ].join('\n');

export const tooManyWaiting = (most: number) =>
  `${plural(most, 'question')} of yours already wait for your account, so this one was not asked. Connect your account first, then ask again.`;

// The view (titles, labels and hints are plain text)

export const title = 'Your account';
export const connectLabel = 'Connect';
export const connectAccountLabel = 'Connect account';
export const manageLabel = 'Manage account';
export const disconnectLabel = 'Disconnect';
export const tokenLabel = 'Access token';
export const tokenHint =
  'Create one in your user settings on the service. It is checked, then stored encrypted. Anyone who has it can act as you, so paste it only here.';
export const tokenRequired = 'Paste an access token.';
export const tokenInvalid = 'This has spaces or other characters that no access token has.';

/** `baseUrl`: raw. */
export const formHead = (baseUrl: string) =>
  `Your questions then run with your own account on ${site(baseUrl)}, and see what that account may read.`;

export const sharedOnly =
  'Everyone here asks with one shared account, so there is nothing to connect.';

export const connectedSince = (baseUrl: string, at: number) =>
  `:white_check_mark: Your account on ${site(baseUrl)} is connected, since ${moment(at)}. Your questions run with it.`;

export const goingOn = (waiting: number) =>
  waiting === 1
    ? 'Your question is being asked now.'
    : `${plural(waiting, 'question')} of yours are being asked now.`;

export const disconnected = {
  none: 'You have no account connected here.',
  deleted:
    'Your account is disconnected, and its token is deleted here. It is still valid on the service: delete it there too, in your user settings.',
  revoked: 'Your account is disconnected: its token is deleted here, and revoked on the service.',
} as const;

// Signing in with a code

export const signInLabel = 'Sign in';
/** `code`: six digits. */
export const pageAsks = (code: string) =>
  `*Sign in* opens the service in your browser. The page then asks for these digits: *${code}*. Give them, and the link, to nobody. Both work once, for ten minutes.`;
export const withCodeLabel = 'Sign in with a code';
export const openSignInLabel = 'Open the service';
export const orToken = 'Or paste an access token:';
/** `code`: raw. */
export const enterCode = (code: string) =>
  `Open the service, sign in, and check that it shows this code:\n*\`${escapeMrkdwn(oneLine(code).replaceAll('`', ''))}\`*`;
export const codeExpires = (at: number) =>
  `Waiting for you to sign in. The code works until ${moment(at)}. Never enter a code that somebody else sent you.`;
export const codeExpired = 'The code has expired, so nothing was connected. Start again.';
export const codeSpent =
  'The service no longer accepts this code, so nothing was connected. Start again, even if you have just signed in: each code works once.';
export const declined = 'You declined on the service, so nothing was connected.';
export const noCodes =
  'The service does not offer that right now. Paste an access token instead, or try again later.';

export const disconnectHint =
  'Disconnecting deletes the token here. Questions that are still running wait until you connect again.';

export const problems = {
  /** The conversation API refuses it. */
  token:
    'The service does not accept this token. Check that you copied all of it, and that it has not expired.',
  /** Only the code tools refuse it. */
  'tools-token':
    'The service accepts this token for questions, but not for its code tools. Create another access token, and try again.',
  'no-oauth':
    'The service accepts this sign-in for its code tools, but not for questions. Paste an access token instead.',
  permission:
    'Your account may not use Deep Search. Ask the people who run the service to allow it.',
  unavailable:
    'The service is not answering right now, so the token could not be checked. Nothing was stored: try again in a minute.',
  expired: 'That took too long, so nothing was stored. Paste the token again.',
} as const;

export type ConnectProblem = keyof typeof problems;

// Home

export const homeConnected = 'Your account is connected.';
export const homeUnconnected = {
  linked: 'Connect your account to ask questions.',
  both: 'Connect your account to ask with it instead of the shared one.',
} as const;

function site(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return escapeMrkdwn(oneLine(host));
}
