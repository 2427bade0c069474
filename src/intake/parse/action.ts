import { ACTIONS } from '../../model/actions.js';
import { reveal, shareAnswer, vote } from './answer-buttons.js';
import { type ClickParser, type ClickResult, inHome, inMessage, toClick } from './click.js';
import {
  codePage,
  conversationCommand,
  shareCode,
  shareConversation,
} from './conversation-buttons.js';
import { changeHome, openSettings, searchHome, stopInHome } from './home.js';
import { BlockActions } from './payloads.js';
import { askAgainById, askEdited, askText, keepWaiting, stop } from './question-buttons.js';
import { ignored, type Seal, UNKNOWN_SHAPE } from './result.js';
import { runCommand } from './slash-command.js';
import { followSymbol, openModal, updateModal } from './view-buttons.js';

/**
 * What a click means, by its `action_id`; `.*` stands for the part that makes it unique in its
 * message. To add a button, add a line.
 */
const BUTTONS = new Map<string, ClickParser>([
  [ACTIONS.stop, inMessage(stop)],
  [ACTIONS.keepWaiting, inMessage(keepWaiting)],
  [`${ACTIONS.ask}.*`, inMessage(askText)],
  [ACTIONS.askAgainById, inMessage(askAgainById)],
  [ACTIONS.askEdited, inMessage(askEdited)],
  [`${ACTIONS.conversationCommand}.*`, inMessage(conversationCommand)],
  [ACTIONS.shareConversation, inMessage(shareConversation)],
  [`${ACTIONS.codePage}.*`, inMessage(codePage)],
  [ACTIONS.shareCode, inMessage(shareCode)],
  [ACTIONS.vote, inMessage(vote)],
  [`${ACTIONS.vote}.*`, inMessage(vote)],
  [ACTIONS.copyAnswer, inMessage(reveal('copy'))],
  [ACTIONS.moreSources, inMessage(reveal('sources'))],
  [ACTIONS.shareAnswer, inMessage(shareAnswer)],
  [`${ACTIONS.openModal}.*`, openModal],
  [`${ACTIONS.updateModal}.*`, updateModal],
  [`${ACTIONS.followSymbol}.*`, followSymbol],
  [`${ACTIONS.changeHome}.*`, inHome(changeHome)],
  [ACTIONS.searchHome, inHome(searchHome)],
  [`${ACTIONS.stopInHome}.*`, inHome(stopInHome)],
  [ACTIONS.openSettings, inHome(openSettings)],
  [ACTIONS.runSuggestion, inMessage(runCommand)],
  [ACTIONS.askTyped, inMessage(runCommand)],
  [ACTIONS.openLink, () => ignored('link button')],
]);

/** A `block_actions` payload. `at`: now, ms since the epoch. */
export function parseAction(body: unknown, at: number, seal?: Seal): ClickResult {
  const parsed = BlockActions.safeParse(body);
  if (!parsed.success) return UNKNOWN_SHAPE;
  const click = toClick(parsed.data, at, seal);
  const { actionId } = click;
  const parse = BUTTONS.get(actionId) ?? BUTTONS.get(actionId.replace(/\.[^.]*$/, '.*'));
  if (parse === undefined) return ignored('unknown action');
  return parse(click) ?? ignored('unusable action');
}
