import type { ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { actions, context, section } from '../blocks/message.js';
import { modalView, replaceViewButton, textField, type ViewContext } from '../blocks/modal.js';
import * as accountTexts from '../texts/account.js';

interface ConnectForm {
  /** Of the instance. */
  readonly baseUrl: string;
  /** What became of what its user did before; already escaped. */
  readonly said?: string;
}

/** The form to connect an account with an access token. */
export function renderConnectForm(view: ViewContext, { baseUrl, said }: ConnectForm): ModalView {
  return modalView(start(view), {
    title: accountTexts.title,
    submit: accountTexts.connectLabel,
    blocks: [
      ...(said === undefined ? [] : [section(said)]),
      section(accountTexts.formHead(baseUrl)),
      textField(
        { id: FIELDS.token, label: accountTexts.tokenLabel, hint: accountTexts.tokenHint },
        { multiline: false, focus: true, max: 1_000 },
      ),
    ],
  });
}

interface ConnectedView {
  readonly baseUrl: string;
  /** ms since the epoch. */
  readonly connectedAt: number;
  /** How many questions have waited for it. */
  readonly waiting: number;
}

/** The account that is connected, and the way to disconnect it. */
export function renderConnected(
  view: ViewContext,
  { baseUrl, connectedAt, waiting }: ConnectedView,
): ModalView {
  const disconnect = {
    ...replaceViewButton(accountTexts.disconnectLabel, { kind: 'connect', step: 'disconnect' }),
    style: 'danger' as const,
  };
  return modalView(start(view), {
    title: accountTexts.title,
    blocks: [
      section(accountTexts.connectedSince(baseUrl, connectedAt)),
      ...(waiting === 0 ? [] : [section(accountTexts.goingOn(waiting))]),
      actions([disconnect]),
      context(accountTexts.disconnectHint),
    ],
  });
}

/** A refresh of the view repeats no step. */
function start(view: ViewContext): ViewContext {
  return { ...view, modal: { kind: 'connect' } };
}
