/** What a workflow is told where its step could not be asked: plain sentences for whoever keeps it. */

export const questionMissing =
  'There is no question: give the step a text in "Question", such as an answer from a form.';
export const userMissing =
  'Nobody asks: choose the person who started the workflow for "Who asks". A workflow that runs by itself needs the person whose question it is.';
export const stepNotAccepted =
  'Something went wrong on our side and the question was not taken up. Run the workflow again.';

/** `why`: as policy says it. */
export function stepDenied(why: string): string {
  if (why === 'shared-channel') return sharedChannel;
  return why === 'not-member' ? notMember : mayNotAsk;
}

const mayNotAsk =
  'The person in "Who asks" may not ask about this workspace\'s code: choose one of its members, who is no guest and no app.';
const notMember =
  'The person in "Who asks" is not in the private channel where the answer is to go: choose another channel, or none for a direct message.';
const sharedChannel =
  'The channel is shared with another company, so no question is answered there. Choose one of your own, or none for a direct message.';
