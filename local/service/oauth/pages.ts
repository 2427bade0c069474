import { html } from 'ghtml';
import type { Client } from 'oidc-provider';
import { layout } from '../pages/layout.js';

export const SIGN_IN_EXPIRED = 'This sign-in is over: start again on your device.';

export interface SignInPage {
  /** HTML of who asks. */
  readonly clientHtml: string;
  /** Where the browser goes next; a device has no such address. */
  readonly redirectUri: string | undefined;
  /** What was wrong with the last try. */
  readonly error?: string | undefined;
}

/** HTML of a client's name. Who registered itself has chosen its name itself, and is shown so. */
export function clientNameHtml({ clientName, clientId }: Client, builtIn: boolean): string {
  if (builtIn) return html`<strong>${clientName ?? clientId}</strong>`;
  return html`a program that calls itself <strong>“${clientName ?? clientId}”</strong>`;
}

/** Who asks for what, and the place for a token. */
export function signInPage({ clientHtml, redirectUri, error }: SignInPage): string {
  const next = redirectUri
    ? html`<p class="soft">Then you return to <code>${redirectUri}</code>.</p>`
    : '';
  return page(
    'Sign in',
    html`!${errorAlert(error)}
<p>You are asked to let !${clientHtml} act as you on this service: ask questions, read and delete your
conversations, and use the code tools. That lasts 30 days at most.</p>
<form class="sign-in" method="post">
<label for="token">Your access token</label>
<input id="token" name="token" type="password" required autocomplete="off" spellcheck="false">
<p><button name="decision" value="agree">Agree</button>
<button name="decision" value="decline" formnovalidate>Decline</button></p>
</form>
<p class="soft">The program gets a token of its own, never yours. If you have not just started to sign
in somewhere, decline.</p>
!${next}`,
  );
}

/** Where a person types the code that their device shows. `form` is the provider's HTML. */
export function userCodePage(form: string, error: string | undefined): string {
  return page(
    'Connect a device',
    html`!${errorAlert(error)}
<p>Type the code that your device shows.</p>
<div class="sign-in">!${form}<p><button form="op.deviceInputForm">Go on</button></p></div>`,
  );
}

/** Is it the code that the person sees on their own device? */
export function confirmCodePage(form: string, clientHtml: string, code: string): string {
  return page(
    'Connect a device',
    html`<p>You are about to let !${clientHtml} sign in as you.</p>
<p>Your device should show this code: <code>${code}</code></p>
<p class="soft">If somebody sent you here, or the code is another one, decline.</p>
<div class="sign-in">!${form}
<p><button form="op.deviceConfirmForm">The code is right</button>
<button form="op.deviceConfirmForm" name="abort" value="yes">Decline</button></p></div>`,
  );
}

/** A page that only says something. */
export function messagePage(title: string, message: string): string {
  return page(title, html`<p>${message}</p>`);
}

/** What went wrong with a device's code, in the words for its page. */
export function userCodeError(errorName: string | undefined): string | undefined {
  if (errorName === undefined) return undefined;
  if (errorName === 'NotFoundError' || errorName === 'NoCodeError') return 'There is no such code.';
  if (errorName === 'ExpiredError') return 'That code has expired: start again on your device.';
  if (errorName === 'AlreadyUsedError')
    return 'That code was used before: start again on your device.';
  if (errorName === 'AbortedError') return 'You have declined: the device was not let in.';
  return SIGN_IN_EXPIRED;
}

function errorAlert(message: string | undefined): string {
  return message ? html`<p role="alert"><strong>${message}</strong></p>` : '';
}

function page(title: string, bodyHtml: string): string {
  return layout({ title, headerHtml: html`<nav>${title}</nav>`, bodyHtml });
}
