/** What people read in views; by the same rules as `texts.ts`. Titles and labels are plain text. */
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../escape.js';
import { SHOWN } from '../limits.js';
import { plural } from '../texts.js';

export const closeLabel = () => 'Close';
export const cancelLabel = () => 'Cancel';

// While a view is being filled, and where nothing comes of it

export const waiting = () => 'One moment…';
export const notFilled = () =>
  'Something went wrong on our side, so there is nothing to show here. Close this and try again.';
export const mayNot = () => 'Only people who may ask questions here can see this.';

// The form

export const askTitle = () => 'Ask Deep Search';
export const askLabel = () => 'Ask';
export const questionLabel = () => 'Your question';
export const questionExample = () => 'How does checkout retry a failed payment?';
export const audienceLabel = () => 'Who sees the answer';
export const audiences = () => [
  { value: 'channel', label: 'Everybody in the channel below' },
  { value: 'me', label: 'Only me, in my direct messages with the app' },
];
export const whereLabel = () => 'Channel';
export const whereHint = () =>
  'The answer comes as a thread there. Where the app is not a member, it comes to your direct messages.';

export const noQuestion = () => 'Write a question first.';
export const noChannel = () => 'Choose a channel, or have the answer for you alone.';

// Why an answer was bad

export const reasonTitle = () => 'What was wrong?';
export const reasonLabel = () => 'What was wrong with the answer?';
export const reasonHint = () => 'Whoever runs this bot reads it, with your name.';
export const sendLabel = () => 'Send';
export const noReason = () => 'Say in a few words what was wrong, or close this.';

// What a link leads to

export const previewTitle = () => 'Deep Search';

// A conversation

export const talkTitle = () => 'Conversation';

// A question about a message

export const aboutTitle = () => 'Ask about this';
export const aboutQuestion = () => 'What does this mean, and which code is behind it?';
export const messageLabel = () => 'The message';
/** `name`: raw. */
export const fileLabel = (name: string) => `File: ${name === '' ? 'without a name' : name}`;
export const leftOut = () => '[… left out …]';

export const masked = (n: number) =>
  `:lock: ${plural(n, 'thing')} that looked like a secret ${n === 1 ? 'is' : 'are'} masked. Look through the rest before you send it.`;
export const shortened = () =>
  'It is long: its beginning and its end are here, and what lies between is left out.';
export const unread = (names: readonly string[]) =>
  `Not read: ${names.map((name) => clipMrkdwn(oneLine(name) || 'a file', SHOWN.sourceLabel)).join(', ')}. Only text files up to 256 KB are, three at most.`;
export const answeredInThread = () => "The answer comes in the message's thread.";
export const answeredInPrivate = () => 'The answer comes in our direct messages.';

/** What goes along with the question; plain text. */
export const aboutMessage = (text: string) => `The message that this is about:\n${text}`;
export const aboutFile = (name: string, text: string) => `Its file ${name}:\n${text}`;

// Home

export const homeTitle = () => 'Deep Search';
export const homeHead = () =>
  'Ask how your code works: here, by `/deepsearch QUESTION`, by a mention in a channel, or in a direct message.';
export const askAtHomeLabel = () => 'Ask a question';
export const runningTitle = () => 'Running';
export const nothingOfYoursRuns = () => 'No question of yours is running.';
export const moreRunning = (n: number) => `${plural(n, 'more question')} of yours running.`;
export const talksTitle = () => 'Conversations';
export const searchLabel = () => 'Search titles';
export const searchExample = () => 'Type words, then press Enter';
export const nothingFound = (search: string) =>
  `No title here has "${clipMrkdwn(oneLine(search), SHOWN.sourceLabel)}" in it.`;

/** Which service answers, and whose account asks it. */
export function connectedTo(baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `Connected to ${escapeMrkdwn(host)}. Everybody here asks with one shared account.`;
}
// The code tools

export const codeTitle = () => 'Code tools';
