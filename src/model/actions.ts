/** The `action_id`s of our buttons: `render` writes them, `intake` reads them. */
export const ACTIONS = {
  /** Value: the question's id. */
  stop: 'question.stop',
  /** Value: the question's id. */
  keepWaiting: 'question.keep-waiting',
  /** Value: the text to ask; `.0`, `.1`, … follow, since ids are unique in a message. */
  ask: 'question.ask',
  /** Value: the text of the question to ask again. */
  askAgain: 'question.ask.again',
  /** Value: the id of the question to ask again, if its text is too long for a button. */
  askAgainById: 'question.ask.again-by-id',
  /** Value: the id of the question to ask in other repositories; for one of them, a space and its name. `.0`, `.1`, … follow. */
  askElsewhere: 'question.elsewhere',
  /** Value: the id of the edited question, a space, and its new text. */
  askEdited: 'question.ask-edited',
  /** Value: a command as `parseConversationButton` reads it; `.0`, `.1`, … follow. */
  conversationCommand: 'conversation.command',
  /** In messages of older versions. Value: the conversation's id on the instance. */
  shareConversation: 'conversation.share',
  /** Value: a vote, as `intake/parse/answer-buttons.ts` reads it; `.` and a name may follow. */
  vote: 'answer.vote',
  /** A menu. Value of an option: what to do, as `AnswerMenuItem` names it, a colon, and the question's id. */
  answerMenu: 'answer.menu',
  /** In messages of older versions. Value: the question's id. */
  copyAnswer: 'answer.copy',
  /** In messages of older versions. Value: the question's id. */
  moreSources: 'answer.more-sources',
  /** Value: the question's id. */
  shareAnswer: 'answer.share-with-channel',
  /** Value: which repositories the user agreed to show, as `parseShareAnyway` reads it, and the question's id. */
  shareAnyway: 'answer.share-anyway',
  /** Value: the `Modal` to open, as JSON; `.0`, `.1`, … follow. */
  openModal: 'modal.open',
  /** Value: the `Modal` that replaces the clicked one, as JSON; `.0`, … follow. */
  updateModal: 'modal.update',
  /** In Home. Value: the `HomeState` to show, as JSON; `.0`, `.1`, … follow. */
  changeHome: 'home.change',
  /** In Home. Value: the words to search for. */
  searchHome: 'home.search',
  /** In Home. Value: the question's id; `.0`, `.1`, … follow. */
  stopInHome: 'home.stop',
  /** In Home: a menu of channels; opens the settings of the selected one. */
  openSettings: 'home.settings',
  /** Value: a page of a code result, as `intake/parse/conversation-buttons.ts` reads it; `.0`, … follow. */
  codePage: 'code.page',
  /** Value: the same. */
  shareCode: 'code.share',
  /** In a view of code: a menu of names or entries; `.def`, `.refs` or `.open` follows. */
  followSymbol: 'code.follow',
  /** Value: a command, without the name of the slash command; `.0`, `.1`, … follow. */
  runExample: 'command.run-example',
  /** Value: the command that was probably meant. */
  runSuggestion: 'command.run-suggestion',
  /** Value: a command that asks the typed text as a question. */
  askTyped: 'command.ask-typed',
  /** Value: the ID of the user whose data is to be deleted. */
  forget: 'data.forget',
  /** A link button: Slack reports the click, and we ignore it. */
  openLink: 'link.open',
} as const;
