import { describe, expect } from 'vitest';
import type { Modal, Person } from '../../../local/workspace/workspace.js';
import { createBrowser, type Page } from '../../local/service/oauth/browser.js';
import { skipJobDelays } from '../../support/job-time.js';
import type { Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { viewText, waitForModal } from '../../support/views.js';
import {
  asksOf,
  colleague,
  leakedTokens,
  newToken,
  openForm,
  promptFor,
} from './linked-fixture.js';
import {
  decide,
  signInStack,
  statusOf,
  storedAccount,
  unfinishedToken,
} from './sign-in-fixture.js';

const it = stackTest(signInStack);
it.afterEach(async ({ stack }) => {
  expect(await leakedTokens(stack)).toEqual([]);
});

/** The link and the digits that a form shows. */
function linkIn(view: Modal) {
  const [, digits = ''] = /these digits: \*(\d{6})\*/.exec(viewText(view)) ?? [];
  const elements = view.blocks.flatMap((block) => (block['elements'] ?? []) as { url?: string }[]);
  return { url: elements.find(({ url }) => url !== undefined)?.url ?? '', digits };
}

/** The same of somebody's form, which they then close. */
async function linkOf(scenario: Scenario, as: Person = scenario.asker) {
  const link = linkIn(await openForm(scenario, as));
  await scenario.stack.workspace.closeView({ as, all: true });
  return link;
}

const ourSite = ({ env }: Stack) => createBrowser(env['PUBLIC_URL'] ?? '');

/** Somebody opens the link and signs in; gives the address that they are sent back to. */
async function signIn(stack: Stack, url: string, token: string): Promise<string> {
  const browser = createBrowser(stack.service.url);
  const page = await browser.open(url);
  return (await decide(browser, page, { decision: 'agree', token })).url;
}

const confirm = (browser: ReturnType<typeof createBrowser>, code: string): Promise<Page> =>
  browser.open('/account/confirm', { form: { code } });

const accountsOf = ({ store }: Stack, { id }: Person) => store.keys(`*:account:*:${id}`);

describe('signing in in the browser', () => {
  it('connects the account, and the question that waited goes on', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const token = newToken();
    const text = scenario.text();
    const thread = await scenario.mention(text);
    await promptFor(stack, as, text);
    const { url, digits } = await linkOf(scenario);
    const browser = ourSite(stack);
    const asked = await browser.open(await signIn(stack, url, token));
    expect(asked.html).toContain(as.name);
    expect(asked.html).not.toContain(digits);
    expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'");
    const done = await confirm(browser, `${digits.slice(0, 3)} ${digits.slice(3)}`);
    expect(done.html).toContain('Go back to Slack');
    (await stack.engine.next(text)).answer();
    await thread.ended();
    expect((await asksOf(stack, token)).flat().join()).toContain(text);
    expect((await storedAccount(stack, as)).token.scheme).toBe('Bearer');
  });

  it('updates the view that the link was in', async ({ stack, scenario }) => {
    const { asker: as } = scenario;
    const { url, digits } = linkIn(await openForm(scenario));
    const browser = ourSite(stack);
    await browser.open(await signIn(stack, url, newToken()));
    await confirm(browser, digits);
    await waitForModal(stack, as, 'is connected');
  });

  it('takes the place of an account that was connected before, which is revoked', async ({
    stack,
    scenario,
  }) => {
    const { asker: as } = scenario;
    const [first, second] = [await linkOf(scenario), await linkOf(scenario)];
    for (const { url, digits } of [first, second]) {
      const browser = ourSite(stack);
      await browser.open(await signIn(stack, url, newToken()));
      const before = await stack.store.get((await accountsOf(stack, as))[0] ?? 'none');
      const token = before === null ? undefined : (await storedAccount(stack, as)).token.value;
      await confirm(browser, digits);
      await expect
        .poll(async () => stack.store.get((await accountsOf(stack, as))[0] ?? 'none'))
        .not.toBe(before);
      if (token !== undefined) await expect.poll(() => statusOf(stack, token)).toBe(401);
    }
    expect(await statusOf(stack, (await storedAccount(stack, as)).token.value)).toBe(200);
  });

  it('goes on when everything is killed in between', async ({ stack, scenario }) => {
    const { url, digits } = await linkOf(scenario);
    await stack.crash();
    await stack.startBot();
    const browser = ourSite(stack);
    const address = await signIn(stack, url, newToken());
    await browser.open(address);
    await stack.crash();
    await stack.startBot();
    await confirm(browser, digits);
    await expect.poll(() => accountsOf(stack, scenario.asker)).toHaveLength(1);
  });
});

it('a sign-in that nobody finishes leaves no token, also across a restart', async ({
  stack,
  scenario,
}) => {
  await skipJobDelays(stack.store);
  await expect.poll(() => stack.store.keys('*:sign-in-result:*')).toEqual([]);
  const { url } = await linkOf(scenario);
  await ourSite(stack).open(await signIn(stack, url, newToken()));
  const token = await unfinishedToken(stack);
  expect(await statusOf(stack, token)).toBe(200);
  await stack.crash();
  await stack.startBot();
  await skipJobDelays(stack.store);
  await expect.poll(() => statusOf(stack, token)).toBe(401);
  await expect.poll(() => stack.store.keys('*:sign-in-result:*')).toEqual([]);
});

describe('nobody is bound to somebody else’s account', () => {
  it('a link that was sent to a colleague is worth nothing without the digits', async ({
    stack,
    scenario,
  }) => {
    const { url, digits } = await linkOf(scenario);
    const browser = ourSite(stack);
    const asked = await browser.open(await signIn(stack, url, newToken()));
    expect(asked.html).toContain('If somebody else sent you the link');
    const wrong = digits === '000000' ? '111111' : '000000';
    const tries = [];
    for (let i = 0; i < 5; i++) tries.push((await confirm(browser, wrong)).html);
    expect(tries[3]).toContain('not the digits that Slack shows');
    expect(tries[4]).toContain('Too many wrong digits');
    expect((await confirm(browser, digits)).html).toContain('was used before');
    expect(await accountsOf(stack, scenario.asker)).toEqual([]);
  });

  it('the way back works once, and only with its state', async ({ stack, scenario }) => {
    const { url, digits } = await linkOf(scenario);
    const address = await signIn(stack, url, newToken());
    const [browser, other] = [ourSite(stack), ourSite(stack)];
    const forged = new URL(address);
    forged.searchParams.set('state', `${stack.workspace.app.teamId}.${'x'.repeat(43)}`);
    expect((await other.open(forged.href)).status).toBe(400);
    expect((await browser.open(address)).status).toBe(200);
    expect((await other.open(address)).html).toContain('was used before');
    // Another browser has no cookie.
    expect((await confirm(other, digits)).status).toBe(400);
    expect((await confirm(browser, digits)).status).toBe(200);
    expect((await confirm(browser, digits)).status).toBe(400);
    await expect.poll(() => accountsOf(stack, scenario.asker)).toHaveLength(1);
  });

  it('of two tabs, each connects whom its own digits were shown to', async ({
    stack,
    scenario,
  }) => {
    const other = await colleague(scenario);
    const [mine, theirs] = [await linkOf(scenario), await linkOf(scenario, other)];
    const [first, second] = [newToken(), newToken()];
    const browser = ourSite(stack);
    await browser.open(await signIn(stack, mine.url, first));
    await browser.open(await signIn(stack, theirs.url, second));
    // The cookie is that of the second.
    if (mine.digits !== theirs.digits) {
      expect((await confirm(browser, mine.digits)).status).toBe(403);
    }
    expect((await confirm(browser, theirs.digits)).status).toBe(200);
    await expect.poll(() => accountsOf(stack, other)).toHaveLength(1);
    expect(await accountsOf(stack, scenario.asker)).toEqual([]);
    const { value } = (await storedAccount(stack, other)).token;
    expect(await statusOf(stack, value)).toBe(200);
  });

  it('declining connects nothing', async ({ stack, scenario }) => {
    const { url, digits } = await linkOf(scenario);
    const service = createBrowser(stack.service.url);
    const page = await service.open(url);
    const { url: address } = await decide(service, page, { decision: 'decline', token: '' });
    const browser = ourSite(stack);
    expect((await browser.open(address)).html).toContain('You declined');
    expect((await confirm(browser, digits)).status).toBe(400);
    expect(await accountsOf(stack, scenario.asker)).toEqual([]);
  });
});
