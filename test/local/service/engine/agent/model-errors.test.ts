import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createModelEngine,
  type ModelEngineDependencies,
} from '../../../../../local/service/engine/agent/model-engine.js';
import type { ModelOptions } from '../../../../../local/service/engine/llm/options.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';

import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { type EngineContext, EngineError } from '../../../../../local/service/service.js';

import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { createTools } from '../../../../../local/service/tools/tools.js';
import { cut, type Handler, hang, json, raw, reset } from '../../../../support/http-server.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository, SHOP } from '../../repositories.js';
import { onlyQuestion, type ServiceFixture, startSearchService } from '../../service-fixture.js';
import { MODEL_API_KEY, MODEL_APIS, reply, scriptedEndpoint } from './scripted-model.js';

const endpoint = scriptedEndpoint();
let shop: Omit<ModelEngineDependencies, 'model'> & { path: string };
const index = createSearchIndex();
beforeAll(async () => {
  const { path } = makeRepository(SHOP, 'shop');
  const repositories = await openRepositories([path]);
  const parts = { repositories, index };
  const tools = createTools({ ...parts, url: () => '', prefix: '' });
  shop = {
    ...parts,
    path,
    tools,
    search: createSearchEngine({
      ...parts,
      navigator: createTestNavigator(),
      filesOf: createFilesOf(),
    }),
  };
});
afterAll(async () => {
  await index.stop();
  for (const { close } of shop.repositories) await close();
});

const SEARCH = { name: 'keyword_search', input: { query: 'computeBackoff' } };
const AT_ONCE = { 'retry-after': '0' };
const says = (message: string) => ({ error: { message, type: 'error' }, type: 'error' });

/** An engine of its own over the shop, without a service around it. */
function startAsking(model: ModelOptions) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const engine = createModelEngine({ ...shop, model });
  const turns: unknown[] = [];
  const context: EngineContext = {
    history: [],
    added: '',
    signal: new AbortController().signal,
    report: (turn) => turns.push(turn),
    stats: () => {},
  };
  return {
    turns,
    ask: () => engine('Where is computeBackoff defined?', context),
    /** Of a question that ends without an answer. */
    failure: () =>
      engine('Where is computeBackoff defined?', context).then(
        () => undefined,
        (error: unknown) => (error instanceof EngineError ? error.questionError : error),
      ),
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
      handler: json(401, says(`Incorrect API key provided: ${MODEL_API_KEY}.`)),
      ...{ kind: 'ModelKeyRefused', message: /refused the service’s API key/, fix: /LLM_API_KEY/ },
      tries: 1,
    },
  ],
  [
    'a key without rights',
    {
      handler: json(403, says('not allowed')),
      ...{ kind: 'ModelKeyRefused', message: /refused the service’s API key/, fix: /LLM_API_KEY/ },
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
      ...{
        kind: 'RateLimitExceeded',
        message: /in a few minutes/,
        fix: /Raise the limit/,
        tries: 3,
      },
    },
  ],
  [
    'a rate limit that outlasts an asker’s patience',
    {
      handler: json(429, says('come back tomorrow'), { 'retry-after': '86400' }),
      ...{
        kind: 'RateLimitExceeded',
        message: /in a few minutes/,
        fix: /Raise the limit/,
        tries: 1,
      },
    },
  ],
  [
    'a server’s mistake',
    {
      handler: json(503, says('overloaded'), AT_ONCE),
      ...{
        kind: 'ModelBroken',
        message: /several times/,
        fix: /Check the model’s endpoint/,
        tries: 3,
      },
    },
  ],
  [
    'a web page',
    {
      handler: raw(200, '<html>Hello</html>', { 'content-type': 'text/html', ...AT_ONCE }),
      ...{ kind: 'ModelMalformed', message: /unexpected response/, fix: /LLM_BASE_URL/, tries: 3 },
    },
  ],
  [
    'JSON of another form',
    {
      handler: json(200, { hello: 'world' }, AT_ONCE),
      ...{ kind: 'ModelMalformed', message: /unexpected response/, fix: /LLM_API/, tries: 3 },
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
      ...{ kind: 'ModelRefused', message: /rejected the request/, tries: 1 },
      fix: /does not support tools.*can call tools/,
    },
  ],
  [
    'another address',
    {
      handler: raw(307, '', { location: 'http://127.0.0.1:1/elsewhere' }),
      ...{ kind: 'ModelRefused', message: /rejected the request/, fix: /status 307/, tries: 1 },
    },
  ],
];

describe.each(MODEL_APIS)('a model by the %s form that meets', (form) => {
  it.each(faults)('explains %s', async (_, { handler, kind, message, fix, tries }) => {
    endpoint.server().handle(handler);
    const { failure, turns, complaints } = startAsking(endpoint.model(form));
    const failed = await failure();
    expect(failed).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(endpoint.sent()).toHaveLength(tries);
    expect(complaints()).toEqual([expect.stringMatching(fix)]);
    expect(complaints()[0]).toMatch(/^The model tiny-1 at 127\.0\.0\.1:\d+: /);
    expect(JSON.stringify([failed, turns, complaints()])).not.toContain(MODEL_API_KEY);
  });

  it('explains a declined answer', async () => {
    endpoint.says(form, { text: '', ends: 'refusal' });
    expect(await startAsking(endpoint.model(form)).failure()).toMatchObject({
      kind: 'ModelDeclined',
    });
  });

  it('explains an empty reply, even to the final request', async () => {
    endpoint.says(form, { text: '' });
    expect(await startAsking(endpoint.model(form)).failure()).toMatchObject({ kind: 'ModelEmpty' });
    expect(endpoint.sent()).toHaveLength(2);
  });
});

describe('a model', () => {
  it('a model call times out', async () => {
    endpoint.server().handle(hang);
    const { failure } = startAsking(endpoint.model('openai', { timeoutMs: 50 }));
    expect(await failure()).toMatchObject({ kind: 'ModelTimeout' });
  });

  it('a model that recovers answers', async () => {
    endpoint
      .server()
      .script(
        json(529, says('overloaded'), AT_ONCE),
        json(429, says('slow down'), AT_ONCE),
        reply('anthropic', { text: 'Here.' }),
      );
    const { ask, turns, complaints } = startAsking(endpoint.model('anthropic'));
    expect((await ask()).answer).toMatch(/^Here\./);
    expect(turns).toContain('The model does not respond: retrying in 0 s');
    expect(complaints()).toEqual([]);
  });

  it('a model error is logged once, until the model answers again', async () => {
    const wrong = json(401, says('wrong key'));
    endpoint.server().script(wrong, wrong, reply('openai', { text: 'Here.' }), wrong);
    const { failure, complaints } = startAsking(endpoint.model('openai'));
    const said: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await failure();
      said.push(complaints().length);
    }
    expect(said).toEqual([1, 1, 1, 2]);
  });

  it.each([
    // A port that nobody but root can listen on, and nobody does.
    ['is away', () => 'http://127.0.0.1:2/v1'],
    ['breaks the line', () => endpoint.model('openai').baseUrl],
  ])('a model that %s is replaced by the search', async (_, address) => {
    endpoint.server().handle(reset);
    const model = endpoint.model('openai', { baseUrl: address() });
    const { ask, turns, complaints } = startAsking(model);
    const { answer, sources } = await ask();
    expect(answer).toMatch(
      /^The model `tiny-1` cannot be reached at the moment, so this answer comes from search alone\.\n\n`computeBackoff`: /,
    );
    expect(sources?.length).toBeGreaterThan(0);
    expect(turns).toContain('The model cannot be reached: searching instead');
    expect(complaints()).toEqual([expect.stringMatching(/Start it, or correct LLM_BASE_URL/)]);
  });

  it('retries after a truncated response', async () => {
    const broken = cut(200, '{"choices": [');
    endpoint.server().script(broken, reply('openai', { text: 'Here.' }));
    expect((await startAsking(endpoint.model('openai')).ask()).answer).toMatch(/^Here\./);
  });
});

describe('a stop', () => {
  /** A model that waits with its first reply until the question was stopped. */
  async function stopAtFirstCall(afterwards: Handler) {
    const world = await startSearchService([shop.path], { model: endpoint.model('openai') });
    const stopped = new Promise<{ closed: Promise<unknown> }>((resolve, reject) => {
      endpoint.server().handle(async (seen, response) => {
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
    return { ended: onlyQuestion(await world.read(id)), sent: endpoint.sent() };
  }

  async function stopAll({ request, service }: ServiceFixture): Promise<void> {
    for (const { id, questions } of service.conversations()) {
      for (const one of questions) await request('POST', `/${id}/questions/${one.id}/cancel`);
    }
  }

  it.each([
    ['does not reply', hang],
    ['replies all the same', reply('openai', { calls: [SEARCH] })],
  ])('a cancel aborts the call of a model that %s, without another call', async (_, afterwards) => {
    const { ended, sent } = await stopAtFirstCall(afterwards);
    expect(sent.map(({ messages }) => messages.at(-1)?.text.split('\n')[0])).toEqual([
      'Where is computeBackoff?',
      'And now?',
    ]);
    expect(ended).toMatchObject({ error: { kind: 'Cancelled' }, stats: { tool_calls: 0 } });
  });
});
