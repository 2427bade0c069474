/** What people read in views; escaped as in `question.ts`. Titles and labels are plain text. */
import type { AccessMode } from '../../model/access.js';
import type { ChannelSettings } from '../../model/settings.js';
import { plural } from '../format/amounts.js';
import { clipMrkdwn, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { mention } from './question.js';

export const closeLabel = 'Close';
export const cancelLabel = 'Cancel';

// While a view is being filled, and where nothing comes of it

export const waiting = 'One moment…';
export const notFilled =
  'Something went wrong on our side, so there is nothing to show here. Close this and try again.';
export const mayNotSee = 'Only people who may ask questions here can see this.';

// The form

export const askTitle = 'Ask Deep Search';
export const askLabel = 'Ask';
export const questionLabel = 'Your question';
export const questionExample = 'How does checkout retry a failed payment?';
export const audienceLabel = 'Who sees the answer';
export const audienceChoices = [
  { value: 'channel', label: 'Everybody in the channel below' },
  { value: 'me', label: 'Only me, in my direct messages with the app' },
];
export const whereLabel = 'Channel';
export const whereHint =
  'The answer comes as a thread there. Where the app is not a member, it comes to your direct messages.';

export const questionRequired = 'Write a question first.';
export const channelRequired = 'Choose a channel, or have the answer for you alone.';

// Why an answer was bad

export const reasonTitle = 'What was wrong?';
export const reasonLabel = 'What was wrong with the answer?';
export const reasonHint = 'Whoever runs this bot reads it, with your name.';
export const sendLabel = 'Send';
export const reasonRequired = 'Say in a few words what was wrong, or close this.';

// What a link leads to

export const previewTitle = 'Deep Search';

// A conversation

export const conversationViewTitle = 'Conversation';

// A question about a message

export const aboutTitle = 'Ask about this';
export const aboutQuestion = 'What does this mean, and which code is behind it?';
export const messageLabel = 'The message';
/** `name`: raw. */
export const fileLabel = (name: string) => `File: ${name === '' ? 'without a name' : name}`;
export const leftOut = '[… left out …]';

export const masked = (n: number) =>
  `${plural(n, 'thing')} that looked like a secret ${n === 1 ? 'is' : 'are'} masked. Look through the rest before you send it.`;
export const shortened =
  'It is long: its beginning and its end are here, and what lies between is left out.';
export const unread = (names: readonly string[]) =>
  `Not read: ${names.map((name) => clipMrkdwn(oneLine(name) || 'a file', SHOWN.sourceLabel)).join(', ')}. Only text files up to 256 KB are, three at most.`;
export const answeredInThread = "The answer comes in the message's thread.";
export const answeredInPrivate = 'The answer comes in our direct messages.';

// Home

export const homeTitle = 'Deep Search';
export const homeHead =
  'Ask how your code works: here, by `/deepsearch QUESTION`, by a mention in a channel, or in a direct message.';
export const askInHomeLabel = 'Ask a question';
export const runningTitle = 'Running';
export const noRunningQuestions = 'No question of yours is running.';
export const moreRunning = (n: number) => `${plural(n, 'more question')} of yours running.`;
export const conversationsTitle = 'Conversations';
export const searchLabel = 'Search titles';
export const searchExample = 'Type words, then press Enter';
export const noTitleMatches = (search: string) =>
  `No title here has "${clipMrkdwn(oneLine(search), SHOWN.sourceLabel)}" in it.`;

export const settingsInHome =
  'A channel says who may ask in it, where answers go, and in which language.';
export const chooseChannel = 'Choose a channel';

const ACCOUNTS: Readonly<Record<AccessMode, string>> = {
  shared: 'Everybody here asks with one shared account.',
  linked: 'Everybody here asks with an account of their own.',
  both: 'You ask with your own account where you have connected one, else with one that is shared.',
};

/** Which service answers, and whose account asks it. */
export function connectedTo(baseUrl: string, access: AccessMode): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return `Connected to ${escapeMrkdwn(host)}. ${ACCOUNTS[access]}`;
}

// The code tools

export const codeTitle = 'Code tools';

// A channel's settings

export const settingsTitle = 'Channel settings';
export const saveLabel = 'Save';
/** `channel`: an id. */
export const settingsHead = (channel: string) =>
  `Deep Search in <#${channel.replace(/[^A-Z0-9]/g, '')}>:`;
export const noSettingsHere =
  'A direct message has no settings. Use `/deepsearch settings` in the channel.';
export const notInThatChannel = 'You are not a member of that channel.';
export const whoMaySet =
  'Only admins of this workspace and whoever made the channel can change its settings.';

export const whoLabel = 'Who may ask';
export const whoChoices = [
  { value: 'everyone', label: 'Everybody in the channel' },
  { value: 'listed', label: 'Only the people below' },
];
export const peopleLabel = 'People';
export const peopleHint = 'Guests and people of other companies get no answer, listed or not.';
export const repliesLabel = 'Replies in my threads';
export const replyChoices = [
  { value: 'all', label: 'Each is a question' },
  { value: 'mention', label: 'Only those that mention me' },
];
export const answersLabel = 'Answers';
export const answerChoices = [
  { value: 'thread', label: 'In the thread, for all to read' },
  { value: 'asker', label: 'In private, to whoever asked' },
];
export const languageLabel = 'Language of the answers';
export const sameLanguageLabel = 'As the question';
export const peopleRequired = 'Choose at least one person, or let everybody ask.';

/** What is set, a line each. */
export function settingsAsText(settings: ChannelSettings): string {
  const labelOf = (choices: readonly { value: string; label: string }[], chosen: string) =>
    choices.find(({ value }) => value === chosen)?.label ?? chosen;
  const { who, people, language } = settings;
  const asking = who === 'everyone' ? labelOf(whoChoices, who) : people.map(mention).join(', ');
  return [
    `*${whoLabel}*: ${asking}`,
    `*${repliesLabel}*: ${labelOf(replyChoices, settings.replies)}`,
    `*${answersLabel}*: ${labelOf(answerChoices, settings.answers)}`,
    `*${languageLabel}*: ${language ?? sameLanguageLabel}`,
  ].join('\n');
}

export const smokeTitle = 'Smoke test';
export const smokeAnswered = 'It works: the running bot got the click, and opened a view.';
