import type { AskEdited, AskRequest, QuestionAction } from '../../model/intent.js';
import type { MessageClick } from './click.js';
import { digest } from './digest.js';
import { type Ignored, ignored, placeIn } from './result.js';

/** The buttons that ask a question, and those of an open one. */

export const parseStop = (click: MessageClick) => questionAction('stop', click);
export const parseKeepWaiting = (click: MessageClick) => questionAction('keep-waiting', click);

/** Value: the question's id. */
function questionAction(kind: QuestionAction['kind'], click: MessageClick): QuestionAction {
  const { value: questionId, place, user, at, actionTs } = click;
  const id = `${kind}-${digest(`${questionId} ${user} ${actionTs}`)}`;
  return { kind, id, questionId, place, user, at };
}

/** Value: the text to ask. */
export function parseAsk(click: MessageClick): AskRequest | Ignored {
  return askByButton(click, (text) => ({ text }));
}

/** Value: the id of the question to ask again. */
export function parseAskAgain(click: MessageClick): AskRequest | Ignored {
  return askByButton(click, (repeatOf) => ({ text: '', repeatOf }));
}

/** Value: the id of the question to ask again, alone to ask in all repositories, or with the one to ask in. */
export function parseAskElsewhere(click: MessageClick): AskRequest | Ignored {
  return askByButton(click, (value) => {
    const [, repeatOf = '', repository] = /^(\S+)(?: (\S+))?$/.exec(value) ?? [];
    return {
      text: '',
      repeatOf,
      chosenRepositories: repository === undefined ? [] : [repository],
    };
  });
}

function askByButton(
  click: MessageClick,
  question: (value: string) => Pick<AskRequest, 'text' | 'repeatOf' | 'chosenRepositories'>,
): AskRequest | Ignored {
  const { place, user, at, actionId, actionTs, messageTs } = click;
  const value = click.value.trim();
  if (value === '') return ignored('no text');
  if (messageTs === undefined) return ignored('no message');
  const buttonId = `${messageTs}.${actionId}`;
  return {
    kind: 'ask',
    id: `${place.workspace}-${place.channel}-b${digest(`${buttonId} ${user} ${actionTs}`)}`,
    origin: 'suggestion',
    place,
    user,
    ...question(value),
    externallyShared: false,
    at,
    buttonId,
  };
}

/**
 * Value: the question's id, a space, and the new text. The button is in an ephemeral message: clicked
 * twice, it asks once. If the text is refused for now, a later edit offers another button.
 */
export function parseAskEdited(click: MessageClick): AskEdited | undefined {
  const { value, workspace, channel, user, at, containerTs, sealedResponse } = click;
  const [, questionId, text] = /^([\w.-]{3,200}) (\S[\s\S]{0,3000})$/.exec(value) ?? [];
  if (questionId === undefined || text === undefined) return undefined;
  const id = `ask-edited-${digest(`${value} ${user} ${containerTs}`)}`;
  const place = placeIn(workspace, channel);
  return { kind: 'ask-edited', id, questionId, text, place, user, at, ...sealedResponse };
}
