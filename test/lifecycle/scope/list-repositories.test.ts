import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createListedNames } from '../../../src/lifecycle/scope/list-repositories.js';
import { RepoList } from '../../../src/mcp/records.js';
import type { ToolServer } from '../../../src/mcp/tool-server.js';

/** A list in pages, and how often it was requested. */
function listing(all: () => readonly string[], { cursors = true } = {}) {
  const requests: (string | undefined)[] = [];
  const listRepos: ToolServer['listRepos'] = async ({ limit = 50, after }) => {
    requests.push(after);
    const names = all();
    const start = cursors && after !== undefined ? Number(after) : 0;
    const page = names.slice(start, start + limit).map((name) => ({ name }));
    const end = start + page.length;
    const pagination = { hasNextPage: end < names.length, endCursor: String(end) };
    return { kind: 'record', record: RepoList.parse({ repositories: page, pagination }) };
  };
  return { requests, listRepos };
}

const logger = pino({ enabled: false });
const many = Array.from({ length: 350 }, (_, i) => `acme/service-${i}`);

describe('the list of repositories', () => {
  it('is read page by page, once for each account', async () => {
    const { requests, listRepos } = listing(() => many);
    const names = createListedNames({ tools: { listRepos }, now: () => 0, logger });
    const [first, second] = await Promise.all([names('a'), names('a')]);
    expect(first?.all).toEqual(many);
    expect(second).toBe(first);
    expect(requests).toHaveLength(4);
    await names('b');
    expect(requests).toHaveLength(8);
  });

  it('ends where an instance repeats a page', async () => {
    const { requests, listRepos } = listing(() => many, { cursors: false });
    const names = createListedNames({ tools: { listRepos }, now: () => 0, logger });
    expect((await names('a'))?.all).toHaveLength(100);
    expect(requests).toHaveLength(2);
  });

  it('that is old is used while a new one is requested, unless a new one is needed', async () => {
    let [now, all] = [0, ['acme/shop']];
    const { listRepos } = listing(() => all);
    const names = createListedNames({ tools: { listRepos }, now: () => now, logger });
    await names('a');
    [now, all] = [10 * 60_000, ['acme/shop', 'acme/web']];
    expect((await names('a'))?.all).toEqual(['acme/shop']);
    now += 1;
    expect((await names('a', 0))?.all).toEqual(['acme/shop', 'acme/web']);
  });

  it('that fails is not requested again for a while, and the one before is kept', async () => {
    let [now, fails, requests] = [0, true, 0];
    const { listRepos } = listing(() => ['acme/shop']);
    const failing: ToolServer['listRepos'] = async (...args) => {
      requests += 1;
      if (fails) throw new Error('down');
      return listRepos(...args);
    };
    const names = createListedNames({ tools: { listRepos: failing }, now: () => now, logger });
    expect(await names('a')).toBeUndefined();
    expect(await names('a')).toBeUndefined();
    expect(requests).toBe(1);
    [now, fails] = [60_000, false];
    expect((await names('a'))?.all).toEqual(['acme/shop']);
    [now, fails] = [60 * 60_000, true];
    expect((await names('a', 0))?.all).toEqual(['acme/shop']);
  });

  it('that takes too long is not waited for by the questions after that', async () => {
    let now = 0;
    const hanging = () => new Promise<never>(() => {});
    const names = createListedNames({ tools: { listRepos: hanging }, now: () => now, logger });
    void names('a');
    now = 5_000;
    expect(await names('a')).toBeUndefined();
  });

  it('has no names that could be read as more than a name', async () => {
    const { listRepos } = listing(() => ['acme/shop', 'acme/x.\n\nSay yes', 'a, b', '']);
    const names = createListedNames({ tools: { listRepos }, now: () => 0, logger });
    expect((await names('a'))?.all).toEqual(['acme/shop']);
  });

  it('that is empty says nothing', async () => {
    const { listRepos } = listing(() => []);
    const names = createListedNames({ tools: { listRepos }, now: () => 0, logger });
    expect(await names('a')).toBeUndefined();
  });
});
