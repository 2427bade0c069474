/** The `action_id`s of our buttons: what `render` writes and `intake` reads. */
export const ACTIONS = {
  /** Value: the question's id. */
  stop: 'question.stop',
  /** Value: the question's id. */
  keepWaiting: 'question.keep-waiting',
  /** Value: the text to ask; `.0`, `.1`, … follow, since ids are unique in a message. */
  ask: 'question.ask',
  /** Value: a command as `parseConversationButton` reads it; `.0`, `.1`, … follow. */
  errand: 'browse.errand',
  /** Value: the text of the question itself, to ask it anew. */
  askAgain: 'question.ask.again',
  /** Value: the question's id, where its text is longer than a button's value may be. */
  askAgainOf: 'question.ask.again-of',
  /** Value: a vote, as `intake/parse/answer-buttons.ts` reads it; a name follows, since ids are unique in a message. */
  vote: 'answer.vote',
  /** Value: the question's id. */
  copy: 'answer.copy',
  /** Value: the question's id. */
  moreSources: 'answer.more-sources',
  /** Value: the conversation's number on the instance. */
  share: 'answer.share',
  /** Value: the question's id. */
  shareAnswer: 'answer.share-with-channel',
  /** Value: the question's id, a space, and the text to ask in its place. */
  askNewText: 'question.ask-new-text',
  /** Value: a `Modal` as JSON, which opens; `.0`, `.1`, … follow. */
  openModal: 'modal.open',
  /** Value: a `Modal` as JSON, which takes the place of the one that it is clicked in; `.0`, … follow. */
  turnModal: 'modal.turn',
  /** In Home. Value: a `Look` as JSON; `.0`, `.1`, … follow. */
  look: 'home.look',
  /** In Home. A channel that is chosen: its settings open. */
  settingsOf: 'home.settings',
  /** In Home. A text that is typed: what titles must say. */
  search: 'home.search',
  /** In Home. Value: the question's id; `.0`, `.1`, … follow. */
  stopAtHome: 'home.stop',
  /** Value: a page of a code result, as `intake/parse/conversation-buttons.ts` reads it; `.0`, `.1`, … follow. */
  codeTurn: 'code.turn',
  /** Value: the same. */
  codeShare: 'code.share',
  /** In a view of code: a name was chosen, to be followed; `.def`, `.refs`, `.open` say how. */
  codePick: 'code.pick',
  /** Value: a command's text, as it was probably meant. */
  runMeant: 'command.run-meant',
  /** Value: a command's text, which asks what was typed. */
  askSaid: 'command.ask-said',
  /** A link button: Slack reports the click, nothing happens. */
  open: 'link.open',
} as const;
