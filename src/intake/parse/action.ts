import { ACTIONS } from '../../model/actions.js';
import {
  parseAnswerMenu,
  parseReveal,
  parseShareAnswer,
  parseShareAnyway,
  parseVote,
} from './answer-buttons.js';
import { type ClickParser, type ClickResult, inHome, inMessage, toClick } from './click.js';
import {
  parseCodePage,
  parseConversationCommand,
  parseShareCode,
  parseShareConversation,
} from './conversation-buttons.js';
import { parseForget } from './forget-button.js';
import { parseChangeHome, parseOpenSettings, parseSearchHome, parseStopInHome } from './home.js';
import { BlockActions } from './payloads.js';
import {
  parseAsk,
  parseAskAgain,
  parseAskEdited,
  parseAskElsewhere,
  parseKeepWaiting,
  parseStop,
} from './question-buttons.js';
import { ignored, type Seal, unreadable } from './result.js';
import { parseRunCommand, parseRunExample } from './slash-command.js';
import { parseFollowSymbol, parseOpenModal, parseUpdateModal } from './view-buttons.js';

/**
 * What a click means, by its `action_id`; `.*` matches the part that makes it unique in its message.
 * To add a button, add a line.
 */
const BUTTONS = new Map<string, ClickParser>([
  [ACTIONS.stop, inMessage(parseStop)],
  [ACTIONS.keepWaiting, inMessage(parseKeepWaiting)],
  [`${ACTIONS.ask}.*`, inMessage(parseAsk)],
  [ACTIONS.askAgainById, inMessage(parseAskAgain)],
  [`${ACTIONS.askElsewhere}.*`, inMessage(parseAskElsewhere)],
  [ACTIONS.askEdited, inMessage(parseAskEdited)],
  [`${ACTIONS.conversationCommand}.*`, inMessage(parseConversationCommand)],
  [ACTIONS.shareConversation, inMessage(parseShareConversation)],
  [`${ACTIONS.codePage}.*`, inMessage(parseCodePage)],
  [ACTIONS.shareCode, inMessage(parseShareCode)],
  [ACTIONS.vote, inMessage(parseVote)],
  [`${ACTIONS.vote}.*`, inMessage(parseVote)],
  [ACTIONS.answerMenu, parseAnswerMenu],
  [ACTIONS.copyAnswer, inMessage(parseReveal('copy'))],
  [ACTIONS.moreSources, inMessage(parseReveal('sources'))],
  [ACTIONS.shareAnswer, inMessage(parseShareAnswer)],
  [ACTIONS.shareAnyway, inMessage(parseShareAnyway)],
  [`${ACTIONS.openModal}.*`, parseOpenModal],
  [`${ACTIONS.updateModal}.*`, parseUpdateModal],
  [`${ACTIONS.followSymbol}.*`, parseFollowSymbol],
  [`${ACTIONS.changeHome}.*`, inHome(parseChangeHome)],
  [ACTIONS.searchHome, inHome(parseSearchHome)],
  [`${ACTIONS.stopInHome}.*`, inHome(parseStopInHome)],
  [ACTIONS.openSettings, inHome(parseOpenSettings)],
  [`${ACTIONS.runExample}.*`, inMessage(parseRunExample)],
  [ACTIONS.runSuggestion, inMessage(parseRunCommand)],
  [ACTIONS.askTyped, inMessage(parseRunCommand)],
  [ACTIONS.forget, inMessage(parseForget)],
  [ACTIONS.openLink, () => ignored('link button')],
]);

/** A `block_actions` payload. `at`: now, ms since the epoch. */
export function parseAction(body: unknown, at: number, seal?: Seal): ClickResult {
  const parsed = BlockActions.safeParse(body);
  if (!parsed.success) return unreadable(parsed.error);
  const click = toClick(parsed.data, at, seal);
  const { actionId } = click;
  const parse = BUTTONS.get(actionId) ?? BUTTONS.get(actionId.replace(/\.[^.]*$/, '.*'));
  if (parse === undefined) return ignored('unknown action');
  return parse(click) ?? ignored('unusable action');
}
