import type { DenialReason } from '../../model/verdict.js';

/** What a workflow is told where its step could not be asked: plain sentences for whoever keeps it. */

export const questionMissing =
  'The question is empty. Give the step a text in "Question", such as a form field.';
export const userMissing =
  '"Who asks" is empty. Choose the person who started the workflow, or a fixed person if it runs on a schedule.';
export const stepNotAccepted =
  'Something went wrong and the question was not asked. Run the workflow again.';

export function stepDenied(why: DenialReason): string {
  switch (why) {
    case 'shared-channel':
      return sharedChannel;
    case 'unverified':
      return unverified;
    case 'unreachable':
      return unreachable;
    case 'nowhere-to-answer':
      return nowhereToAnswer;
    case 'not-member':
      return notMember;
    case 'guest':
    case 'outsider':
    case 'bot':
    case 'unknown':
    case 'not-listed':
      return mayNotAsk;
  }
}

const unverified =
  'The person in "Who asks" cannot ask: Slack does not tell the app who they are. Choose a member of this workspace. If they are one, the people who run the app can find the reason with `deepsearch-slack doctor`.';
const unreachable =
  'The person in "Who asks" cannot ask: Slack does not let the app write to them. Choose a member of this workspace, or a channel for the answer.';
const nowhereToAnswer =
  'Slack lets the app post the answer neither in the channel nor to the person in "Who asks". Add the app to the channel, or choose a member of this workspace.';
const mayNotAsk =
  'The person in "Who asks" cannot ask about this workspace\'s code. Choose a member who is neither a guest nor an app.';
const notMember =
  'The person in "Who asks" is not in the private channel for the answer. Choose another channel, or none for a direct message.';
const sharedChannel =
  'The channel is shared with another company, so questions are not answered there. Choose another channel, or none for a direct message.';
