import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../local/service/pages/render-page.js';
import { createRenderThread } from '../../../../local/service/render-thread/render-thread.js';
import type { Conversation, Question, Stats } from '../../../../local/service/service.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { startTestService } from '../service-fixture.js';

/** Parsing it as Markdown takes time in the square of its length: minutes. */
const ENDLESS = '*a_ '.repeat(40_000);
/** Rendering it takes hundreds of megabytes. */
const LARGE = '`a` '.repeat(1_000_000);
const MAX_WAITING = 100;

function startThread(options: Parameters<typeof createRenderThread>[0] = {}) {
  const thread = createRenderThread(options);
  cleanUpAfterTest(thread.stop);
  return {
    ...thread,
    render: async (page: Page) => Buffer.from(await thread.render(page)).toString('utf8'),
  };
}

function comparison(patch: string): Page {
  return { kind: 'comparison', repo: 'shop', base: 'a', head: 'b', patch };
}

const AT = '2026-11-22T12:00:00Z';
const NO_STATS: Stats = {
  time_millis: 0,
  tool_calls: 0,
  total_input_tokens: 0,
  cached_tokens: 0,
  cache_creation_input_tokens: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  credits: 0,
};

function conversationWith(answer: string): Conversation {
  const question: Question = {
    id: 1,
    conversation_id: 1,
    question: 'Where?',
    created_at: AT,
    updated_at: AT,
    status: 'completed',
    turns: [],
    stats: NO_STATS,
    suggested_followups: null,
    answer,
  };
  return {
    id: 1,
    questions: [question],
    created_at: AT,
    updated_at: AT,
    user_id: 1,
    read_token: 'token',
    share_url: 'http://localhost',
  };
}

describe('the render thread', () => {
  it('renders pages in the order in which they were requested', async () => {
    const { render } = startThread();
    const finished: string[] = [];
    const patches = ['+first', '+second', '+third'];
    await Promise.all(
      patches.map(async (patch) => {
        expect(await render(comparison(patch))).toContain(patch);
        finished.push(patch);
      }),
    );
    expect(finished).toEqual(patches);
  });

  it('is replaced when a page takes too long; the pages that wait are rendered', async () => {
    const { render } = startThread({ timeoutMs: 2_000 });
    const endless = render({
      kind: 'markdown',
      conversation: conversationWith(ENDLESS),
      url: 'http://localhost',
    });
    const waiting = Promise.all(
      Array.from({ length: MAX_WAITING }, (_, n) => render(comparison(`+change ${n}`))),
    );
    await expect(endless).rejects.toThrow('took longer than 2000 ms');
    expect((await waiting).at(-1)).toContain('+change 99');
  });

  it('is replaced when it runs out of memory', async () => {
    const { render } = startThread({ maxMemoryMb: 64, timeoutMs: 60_000 });
    const large = render({ kind: 'conversation', conversation: conversationWith(LARGE) });
    const next = render(comparison('+next'));
    await expect(large).rejects.toThrow('memory');
    expect(await next).toContain('+next');
  });

  it('rejects pages that it has not rendered when it is stopped', async () => {
    const { render, stop } = startThread();
    const pages = ['+first', '+second'].map((patch) => render(comparison(patch)));
    const outcomes = Promise.allSettled(pages);
    await stop();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    await expect(render(comparison('+late'))).rejects.toThrow('The service is stopping.');
  });
});

it('a page gets a 503 while too many others wait to be rendered', async () => {
  const world = await startTestService({
    sharing: true,
    engine: async () => ({ answer: ENDLESS }),
  });
  const { share_url } = await world.ask('Where?');
  const pages = Array.from({ length: MAX_WAITING + 2 }, () => fetch(`${share_url}.md`));
  // When the service stops, the others get no response.
  void Promise.allSettled(pages);
  const refused = await Promise.race(pages);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.text()).toContain('Too many pages are being opened.');
});
