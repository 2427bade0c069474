import { html } from 'ghtml';
import { layout } from './layout.js';

export const SESSIONS_PATH = '/.auth/sessions';
export const SIGN_OUT_PATH = '/.auth/sessions/end';

export interface SignInPage {
  /** The path and query of the page that was asked for. */
  readonly page: string;
  /** What was wrong with the last attempt. */
  readonly error?: string;
}

/** Asks for an access token; the form leads back to the page that was asked for. */
export function signInPage({ page, error }: SignInPage): string {
  const alert = error ? html`<p role="alert"><strong>${error}</strong></p>` : '';
  return layout({
    title: 'Sign in',
    headerHtml: '<nav>Sign in</nav>',
    bodyHtml: html`!${alert}
<p>This page shows source code. Sign in with an access token of this service to see it.</p>
!${signInForm(page)}
<p class="soft">If you have no access token, ask whoever runs this service. This browser stays signed in for up
to 30 days, or until the service restarts.</p>`,
  });
}

/** The form alone; it leads to `page`. */
export function signInForm(page: string): string {
  return html`<form class="sign-in" method="post" action="${SESSIONS_PATH}">
<input type="hidden" name="page" value="${page}">
<label for="token">Your access token</label>
<input id="token" name="token" type="password" required autocomplete="off" spellcheck="false">
<p><button class="primary">Sign in</button></p>
</form>`;
}
