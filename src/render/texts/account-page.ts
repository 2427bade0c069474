/** What the page of a sign-in says, in the browser; plain text. */
import { oneLine } from '../format/escape.js';

export const title = 'Connect your account';
export const codeLabel = 'Six digits from Slack:';
export const connectLabel = 'Connect';

/** `name`: in Slack; `baseUrl`: of the instance; both raw. */
export const connects = (name: string, baseUrl: string) =>
  `This connects the account that you have just signed in with on ${hostOf(baseUrl)} to ${oneLine(name)} in Slack. Questions of ${oneLine(name)} will see what this account can read.`;
export const warning =
  'Enter the six digits that Slack shows you, next to the link that you clicked. If somebody else sent you the link or the digits, or that is not your name, close this page: they would get access with your account.';
export const wrongCode = 'Those are not the digits that Slack shows.';

export const said = {
  finished:
    'Go back to Slack: it shows whether your account is connected. You can close this page.',
  declined: 'You declined, so nothing was connected. You can close this page.',
  unknown:
    'This sign-in has expired, or was used before, so nothing was connected. Start again in Slack.',
  unavailable:
    'The service is not answering right now, so nothing was connected. Start again in Slack.',
  'too-many-tries': 'Too many wrong digits, so nothing was connected. Start again in Slack.',
} as const;

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
