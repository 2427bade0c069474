import { plural } from '../format/amounts.js';
import { escapeMrkdwn } from '../format/escape.js';

/** What is said in private, on pages, and beside an answer. */

export const alreadyFinished = 'That question is already finished, so there is nothing to stop.';
export const alreadyAsked = 'That question is already being asked in this thread.';
export const askedInDirectMessage =
  "I can't post in that channel, so your question and its answer are in our direct messages. Invite me to the channel to have answers there.";
export const notFromShared =
  'This channel is shared with another company, so I do not answer questions here. Ask in one of your own channels, or in a direct message with me.';
export const mayNotAsk =
  'Guests of this workspace cannot ask questions about its code. Ask one of its members to ask for you.';
export const notMember =
  'You are not a member of that channel, so I do not ask there for you. Choose one of your own.';

/** Why somebody's question is not asked, where they hear why. */
export function denied(why: string): string {
  if (why === 'guest') return mayNotAsk;
  if (why === 'not-listed') return notListed;
  return why === 'not-member' ? notMember : notFromShared;
}
export const notListed =
  'Only some people may ask in this channel: `/deepsearch settings` says who. Ask in another channel, or in a direct message with me.';
export const settingsSaved = (text: string) => `Saved. From now on, in this channel:\n${text}`;
export const answeredPrivately =
  'In this channel answers go to whoever asks alone: yours is in our direct messages, with a button that shares it here.';
export const sharedWithChannel = (channel: string) =>
  `Shared in <#${channel.replace(/[^A-Z0-9]/g, '')}>.`;
export const sharedBefore = 'You have shared this answer already.';
export const notShared = "I can't post in that channel. Invite me to it, and share again.";
export const mayNotStop = 'Only people who may ask questions here can stop this one.';
export const mayNotCommand = 'Only people who may ask questions here can tell me that.';
export const muted =
  'Replies in this thread are between people from now on: I take none of them as a question until somebody replies `unmute` or mentions me.';
export const unmuted = 'Replies in this thread are questions to me again.';
export const questionEdited = (fits: boolean) =>
  `You changed your question while I work on it. I go on with the words that you asked first.${fits ? '' : ' The new text is too long for a button: reply `stop`, and ask it as a message of its own.'}`;
export const editedAsked = 'Asked in its new words: the answer comes in the same thread.';
export const nextStartsNewConversation =
  'The next question in this thread starts afresh, without the answers before it.';
export const nothingToStop = 'No question is open in this thread, so there is nothing to stop.';
export const mayNotVote = 'Only people who may ask questions here can rate an answer.';
export const mayNotReveal = 'Only people who may ask questions here can see more of it.';
export const answerNotFound =
  'The service no longer shows this answer; it may have been deleted there.';
export const answerUnavailable =
  'The service is not answering right now. Press the button again in a moment.';
export const moreSourcesHead = (n: number) => `*${plural(n, 'more source')}*`;
export const copyHead = (part: number, parts: number) =>
  ['The answer as Markdown', ...(parts > 1 ? [`part ${part} of ${parts}`] : [])].join(', ');
export const noteTooLong =
  'There is more than private notes should carry: the rest is left out here.';
export const notOpened = 'Slack did not let me open that in time. Please try it once more.';
export const thanks = 'Thank you: noted.';
export const askReason = 'Thank you: noted. What was wrong with it? You need not say.';
export const questionExpired =
  'That question was asked too long ago: I no longer know of it. Ask it again.';
export const contextSkipped =
  'I could not read the earlier messages of this thread, so the question was asked without them.';
export const questionNotAccepted =
  'Something went wrong on our side and your question was not taken up. Please ask it again.';
export const requestFailed =
  'Something went wrong on our side and what you wanted was not done. Please try it again.';
export const newConversation =
  'The service no longer has the earlier conversation of this thread, so this question starts a new one, without the earlier answers.';

/** `command`: raw. */
export const didYouMean = (command: string) =>
  `Did you mean \`${escapeMrkdwn(command.replaceAll('`', ''))}\`? Nothing is asked yet.`;

export const adminsOnly = 'Only admins of this workspace can see how this bot is doing.';

/** For `/deepsearch help`. */
export function helpText(command = '/deepsearch'): string {
  return [
    'Ask a question about the code, and the answer comes with its sources in a thread.',
    `• \`${command} where do we retry failed jobs?\` asks in this channel.`,
    `• \`${command}\` alone opens a form, where you may also ask for yourself alone.`,
    '• Mention me in a channel or a thread to ask there; earlier messages of the thread come along.',
    '• Send me a direct message to ask in private.',
    '• Reply in the thread of an answer to ask further, without a mention.',
    '• *Cancel* under a question stops it; so does the reply `stop`, or :x: on the question.',
    '• Reply `mute` to talk among yourselves in a thread, `unmute` to go on, `new: …` to start afresh.',
    `• \`${command} list\` shows your conversations; \`list starred\` and \`list all\` show more.`,
    `• \`${command} show 12\` opens one by its number, or by a link to it or to its thread.`,
    `• \`${command} star 12\`, \`unstar 12\`, \`share 12\`, \`export 12\`, \`delete 12\` do that to it; \`delete\` asks first.`,
    `• \`${command} check 12\` tells which files of its answers have changed since, \`who knows 12\` who likely knows them; in a thread the reply \`check\` or \`who knows\` does.`,
    `• \`${command} cancel\` shows what of yours runs, to stop it.`,
    `• \`${command} code search retry\` looks into the code yourself; \`code help\` tells what else there is.`,
    `• \`${command} usage\` tells how much of the quota is used.`,
    `• \`${command} settings\` in a channel shows how it has me, and lets its maker and admins change it.`,
    `• \`${command} doctor\` tells admins what is wrong with this bot, and the fix.`,
    `• \`${command} ask help\` asks a question that would otherwise read as a command.`,
  ].join('\n');
}

/** A page of its own in the browser of whoever installs the app. */
export function notInstalled(denied: boolean): string {
  const why = denied ? 'Slack was not asked to let me in' : 'Slack did not let me in';
  return `Nothing was installed: ${why}. Open /slack/install to try again; the log of the bot says more.`;
}
