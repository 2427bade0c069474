import { html } from 'ghtml';
import type { Client } from 'oidc-provider';
import { layout } from '../pages/layout.js';

export const SIGN_IN_EXPIRED = 'This sign-in has expired: start again on your device.';

export interface SignInPage {
  /** HTML of the client's name. */
  readonly clientHtml: string;
  /** Where the browser goes next; `undefined` for a device. */
  readonly redirectUri: string | undefined;
  /** What was wrong with the last attempt. */
  readonly error?: string | undefined;
}

/** HTML of a client's name; a registered client chose its own, and the text says so. */
export function clientNameHtml({ clientName, clientId }: Client, builtIn: boolean): string {
  if (builtIn) return html`<strong>${clientName ?? clientId}</strong>`;
  return html`a program that calls itself <strong>“${clientName ?? clientId}”</strong>`;
}

/** Says which client wants access, and asks for the user's token. */
export function signInPage({ clientHtml, redirectUri, error }: SignInPage): string {
  const next = redirectUri
    ? html`<p class="soft">You then return to <code>${redirectUri}</code>.</p>`
    : '';
  return page(
    'Sign in',
    html`!${errorAlert(error)}
<p>You are asked to let !${clientHtml} act as you on this service: ask questions, read and delete your
conversations, and use the code tools. Access ends after 30 days.</p>
<form class="sign-in" method="post">
<label for="token">Your access token</label>
<input id="token" name="token" type="password" required autocomplete="off" spellcheck="false">
<p><button name="decision" value="agree">Agree</button>
<button name="decision" value="decline" formnovalidate>Decline</button></p>
</form>
<p class="soft">The program gets a token of its own, never yours. If you did not just start to sign
in somewhere, decline.</p>
!${next}`,
  );
}

/** Asks for the code that a device shows. `form` is the provider's HTML. */
export function userCodePage(form: string, error: string | undefined): string {
  return page(
    'Connect a device',
    html`!${errorAlert(error)}
<p>Enter the code that your device shows.</p>
<div class="sign-in">!${form}<p><button form="op.deviceInputForm">Continue</button></p></div>`,
  );
}

/** Asks the user to compare the code with the one on their device. */
export function confirmCodePage(form: string, clientHtml: string, code: string): string {
  return page(
    'Connect a device',
    html`<p>You are about to let !${clientHtml} sign in as you.</p>
<p>Your device should show this code: <code>${code}</code></p>
<p class="soft">If somebody sent you here, or the code is different, decline.</p>
<div class="sign-in">!${form}
<p><button form="op.deviceConfirmForm">The code matches</button>
<button form="op.deviceConfirmForm" name="abort" value="yes">Decline</button></p></div>`,
  );
}

/** A page with one message. */
export function messagePage(title: string, message: string): string {
  return page(title, html`<p>${message}</p>`);
}

/** The message for an error that the provider reports about a user code. */
export function userCodeError(errorName: string | undefined): string | undefined {
  if (errorName === undefined) return undefined;
  if (errorName === 'NotFoundError' || errorName === 'NoCodeError')
    return 'That code is not valid.';
  if (errorName === 'ExpiredError') return 'That code has expired: start again on your device.';
  if (errorName === 'AlreadyUsedError')
    return 'That code was used before: start again on your device.';
  if (errorName === 'AbortedError') return 'You declined: the device is not signed in.';
  return SIGN_IN_EXPIRED;
}

function errorAlert(message: string | undefined): string {
  return message ? html`<p role="alert"><strong>${message}</strong></p>` : '';
}

function page(title: string, bodyHtml: string): string {
  return layout({ title, headerHtml: html`<nav>${title}</nav>`, bodyHtml });
}
