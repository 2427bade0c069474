import type { Button, KnownBlock, ModalView } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { FIELDS } from '../../model/modal.js';
import { actions, button, context, section } from '../blocks/message.js';
import { modalView, replaceViewButton, textField, type ViewContext } from '../blocks/modal.js';
import * as accountTexts from '../texts/account.js';

interface ConnectForm {
  /** Of the instance. */
  readonly baseUrl: string;
  /** People can sign in with a code. */
  readonly withCode: boolean;
  /** A link to sign in, and the code that the page asks for afterwards. */
  readonly link?: { readonly url: string; readonly code: string } | undefined;
  /** What became of what its user did before; already escaped. */
  readonly said?: string;
}

/** The form to connect an account with an access token. */
export function renderConnectForm(
  view: ViewContext,
  { baseUrl, withCode, link, said }: ConnectForm,
): ModalView {
  return modalView(start(view), {
    title: accountTexts.title,
    submit: accountTexts.connectLabel,
    blocks: [
      ...(said === undefined ? [] : [section(said)]),
      section(accountTexts.formHead(baseUrl)),
      ...signInPart(withCode, link),
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

function signInPart(withCode: boolean, link: ConnectForm['link']): KnownBlock[] {
  const buttons = [
    ...(link === undefined ? [] : [linkButton(accountTexts.signInLabel, link.url)]),
    ...(withCode ? [codeButton(link === undefined)] : []),
  ];
  if (buttons.length === 0) return [];
  return [
    ...(link === undefined ? [] : [section(accountTexts.pageAsks(link.code))]),
    actions(buttons),
    context(accountTexts.orToken),
  ];
}

function codeButton(isFirst: boolean): Button {
  const code = replaceViewButton(accountTexts.withCodeLabel, { kind: 'connect', step: 'code' });
  return isFirst ? { ...code, style: 'primary' } : code;
}

/** The code with which its owner signs in on the service. */
export function renderDeviceCode(
  view: ViewContext,
  given: { readonly userCode: string; readonly address: string; readonly expiresAt: number },
): ModalView {
  const link = /^https?:/.test(given.address)
    ? [actions([linkButton(accountTexts.openSignInLabel, given.address)])]
    : [];
  return modalView(start(view), {
    title: accountTexts.title,
    blocks: [
      section(accountTexts.enterCode(given.userCode)),
      ...link,
      context(accountTexts.codeExpires(given.expiresAt)),
    ],
  });
}

function linkButton(label: string, url: string): Button {
  return { ...button(label, { id: ACTIONS.openLink, value: '' }), url, style: 'primary' };
}

/** A refresh of the view repeats no step. */
function start(view: ViewContext): ViewContext {
  return { ...view, modal: { kind: 'connect' } };
}
