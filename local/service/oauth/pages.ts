import { html } from 'ghtml';
import type { Client } from 'oidc-provider';
import { layout } from '../pages/layout.js';

export const SIGN_IN_OVER = 'This sign-in is over: start again on your device.';

export interface Asking {
  /** HTML of who asks. */
  readonly who: string;
  /** Where the browser goes next; a device has no such address. */
  readonly returnsTo: string | undefined;
  /** What was wrong with the last try. */
  readonly trouble?: string | undefined;
}

/** HTML of a client's name. Who registered itself has chosen its name itself, and is shown so. */
export function nameOf({ clientName, clientId }: Client, builtIn: boolean): string {
  if (builtIn) return html`<strong>${clientName ?? clientId}</strong>`;
  return html`a program that calls itself <strong>“${clientName ?? clientId}”</strong>`;
}

/** Who asks for what, and the place for a token. */
export function signInPage({ who, returnsTo, trouble }: Asking): string {
  const next = returnsTo
    ? html`<p class="soft">Then you return to <code>${returnsTo}</code>.</p>`
    : '';
  return page(
    'Sign in',
    html`!${problem(trouble)}
<p>You are asked to let !${who} act as you on this service: ask questions, read and delete your
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
export function codePage(form: string, trouble: string | undefined): string {
  return page(
    'Connect a device',
    html`!${problem(trouble)}
<p>Type the code that your device shows.</p>
<div class="sign-in">!${form}<p><button form="op.deviceInputForm">Go on</button></p></div>`,
  );
}

/** Is it the code that the person sees on their own device? */
export function confirmPage(form: string, who: string, code: string): string {
  return page(
    'Connect a device',
    html`<p>You are about to let !${who} sign in as you.</p>
<p>Your device should show this code: <code>${code}</code></p>
<p class="soft">If somebody sent you here, or the code is another one, decline.</p>
<div class="sign-in">!${form}
<p><button form="op.deviceConfirmForm">The code is right</button>
<button form="op.deviceConfirmForm" name="abort" value="yes">Decline</button></p></div>`,
  );
}

/** A page that only says something. */
export function notePage(title: string, words: string): string {
  return page(title, html`<p>${words}</p>`);
}

/** What went wrong with a device's code, in the words for its page. */
export function codeTrouble(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (name === 'NotFoundError' || name === 'NoCodeError') return 'There is no such code.';
  if (name === 'ExpiredError') return 'That code has expired: start again on your device.';
  if (name === 'AlreadyUsedError') return 'That code was used before: start again on your device.';
  if (name === 'AbortedError') return 'You have declined: the device was not let in.';
  return SIGN_IN_OVER;
}

function problem(words: string | undefined): string {
  return words ? html`<p role="alert"><strong>${words}</strong></p>` : '';
}

function page(title: string, body: string): string {
  return layout({ title, top: html`<nav>${title}</nav>`, body });
}
