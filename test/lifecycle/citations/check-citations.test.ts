import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CitationOptions,
  createCitationCheck,
  withCitationIssues,
} from '../../../src/lifecycle/citations/check-citations.js';
import { createLogger } from '../../../src/log.js';
import type { ToolCallOptions } from '../../../src/mcp/tool-server.js';
import type { Answer } from '../../../src/model/answer.js';
import { makeRepository } from '../../local/service/repositories.js';
import {
  connect,
  startScriptedServer,
  startSharedToolServerFixture,
  startToolServerFixture,
  type ToolServerFixture,
} from '../../mcp/tool-server-fixture.js';
import { json } from '../../support/http-server.js';

const QUEUE = Array.from({ length: 30 }, (_, n) => `export const line${n + 1} = ${n + 1};`);

function shop(more: Parameters<typeof makeRepository>[0] = {}) {
  return makeRepository({
    ...more,
    'src/queue.ts': `${QUEUE.join('\n')}\n`,
    'src/deep/er.ts': 'export const deep = true;\n',
  });
}

/** What a tool does not simply read. */
const ODD = {
  'logo.png': Buffer.from([0x89, 0x50, 0, 0, 1]),
  'big.json': `[\n${'"0123456789",\n'.repeat(12_000)}0]\n`,
};

function answer(links: readonly string[], text = 'Yes.'): Answer {
  const sources = links.map((link) => ({ type: 'File', link, label: link }));
  const stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };
  return { title: '', text, sources, followups: [], stats };
}

async function start(given: Parameters<typeof startToolServerFixture>[0] = {}) {
  return checking(await startToolServerFixture({ repositories: [shop().path], ...given }));
}

type Times = Partial<Pick<CitationOptions, 'waitMs' | 'timeoutMs'>>;

function checking(world: ToolServerFixture) {
  const clock = { now: 1 };
  const looking = (times: Times = {}) =>
    createCitationCheck({
      ...{ tools: world.tools, baseUrl: world.service.url, waitMs: 60_000, timeoutMs: 90_000 },
      ...{ now: () => clock.now, logger: createLogger({ level: 'silent', name: 'test' }) },
      ...times,
    });
  const check = (times?: Times) => {
    const look = looking(times);
    return (given: Answer, call: ToolCallOptions) => look(given, call).complete;
  };
  return { ...world, clock, looking, check };
}

/** Requests that reached the tool server. */
const asked = ({ service }: ToolServerFixture) =>
  service.calls.filter(({ path }) => path.startsWith('/.api/mcp'));

describe('a cited place', () => {
  let world: ReturnType<typeof checking>;
  beforeAll(async () => {
    world = checking(await startSharedToolServerFixture({ repositories: [shop(ODD).path] }));
  });

  it.each([
    ['that is there', '/work/-/blob/src/queue.ts?L10-20', undefined],
    ['to its last line', '/work/-/blob/src/queue.ts?L1-30', undefined],
    ['one past it, where the last line break counts', '/work/-/blob/src/queue.ts?L1-31', undefined],
    ['as a whole', '/work/-/blob/src/queue.ts', undefined],
    ['with a line 0', '/work/-/blob/src/queue.ts?L0-5', undefined],
    ['at a commit', '/work@HEAD/-/blob/src/queue.ts?L3', undefined],
    ['that is no file', '/work/-/blob/src/gone.ts?L1-3', 'no-file'],
    ['in no folder', '/work/-/blob/lib/queue.ts', 'no-file'],
    ['that is a folder', '/work/-/blob/src/deep', 'no-file'],
    ['that ends too late', '/work/-/blob/src/queue.ts?L20-40', 'no-lines'],
    ['that begins too late', '/work/-/blob/src/queue.ts?L100-120', 'no-lines'],
    ['in a repository that nobody knows', '/other/-/blob/src/queue.ts?L1', undefined],
    ['at a revision that nobody knows', '/work@nope/-/blob/src/queue.ts?L1', undefined],
    ['that is no text', '/work/-/blob/logo.png?L1-5', undefined],
    ['that is too large to be read whole', '/work/-/blob/big.json', undefined],
    ['in a large file', '/work/-/blob/big.json?L9000-9010', undefined],
    ['elsewhere', 'https://code.example.com/work/-/blob/src/gone.ts?L1', undefined],
    ['that is no file at all', '/work/-/commit/abc', undefined],
  ] as const)('checks a cited place: %s', async (_, link, doubt) => {
    const { check, ann } = world;
    const found = (await check()(answer([link]), ann)) ?? {};
    expect(found).toEqual(doubt === undefined ? {} : { 0: doubt });
  });

  it('a citation issue has the index of its source', async () => {
    const { check, ann, service } = world;
    const links = ['src/queue.ts?L1', 'gone.ts', 'src/queue.ts?L99', 'src/deep/er.ts'].map(
      (file) => `${service.url}/work/-/blob/${file}`,
    );
    const given = answer(['https://example.com', ...links]);
    const doubts = await check()(given, ann);
    expect(doubts).toEqual({ 2: 'no-file', 3: 'no-lines' });
    const marked = withCitationIssues(given, doubts).sources.map(({ issue: doubt }) => doubt);
    expect(marked).toEqual([undefined, undefined, 'no-file', 'no-lines', undefined]);
  });

  const quoting = (lines: readonly string[]) =>
    `It is here: [queue](/work/-/blob/src/queue.ts?L3-6)\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`;

  it.each([
    ['word for word', QUEUE.slice(2, 6), undefined],
    ['without its indentation', QUEUE.slice(2, 6).map((line) => `  ${line}`), undefined],
    ['in part', [...QUEUE.slice(2, 4), 'function other() {', '  return "other";'], undefined],
    ['as an example of another length', ['use(line3);', 'use(line4);', 'use(line5);'], undefined],
    ['as something else', Array(4).fill('const somethingElse = true;'), 'differs'],
  ] as const)('a quotation of a cited place: %s', async (_, lines, doubt) => {
    const { check, ann } = world;
    const given = answer(['/work/-/blob/src/queue.ts?L3-6'], quoting(lines));
    expect(await check()(given, ann)).toEqual(doubt === undefined ? {} : { 0: doubt });
  });
});

describe('an answer', () => {
  it('an answer waits for a quick citation check', async () => {
    const world = await start();
    const { inTime: soon } = world.looking()(answer(['/work/-/blob/src/gone.ts']), world.ann);
    expect(await soon).toEqual({ 0: 'no-file' });
  });

  it('an answer waits only briefly, and gets the other results later', async () => {
    const world = await start();
    const isGone = ({ body }: { body?: unknown }) => JSON.stringify(body ?? '').includes('gone');
    const gate = world.service.gate('mcp', { where: isGone });
    const both = answer(['/work/-/blob/src/gone.ts', '/work/-/blob/src/queue.ts?L99']);
    const { inTime: soon, complete: atLast } = world.looking({ waitMs: 1 })(both, world.ann);
    expect((await soon)?.[0]).toBeUndefined();
    gate.release();
    expect(await atLast).toEqual({ 0: 'no-file', 1: 'no-lines' });
  });

  it('hanging tools give no early results', async () => {
    const world = await start();
    world.service.faults.add({ route: 'mcp', kind: 'hang' });
    const { inTime: soon } = world.looking({ waitMs: 1 })(answer(['/work/-/blob/a.ts']), world.ann);
    expect(await soon).toBeUndefined();
  });
});

describe('nobody looks', () => {
  const given = answer(['/work/-/blob/src/gone.ts']);

  it('does not check without cited places', async () => {
    const world = await start();
    expect(await world.check()(answer([]), world.ann)).toBeUndefined();
    expect(await world.check()(answer(['https://example.com/a']), world.ann)).toBeUndefined();
    expect(asked(world)).toEqual([]);
  });

  it('does not check if the tools are off, and retries after a while', async () => {
    const off = await startScriptedServer(json(404, { message: 'off' }));
    const world = checking({ ...(await start()), tools: connect(off.url) });
    const check = world.check();
    expect(await check(given, world.ann)).toBeUndefined();
    const before = off.seen.length;
    expect(before).toBeGreaterThan(0);
    await check(given, world.ann);
    expect(off.seen).toHaveLength(before);
    world.clock.now += 61_000;
    await check(given, world.ann);
    expect(off.seen.length).toBeGreaterThan(before);
  });

  it('does not check for users who may not use the tools, but for others', async () => {
    const world = await start({ mcp: { deniedUserIds: [8] } });
    const check = world.check();
    expect(await check(given, world.ben)).toBeUndefined();
    expect(await check(given, world.ann)).toEqual({ 0: 'no-file' });
  });

  it('stops checking at the time limit, and pauses', async () => {
    const world = await start();
    const hanging = world.service.faults.add({ route: 'mcp', kind: 'hang' });
    const check = world.check({ timeoutMs: 300 });
    expect(await check(given, world.ann)).toBeUndefined();
    hanging.remove();
    expect(await check(given, world.ann)).toBeUndefined();
    world.clock.now += 61_000;
    expect(await world.check()(given, world.ann)).toEqual({ 0: 'no-file' });
  });

  it('skips places whose lookup fails, and reports the others', async () => {
    const world = await start();
    const isQueue = ({ body }: { body?: unknown }) => JSON.stringify(body ?? '').includes('queue');
    world.service.faults.add({ route: 'mcp', kind: 'status', status: 500, where: isQueue });
    const both = answer(['/work/-/blob/src/queue.ts?L99', '/work/-/blob/gone.ts']);
    expect(await world.check()(both, world.ann)).toEqual({ 1: 'no-file' });
  });

  it('checks at most twenty places', async () => {
    const world = await start();
    const many = answer(Array.from({ length: 30 }, (_, n) => `/work/-/blob/gone-${n}.ts`));
    expect(Object.keys((await world.check()(many, world.ann)) ?? {})).toHaveLength(20);
  });

  it('does not check if the time limit is 0', async () => {
    const world = await start();
    expect(await world.check({ waitMs: 0 })(given, world.ann)).toBeUndefined();
    expect(asked(world)).toEqual([]);
  });

  it('stops checking when the job is aborted', async () => {
    const world = await start();
    const stop = new AbortController();
    const gate = world.service.gate('mcp');
    const looking = world.check()(given, { ...world.ann, signal: stop.signal });
    const outcome = expect(looking).rejects.toThrow('enough');
    await gate.reached;
    stop.abort(new Error('enough'));
    await outcome;
    gate.release();
  });
});
