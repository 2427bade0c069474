import type { Person } from '../../../local/workspace/workspace.js';
import { createBrowser } from '../../local/service/oauth/browser.js';
import type { Stack } from '../../support/stack.js';
import { viewText } from '../../support/views.js';
import { accountOf } from './accounts.js';
import type { Stage } from './stage.js';

/**
 * Somebody opens a link to sign in, that of their own view or one that they were given, signs in on the service
 * with their own account, and types digits. Gives the page that they see then; empty if there is none.
 */
export async function signIn({ stack, cell, person, asker, ...stage }: Stage): Promise<string> {
  const { names, number, accounts } = stage;
  if (accounts === undefined) return openWithoutLink(stack);
  const isOwn = cell.whose === 'own';
  const { url, digits } = await linkOf(stack, isOwn ? person : asker, names.elsewhere);
  const service = createBrowser(stack.service.url);
  const page = await service.open(url);
  const { token } = accountOf(number, 'person');
  const back = await service.open(page.url, { form: { decision: 'agree', token } });
  const ours = createBrowser(stack.env['PUBLIC_URL'] ?? '');
  await ours.open(back.url);
  const code = isOwn ? digits : otherThan(digits);
  return (await ours.open('/account/confirm', { form: { code } })).html;
}

/** Nobody is given one where everybody shares an account. */
async function openWithoutLink({ bots }: Stack): Promise<string> {
  const site = `http://127.0.0.1:${bots[0]?.ports.slack}`;
  const { status, html } = await createBrowser(site).open('/account/callback?state=s&code=c');
  return status === 404 ? '' : html;
}

/** What the form shows to whoever opens it. */
async function linkOf({ workspace }: Stack, as: Person, channel: string) {
  await workspace.command({ as, channel, text: 'connect' });
  const view = await workspace.waitFor(
    () => workspace.modals(as).find((modal) => viewText(modal).includes('these digits')),
    { what: 'a link to sign in', timeoutMs: 180_000 },
  );
  const [, digits = ''] = /these digits: \*(\d{6})\*/.exec(viewText(view)) ?? [];
  const elements = view.blocks.flatMap((block) => (block['elements'] ?? []) as { url?: string }[]);
  const url = elements.find((element) => element.url !== undefined)?.url ?? '';
  await workspace.closeView({ as, all: true });
  return { url, digits };
}

const otherThan = (digits: string): string => (digits === '000000' ? '111111' : '000000');
