import { once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelOptions } from '../../../../../src/local/service/engine/model/options.js';
import {
  cut,
  type Handler,
  hang,
  json,
  raw,
  reset,
  startHttpServer,
} from '../../../../support/http-server.js';
import { makeRepository, SHOP } from '../../repositories.js';
import { questionOf, type World } from '../../world.js';
import { FORMS, KEY, reply, scriptedEndpoint, startWithModel } from './endpoint.js';

const endpoint = scriptedEndpoint();
let shop: string;
beforeAll(() => {
  shop = makeRepository(SHOP, 'shop').path;
});

const SEARCH = { name: 'keyword_search', input: { query: 'computeBackoff' } };
const AT_ONCE = { 'retry-after': '0' };
const says = (message: string) => ({ error: { message, type: 'error' }, type: 'error' });

async function startAsking(model: ModelOptions) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { ask } = await startWithModel([shop], model);
  return {
    ask: async () => questionOf(await ask('Where is computeBackoff defined?')),
    complaints: () => complaint.mock.calls.map(([line]) => String(line)),
  };
}

const faults: [
  what: string,
  fault: { handler: Handler; kind: string; message: RegExp; fix: RegExp; tries: number },
][] = [
  [
    'a wrong key',
    {
      handler: json(401, says(`Incorrect API key provided: ${KEY}.`)),
      ...{ kind: 'ModelKeyRefused', message: /refused the service’s key/, fix: /LLM_API_KEY/ },
      tries: 1,
    },
  ],
  [
    'a key without rights',
    {
      handler: json(403, says('not allowed')),
      ...{ kind: 'ModelKeyRefused', message: /refused the service’s key/, fix: /LLM_API_KEY/ },
      tries: 1,
    },
  ],
  [
    'an unknown model',
    {
      handler: json(404, says('model tiny-1 not found')),
      ...{ kind: 'ModelUnknown', message: /no model tiny-1/, fix: /LLM_MODEL.*LLM_BASE_URL/ },
      tries: 1,
    },
  ],
  [
    'a rate limit',
    {
      handler: json(429, says('slow down'), AT_ONCE),
      ...{ kind: 'RateLimitExceeded', message: /in a few minutes/, fix: /higher limit/, tries: 3 },
    },
  ],
  [
    'a rate limit that outlasts an asker’s patience',
    {
      handler: json(429, says('come back tomorrow'), { 'retry-after': '86400' }),
      ...{ kind: 'RateLimitExceeded', message: /in a few minutes/, fix: /higher limit/, tries: 1 },
    },
  ],
  [
    'a server’s mistake',
    {
      handler: json(503, says('overloaded'), AT_ONCE),
      ...{ kind: 'ModelBroken', message: /several times/, fix: /what is wrong/, tries: 3 },
    },
  ],
  [
    'a web page',
    {
      handler: raw(200, '<html>Hello</html>', { 'content-type': 'text/html', ...AT_ONCE }),
      ...{ kind: 'ModelMalformed', message: /no reply of a model/, fix: /LLM_BASE_URL/, tries: 3 },
    },
  ],
  [
    'JSON of another form',
    {
      handler: json(200, { hello: 'world' }, AT_ONCE),
      ...{ kind: 'ModelMalformed', message: /no reply of a model/, fix: /LLM_API/, tries: 3 },
    },
  ],
  [
    'too much text',
    {
      handler: json(400, says('prompt is too long: 210000 tokens > 200000 maximum context length')),
      ...{ kind: 'TokenLimitExceeded', message: /a smaller part/, fix: /larger context/, tries: 1 },
    },
  ],
  [
    'a model without tools',
    {
      handler: json(400, says('tiny-1 does not support tools')),
      ...{ kind: 'ModelRefused', message: /refused what it was sent/, tries: 1 },
      fix: /does not support tools.*can call tools/,
    },
  ],
  [
    'another address',
    {
      handler: raw(307, '', { location: 'http://127.0.0.1:1/elsewhere' }),
      ...{ kind: 'ModelRefused', message: /refused what it was sent/, fix: /status 307/, tries: 1 },
    },
  ],
];

describe.each(FORMS)('a model by the %s form that meets', (form) => {
  it.each(faults)('%s', async (_, { handler, kind, message, fix, tries }) => {
    endpoint.server().handle(handler);
    const { ask, complaints } = await startAsking(endpoint.model(form));
    const question = await ask();
    expect(question).toMatchObject({
      status: 'failed',
      error: { kind, message: expect.stringMatching(message) },
    });
    expect(endpoint.sent()).toHaveLength(tries);
    expect(complaints()).toEqual([expect.stringMatching(fix)]);
    expect(complaints()[0]).toMatch(/^The model tiny-1 at 127\.0\.0\.1:\d+: /);
    expect(JSON.stringify([question, complaints()])).not.toContain(KEY);
  });

  it('a refusal to answer', async () => {
    endpoint.says(form, { text: '', ends: 'refusal' });
    const { error } = await (await startAsking(endpoint.model(form))).ask();
    expect(error?.kind).toBe('ModelDeclined');
  });

  it('silence, even when it is asked to answer', async () => {
    endpoint.says(form, { text: '' });
    const { error } = await (await startAsking(endpoint.model(form))).ask();
    expect(error?.kind).toBe('ModelEmpty');
    expect(endpoint.sent()).toHaveLength(2);
  });
});

describe('a model', () => {
  it('that takes too long is given up', async () => {
    endpoint.server().handle(hang);
    const { ask } = await startAsking(endpoint.model('openai', { timeoutMs: 50 }));
    expect((await ask()).error?.kind).toBe('ModelTimeout');
  });

  it('that has got over its trouble answers', async () => {
    const { server, model } = endpoint;
    server().script(
      json(529, says('overloaded'), AT_ONCE),
      json(429, says('slow down'), AT_ONCE),
      reply('anthropic', { text: 'Here.' }),
    );
    const { ask, complaints } = await startAsking(model('anthropic'));
    const { status, turns } = await ask();
    expect(status).toBe('completed');
    expect(turns.map(({ reasoning }) => reasoning)).toContain(
      'The model does not answer: trying again in 0 s',
    );
    expect(complaints()).toEqual([]);
  });

  it('is complained about once, until it has answered again', async () => {
    const { server, model } = endpoint;
    const wrong = json(401, says('wrong key'));
    server().script(wrong, wrong, reply('openai', { text: 'Here.' }), wrong);
    const { ask, complaints } = await startAsking(model('openai'));
    const said: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await ask();
      said.push(complaints().length);
    }
    expect(said).toEqual([1, 1, 1, 2]);
  });

  it.each([
    ['is away', async () => `http://127.0.0.1:${await freePort()}/v1`],
    ['breaks the line', async () => endpoint.model('openai').baseUrl],
  ])('that %s leaves the answer to the search', async (_, address) => {
    endpoint.server().handle(reset);
    const { ask, complaints } = await startAsking(
      endpoint.model('openai', { baseUrl: await address() }),
    );
    const { status, answer, sources } = await ask();
    expect(status).toBe('completed');
    expect(answer).toMatch(
      /^The model `tiny-1` at `127\.0\.0\.1:\d+` cannot be reached at the moment, so this answer comes from search alone\.\n\n`computeBackoff` is a function/,
    );
    expect(sources?.length).toBeGreaterThan(0);
    expect(complaints()).toEqual([expect.stringMatching(/Start it, or correct LLM_BASE_URL/)]);
  });

  it('that breaks off inside of a reply is asked again', async () => {
    const { server, model } = endpoint;
    server().script(cut(200, '{"choices": ['), reply('openai', { text: 'Here.' }));
    expect((await (await startAsking(model('openai'))).ask()).status).toBe('completed');
  });
});

describe('a stop', () => {
  /** A model that waits with its first reply until the question was stopped. */
  async function stopAtFirstCall(afterwards: Handler) {
    const { server, model } = endpoint;
    const world = await startWithModel([shop], model('openai'));
    const stopped = new Promise<{ closed: Promise<unknown> }>((resolve, reject) => {
      server().handle(async (seen, response) => {
        const closed = once(response, 'close');
        await stopAll(world).catch(reject);
        resolve({ closed });
        await afterwards(seen, response);
      });
    });
    const { id } = await world.create('Where is computeBackoff?');
    const { closed } = await stopped;
    await closed;
    // Whatever would follow the stopped call has to come before what is asked now.
    endpoint.says('openai', { text: 'Here.' });
    await world.ask('And now?');
    return { ended: questionOf(await world.read(id)), sent: endpoint.sent() };
  }

  async function stopAll({ call, service }: World): Promise<void> {
    for (const { id, questions } of service.conversations()) {
      for (const one of questions) await call('POST', `/${id}/questions/${one.id}/cancel`);
    }
  }

  it.each([
    ['does not reply', hang],
    ['replies all the same', reply('openai', { calls: [SEARCH] })],
  ])('closes the call of a model that %s, and no other follows', async (_, afterwards) => {
    const { ended, sent } = await stopAtFirstCall(afterwards);
    expect(sent.map(({ messages }) => messages.at(-1)?.text)).toEqual([
      'Where is computeBackoff?',
      'And now?',
    ]);
    expect(ended).toMatchObject({ error: { kind: 'Cancelled' }, stats: { tool_calls: 0 } });
  });
});

async function freePort(): Promise<number> {
  const server = await startHttpServer();
  await server.close();
  return server.port;
}
