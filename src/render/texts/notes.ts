import type { DenialReason } from '../../model/verdict.js';
import { plural } from '../format/amounts.js';
import { escapeMrkdwn, oneLine } from '../format/escape.js';
import { mention } from './question.js';

/** What is said in private, on pages, and beside an answer. */

export const alreadyFinished = 'That question has already finished.';
export const alreadyAsked = 'That question is already being asked in this thread.';
export const askedInDirectMessage =
  "I can't post in that channel, so I answer in our direct messages. Invite me to the channel to get answers there.";
/** `channel`: its ID. */
export const askedOutsideChannel = (channel: string) =>
  `I'm not in ${channelMention(channel)}, so I answer in our direct messages. To get answers in the channel, type there: \`/invite @Deep Search\``;
export const connectInDirectMessage =
  'Connect your account to get the answer: I sent you a direct message with a button for that.';
export const askedWhereReadersUnknown =
  'Slack does not tell me who can read this conversation, so I answer in our direct messages. If I am not in it yet, invite me to get answers there.';
const notFromShared =
  "This channel is shared with another company, so I don't answer questions here. Ask in another channel, or send me a direct message.";
const mayNotAsk =
  'Guests cannot ask questions about the code of this workspace. Ask a member to do it for you.';
export const mayNotStopOthers =
  'This runs with the account of whoever asked, so only they and admins of their workspace can do that.';
const notMember = 'You are not a member of that channel. Choose one that you are in.';

export const unverified =
  'Slack does not tell me whether you can ask here, so nothing was done. Please try again later. If this goes on, the people who run this app can find the reason with `deepsearch-slack doctor`.';
const unreachable =
  'Slack does not let me open a direct message with you, so your question was not asked. Ask it in a channel that I am in.';
export const nowhereToAnswer =
  "I can't answer in that channel, and Slack does not let me open a direct message with you, so your question was not answered. The people who run this app can find the reason with `deepsearch-slack doctor`.";
export const answerRefused =
  'Slack does not accept my answer, so your question was not answered. The people who run this app can find the reason in its log.';

/** Why somebody's question is not asked, where they hear why. */
export function denied(why: DenialReason): string {
  switch (why) {
    case 'unverified':
      return unverified;
    case 'unreachable':
      return unreachable;
    case 'nowhere-to-answer':
      return nowhereToAnswer;
    case 'not-listed':
      return notListed;
    case 'not-member':
      return notMember;
    case 'shared-channel':
    case 'outsider':
      return notFromShared;
    case 'guest':
    case 'bot':
    case 'unknown':
      return mayNotAsk;
  }
}
const notListed =
  'Only some people can ask in this channel; `/deepsearch settings` shows who. Ask in another channel, or send me a direct message.';
export const answeredPrivately =
  'Answers in this channel are private. Yours is in our direct messages; you can share it from there.';
export const sharedWithChannel = (channel: string) => `Shared in ${channelMention(channel)}.`;
/** `outside`: raw; empty if nobody can tell which they are. */
export function shareOutsideAudience(
  channel: string,
  outside: readonly string[],
  mayShare: boolean,
): string {
  const room = channelMention(channel);
  const about =
    outside.length === 0
      ? `I can't tell which repositories this answer is about, and ${room} is limited to some.`
      : `This answer is about repositories that ${room} isn't allowed to see: ${repositoryNames(outside)}.`;
  return mayShare
    ? `${about} Do you want to show it to everybody there anyway?`
    : `${about} Only workspace admins can share it there, or change what the channel is allowed to see.`;
}

const MAX_NAMES = 10;

function repositoryNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => `\`${escapeMrkdwn(oneLine(name).replaceAll('`', '')).slice(0, 200)}\``);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const channelMention = (channel: string) => `<#${channel.replace(/[^A-Z0-9]/g, '')}>`;

export const sharedBefore = 'You have already shared this answer.';
export const notSharedReadersUnknown =
  'Slack does not tell me who can read that channel, so I post nothing there. If I am not in it yet, invite me, then share again.';
export const notShared = "I can't post in that channel. Invite me, then share again.";
export const mayNotStop = 'Only people who can ask here can stop a question.';
export const mayNotCommand = 'Only people who can ask here can do that.';
export const muted = (user: string) =>
  `Muted by ${mention(user)}: I ignore replies in this thread. Reply \`unmute\` or mention me to resume.`;
export const unmuted = (user: string) =>
  `Unmuted by ${mention(user)}: replies in this thread are questions again.`;
export const madePrivate = (user: string) =>
  `Made private by ${mention(user)}: answers in this thread go to whoever asks, in their direct messages. Reply \`public\` to undo.`;
export const madePublic = (user: string) =>
  `Made public by ${mention(user)}: answers in this thread follow the channel's settings again.`;
export const privateAlready = 'Only you see this thread: its answers are private already.';
export const answeredPrivatelyInThread =
  'Answers in this thread are private. Yours is in our direct messages; you can share it from there.';
export const questionEdited = (fits: boolean) =>
  `You edited your question. I am still answering the original one.${fits ? '' : ' The new text is too long for a button: reply `stop`, then ask it in a new message.'}`;
export const editedAsked = 'Asking the edited question. The answer comes in this thread.';
export const nextStartsNewConversation =
  'The next question in this thread starts a new conversation, without the earlier answers.';
export const nothingToStop = 'No question is running in this thread.';
export const mayNotVote = 'Only people who can ask here can rate an answer.';
export const mayNotReveal = 'Only people who can ask here can see more of an answer.';
export const answerNotFound =
  'The service no longer has this answer. It may have been deleted there.';
export const answerNotConnected =
  'This answer is read with the account of whoever asked, which is not connected any more.';
export const answerOutsideAudience =
  "This channel isn't allowed to see everything that this answer is about. Whoever asked can open it in our direct message.";
export const answerUnavailable =
  'The service is not answering right now. Press the button again in a moment.';
export const moreSourcesHead = (n: number) => `*${plural(n, 'more source')}*`;
export const copyHead = (part: number, parts: number) =>
  ['The answer as Markdown', ...(parts > 1 ? [`part ${part} of ${parts}`] : [])].join(', ');
export const noteTooLong = 'The rest is too long for a private message and was left out.';
export const notOpened = 'That could not be opened. Please try again.';
export const thanks = 'Thanks for the feedback.';
export const askReason = 'Thanks. What was wrong with it? (optional)';
export const questionExpired = 'That question is no longer stored. Ask it again.';
export const contextSkipped =
  'I could not read the earlier messages in this thread, so I asked without them.';
export const contextShortened =
  'Slack let me read only a part of this thread, so the question was asked without some of its earlier messages.';
export const secretsMasked =
  'What looked like a secret, such as a password or token, was sent as `[secret]`.';
export const outsideAudience =
  "Sent to you alone: this is about repositories that the channel you asked in isn't allowed to see. Only workspace admins can share it there.";
export const unknownAudience =
  "Sent to you alone: the channel you asked in is limited to some repositories, and I can't tell which ones this is about. Only workspace admins can share it there.";
export const questionNotAccepted =
  'Something went wrong and your question was not asked. Please ask it again.';
export const requestFailed = 'Something went wrong and that was not done. Please try again.';
export const movedConversation =
  'This question starts a new conversation, without what was asked earlier in this thread.';
export const newConversation =
  'The service no longer has the earlier conversation in this thread, so this question starts a new one.';

/** `canBeDeleted`: by a command, with everything else in the conversation. */
export function deletedQuestionKept(conversation: number, canBeDeleted: boolean): string {
  const kept = `You deleted your question, so it was stopped and is not shown here any more. The service cannot delete a single question, so it keeps this one in conversation ${conversation}.`;
  return canBeDeleted
    ? `${kept} \`/deepsearch delete ${conversation}\` deletes the whole conversation.`
    : `${kept} Ask the people who run the service to delete it.`;
}

/** `command`: raw. */
export const didYouMean = (command: string) =>
  `Did you mean \`${escapeMrkdwn(command.replaceAll('`', ''))}\`? Nothing was asked yet.`;

export const adminsOnly =
  'Only workspace admins can run the doctor, or organization admins where the app is installed on an organization.';
