/** What a workflow is told where its step could not be asked: plain sentences for whoever keeps it. */

export const noQuestion = () =>
  'There is no question: give the step a text in "Question", such as an answer from a form.';
export const nobodyAsks = () =>
  'Nobody asks: choose the person who started the workflow for "Who asks". A workflow that runs by itself needs the person whose question it is.';
export const mayNotAsk = () =>
  'The person in "Who asks" may not ask about this workspace\'s code: choose one of its members, who is no guest and no app.';
export const sharedChannel = () =>
  'The channel is shared with another company, so no question is answered there. Choose one of your own, or none for a direct message.';
export const noDirectMessage = () =>
  'The person in "Who asks" cannot be written to. Choose another one, or a channel.';
export const notTakenUp = () =>
  'Something went wrong on our side and the question was not taken up. Run the workflow again.';
