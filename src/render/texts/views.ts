/** What people read in views; escaped as in `question.ts`. Titles and labels are plain text. */
import type { AccessMode } from '../../model/access.js';
import { plural } from '../format/amounts.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';

export const closeLabel = 'Close';
export const cancelLabel = 'Cancel';

// While a view is being filled, and if that fails

export const waiting = 'One moment…';
export const notFilled = 'Something went wrong. Close this and try again.';
export const tooManyRequests =
  'Too many requests within a minute. Close this and try again in a minute.';
export const mayNotSee = 'Only people who can ask here can see this.';

// The form

export const askTitle = 'Ask Deep Search';
export const askLabel = 'Ask';
export const questionLabel = 'Your question';
export const questionExample = 'How does checkout retry a failed payment?';
export const repositoryLabel = 'Repository';
export const repositoryHint = 'Or write repo:NAME in the question.';
export const allRepositories = 'All repositories';
export const audienceLabel = 'Who sees the answer';
export const audienceChoices = [
  { value: 'channel', label: 'Everyone in the channel below' },
  { value: 'me', label: 'Only me, in my direct messages with the app' },
];
export const whereLabel = 'Channel';
export const whereHint =
  'The answer comes in a thread there, or in your direct messages if the app is not a member or you choose no channel.';

export const questionRequired = 'Write a question first.';
export const notAChannel = 'Choose a channel, or none to ask privately.';

// Why an answer was bad

export const reasonTitle = 'What was wrong?';
export const reasonLabel = 'What was wrong with the answer?';
export const reasonHint = 'The people who run this app can read it, with your name.';
export const sendLabel = 'Send';
export const reasonRequired = 'Say what was wrong, or close this.';

// What a link leads to

export const previewTitle = 'Deep Search';

// A conversation

export const conversationViewTitle = 'Conversation';

// A question about a message

export const aboutTitle = 'Ask about this';
export const aboutQuestion = 'What does this mean, and which code causes it?';
export const messageLabel = 'The message';
/** `name`: raw. */
export const fileLabel = (name: string) => `File: ${name === '' ? 'untitled' : name}`;
export const leftOut = '[… left out …]';

export const masked = (n: number) =>
  `${plural(n, 'thing')} that looked like a secret ${n === 1 ? 'is' : 'are'} masked. Check the rest before you send it.`;
export const shortened = 'The middle of this long text was left out.';
export const unread = (names: readonly string[]) =>
  `Not read: ${names.map((name) => clipMrkdwn(oneLine(name) || 'a file', SHOWN.sourceLabel)).join(', ')}. Up to three text files of at most 256 KB are read.`;
export const answeredInThread = "The answer comes in the message's thread.";
export const answeredInPrivate = 'The answer comes in our direct messages.';

// Home

export const homeTitle = 'Deep Search';
export const homeHead =
  'Ask how your code works: here, with `/deepsearch QUESTION`, with a mention in a channel, or in a direct message.';
export const askInHomeLabel = 'Ask a question';
export const runningTitle = 'Running';
export const usageTitle = 'Usage';
export const noRunningQuestions = 'You have nothing running.';
export const moreRunning = (n: number) => `${plural(n, 'more question')} running.`;
export const conversationsTitle = 'Conversations';
export const searchLabel = 'Search questions and answers';
export const searchExample = 'Type words, then press Enter';
export const nothingMatches = (search: string) =>
  `No conversation here has "${clipMrkdwn(oneLine(search), SHOWN.sourceLabel)}" in it.`;
export const answersNotSearched =
  'Only titles were searched: the service is not answering right now.';

export const settingsInHome =
  'For a channel: who can ask, who sees the answers, where to look, and more. What a channel does not set comes from the workspace.';
export const settingsTitle = 'Settings';
export const workspaceSettingsLabel = 'Workspace settings';
export const chooseChannel = 'Choose a channel';

const ACCOUNTS: Readonly<Record<AccessMode, string>> = {
  shared: 'Everyone here asks with one shared account.',
  linked: 'Everyone here asks with their own account.',
  both: 'You ask with your own account if you have connected one, otherwise with a shared account.',
};

/** Which service answers, and whose account asks it. */
export function connectedTo(baseUrl: string, access: AccessMode): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `Connected to ${escapeMrkdwn(host)}. ${ACCOUNTS[access]}`;
}

// The code tools

export const codeTitle = 'Code tools';

export const smokeTitle = 'Smoke test';
export const smokeAsked =
  'Smoke test: please click the button. The running bot should open a view.';
export const smokeAnswered = 'It works: the running bot got the click, and opened a view.';
