import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../local/service/service.js';
import { makeRepository, SHOP } from '../repositories.js';
import {
  ANN,
  BEN,
  type ServiceFixture,
  startSharedTestService,
  startTestService,
} from '../service-fixture.js';

const CONVERSATIONS = '/deepsearch/conversations';

/** A browser that keeps its cookie, follows no redirect and tells where its forms come from. */
async function signedIn({ service }: Pick<ServiceFixture, 'service'>, token = ANN.token) {
  const signIn = await fetch(`${service.url}/.auth/sessions`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  const [cookie = ''] = signIn.headers.getSetCookie().map((text) => text.replace(/;.*/, ''));
  const call = async (path: string, options: RequestInit = {}) => {
    const headers = { cookie, origin: service.url, ...(options.headers as object) };
    const response = await fetch(`${service.url}${path}`, {
      ...options,
      headers,
      redirect: 'manual',
    });
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? '',
      html: await response.text(),
    };
  };
  const post = (path: string, form: Record<string, string> = {}, headers: HeadersInit = {}) =>
    call(path, { method: 'POST', body: new URLSearchParams(form), headers });
  return { open: (path: string) => call(path), post };
}

let world: ServiceFixture;
beforeAll(async () => {
  const { path } = makeRepository(SHOP, 'shop');
  world = await startSharedTestService({ repositories: [path], sharing: true });
});

/** An engine that answers when the test says so. */
function heldEngine() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine: Engine = async (question, context) => {
    context.report('Looking around');
    await held;
    return { answer: `You asked: ${question}`, suggested_followups: ['And then?'] };
  };
  return { engine, release };
}

describe('the front page', () => {
  it('without a session it lists the repositories and asks for a token', async () => {
    const response = await fetch(world.service.url);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(html).toContain('<a href="/shop">shop</a>');
    expect(html).toContain('Your access token');
    expect(html).not.toContain('<textarea');
  });

  it('it lists the conversations of whoever is signed in, newest first', async () => {
    const titles = ['How old is <b>Ann</b>?', 'Where does Ann live?'];
    const questions = [];
    for (const title of titles) questions.push(await world.ask(title));
    await world.ask('What does Ben want?', BEN);
    const { html, headers } = await (await signedIn(world)).open('/');
    expect(headers.get('cache-control')).toContain('no-store');
    const shown = [...html.matchAll(/href="\/deepsearch\/conversations\/(\d+)">([^<]+)</g)];
    expect(shown.slice(0, 2).map(([, id, title]) => [Number(id), title])).toEqual([
      [questions[1]?.id, 'Where does Ann live?'],
      [questions[0]?.id, 'How old is &#60;b&#62;Ann&#60;/b&#62;?'],
    ]);
    expect(html).toContain('<span>ann</span>');
    expect(html).not.toContain('Ben');
  });

  it('it tells how a conversation ended', async () => {
    const engine: Engine = async (question, { signal }) => {
      if (question === 'fail') throw new Error('no');
      await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return { answer: '' };
    };
    const { service, ...fixture } = await startTestService({ engine });
    const { open, post } = await signedIn({ service });
    await fixture.ask('fail');
    const { location } = await post(CONVERSATIONS, { question: 'wait' });
    expect((await open('/')).html).toMatch(/>wait<\/a>\s*<p class="facts">in progress · 1 min ago/);
    expect((await post(`${location}/cancel`)).status).toBe(303);
    const { html } = await open('/');
    expect(html).toMatch(/>wait<\/a>\s*<p class="facts">stopped · /);
    expect(html).toMatch(/>fail<\/a>\s*<p class="facts">failed · /);
  });

  it('a user can sign out', async () => {
    const { open, post } = await signedIn(world);
    const { status, location } = await post('/.auth/sessions/end');
    expect([status, location]).toEqual([303, '/']);
    expect((await open('/')).html).toContain('Your access token');
  });
});

describe('a conversation of one’s own', () => {
  it('a question opens its page, which works without scripts', async () => {
    const { engine, release } = heldEngine();
    const { service } = await startTestService({ engine });
    const { open, post } = await signedIn({ service });
    const { status, location } = await post(CONVERSATIONS, { question: ' Where is <i>it</i>? ' });
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(/^\/deepsearch\/conversations\/\d+$/),
    ]);
    await service.waitFor(() => service.conversations()[0]?.questions[0]?.turns[1]);
    const working = (await open(location)).html;
    expect(working).toContain('<noscript><meta http-equiv="refresh"');
    expect(working).toContain(`data-live="${location}"`);
    expect(working).toContain('Looking around');
    expect(working).toContain('<h2>Where is &#60;i&#62;it&#60;/i&#62;?</h2>');
    release();
    await service.waitFor(() => service.conversations()[0]?.viewer);
    const ended = (await open(location)).html;
    expect(ended).toContain('You asked: Where is &lt;i&gt;it');
    expect(ended).not.toMatch(/refresh|data-live/);
    expect(ended).toMatch(/<button name="question" value="And then\?">/);
    const next = await post(`${location}/questions`, { question: 'And then?' });
    expect([next.status, next.location]).toEqual([303, location]);
    expect(service.conversations()[0]?.questions).toHaveLength(2);
  });

  it('nobody else sees it, nor asks in it or stops it', async () => {
    const { id } = await world.ask('What is secret?');
    const { open, post } = await signedIn(world, BEN.token);
    const path = `${CONVERSATIONS}/${id}`;
    const replies = [
      await open(path),
      await post(`${path}/questions`, { question: 'x' }),
      await post(`${path}/cancel`),
      await open(`${CONVERSATIONS}/999999`),
      await open(`${CONVERSATIONS}/x`),
    ];
    for (const { status, html } of replies) {
      expect(status).toBe(404);
      expect(html).not.toContain('secret');
    }
  });

  it('whoever had to sign in to ask on gets back to the conversation', async () => {
    const { id } = await world.ask('What is secret?');
    const { open } = await signedIn(world);
    for (const action of ['questions', 'cancel']) {
      const { status, location } = await open(`${CONVERSATIONS}/${id}/${action}`);
      expect([status, location]).toEqual([303, `${CONVERSATIONS}/${id}`]);
    }
    expect((await open(`${CONVERSATIONS}/999999/questions`)).status).toBe(404);
  });

  it('without a session there is only the form to sign in, and nothing is asked', async () => {
    const before = world.service.conversations().length;
    const { id } = await world.ask('What is secret?');
    const path = `${world.service.url}${CONVERSATIONS}`;
    for (const [url, method] of [
      [`${path}/${id}`, 'GET'],
      [path, 'POST'],
      [`${path}/${id}/questions`, 'POST'],
      [`${path}/${id}/cancel`, 'POST'],
    ] as const) {
      const body = method === 'POST' ? new URLSearchParams({ question: 'x' }) : null;
      const response = await fetch(url, { method, body });
      const html = await response.text();
      expect([response.status, html.includes('Your access token')]).toEqual([401, true]);
      expect(html).not.toContain('secret');
    }
    expect(world.service.conversations()).toHaveLength(before + 1);
  });

  it.each([
    ['another port of this host', { origin: 'http://127.0.0.1:9' }],
    ['another website', { origin: 'https://evil.example.com' }],
    ['a page without an origin', { origin: 'null' }],
    ['another website, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['another port, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('a form of %s is refused', async (_what, headers) => {
    const before = world.service.conversations().length;
    const { post } = await signedIn(world);
    expect((await post(CONVERSATIONS, { question: 'x' }, headers)).status).toBe(403);
    expect((await post('/.auth/sessions/end', {}, headers)).status).toBe(403);
    expect(world.service.conversations()).toHaveLength(before);
  });

  it.each([
    ['an empty question', { question: ' ' }, 'The question must not be empty.'],
    ['no question', {}, 'The question '],
    ['a long question', { question: 'x'.repeat(100_001) }, 'must not be longer than 100000'],
  ])('%s is refused', async (_what, form, words) => {
    const { open, post } = await signedIn(world);
    const { status, html } = await post(CONVERSATIONS, form as Record<string, string>);
    expect([status, html]).toEqual([400, expect.stringContaining(words)]);
    expect((await open(CONVERSATIONS)).location).toBe('/');
  });

  it('the quota of the API counts here as well', async () => {
    const { service } = await startTestService({ quota: { limit: 1 } });
    const { post } = await signedIn({ service });
    expect((await post(CONVERSATIONS, { question: 'one' })).status).toBe(303);
    const { status, headers, html } = await post(CONVERSATIONS, { question: 'two' });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(html).toContain('quota of 1 questions used up');
  });
});
