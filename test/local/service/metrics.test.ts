import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../local/demo/free-port.js';
import { makeFolder, makeRepository, SHOP } from './repositories.js';
import { ANN, startSearchService, startTestService } from './service-fixture.js';
import { fileUrl, folderOf, startHttpRemote, syncOf } from './sync/remotes.js';

async function read(url: string, headers: HeadersInit = {}) {
  const response = await fetch(`${url}/metrics`, { headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
}

describe('the metrics of the service', () => {
  it('the metrics tell how large and fresh each repository is, and why fetching failed', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => spy.mockRestore());
    const shop = makeRepository(SHOP, 'shop');
    const bank = makeRepository(SHOP, 'bank');
    const remote = await startHttpRemote(folderOf(bank));
    const sync = syncOf({ url: remote.url(bank) });
    const { service } = await startSearchService([shop.path], {
      sync,
      clonesDir: makeFolder('clones'),
      slots: 1,
    });
    await service.fetchRepositories();
    remote.mode = 'refuse';
    await service.fetchRepositories();
    const all = Object.keys(SHOP).length;
    await expect
      .poll(async () => (await read(service.url)).text)
      .toContain('deepsearch_service_index_ready{repository="bank"} 1');
    const { status, type, text } = await read(service.url);
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    for (const line of [
      `deepsearch_service_repository_files{repository="shop"} ${all}`,
      `deepsearch_service_repository_files{repository="bank"} ${all}`,
      'deepsearch_service_fetches_total{repository="bank",outcome="ok"} 1',
      'deepsearch_service_fetches_total{repository="bank",outcome="unreachable"} 1',
      'deepsearch_service_fetch_failures{repository="bank"} 1',
      'deepsearch_service_fetch_duration_seconds_count 2',
      'deepsearch_service_open_questions{phase="waiting"} 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    const time = /^deepsearch_service_last_fetch_timestamp_seconds\{repository="bank"\} (\S+)$/m;
    expect(Number(time.exec(text)?.[1])).toBeCloseTo(Date.now() / 1000, -3);
    expect(text).toMatch(/^deepsearch_service_clone_bytes\{repository="bank"\} [1-9]/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).not.toContain('deepsearch_service_fetch_failures{repository="shop"}');
  });

  it('the documentation lists each of them', async () => {
    const sync = syncOf({ url: fileUrl(makeRepository(SHOP, 'shop')) });
    const { service } = await startSearchService([], { sync, clonesDir: makeFolder('clones') });
    const { text } = await read(service.url);
    const known = [...text.matchAll(/^# TYPE (deepsearch_service_\w+)/gm)].map(([, name]) => name);
    const page = readFileSync(new URL('../../../docs/local-service.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(deepsearch_service_\w+)`/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(known.sort());
  });

  it('the metrics need a token as soon as other machines can reach the service', async () => {
    const port = await freePort();
    const { service } = await startTestService({ host: '0.0.0.0', port });
    const url = service.url.replace('0.0.0.0', '127.0.0.1');
    const refused = await read(url);
    expect([refused.status, refused.text.includes('deepsearch_service')]).toEqual([401, false]);
    const bearer = { authorization: `Bearer ${ANN.token}` };
    expect((await read(url, bearer)).text).toContain('deepsearch_service_open_questions');
    expect((await read(url, { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('the metrics are only for the host names of the service', async () => {
    const { service } = await startTestService();
    const status = await new Promise((resolve) => {
      get(`${service.url}/metrics`, { headers: { host: 'evil.example.com' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(403);
  });
});

describe('the page of repositories', () => {
  it('it says how large and fresh each is, and what is wrong', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => spy.mockRestore());
    const shop = makeRepository(SHOP, 'shop');
    const empty = makeRepository({}, 'empty');
    const remote = await startHttpRemote(folderOf(shop));
    const sync = syncOf({ url: remote.url(shop) }, { url: remote.url({ path: '/gone<b>' }) });
    const { service } = await startSearchService([empty.path], {
      sync,
      clonesDir: makeFolder('clones'),
    });
    await service.fetchRepositories();
    const page = async () => (await fetch(service.url)).text();
    await expect.poll(page).not.toContain('data-live');
    const html = (await page()).replace(/<[^>]+>/g, '');
    expect(html).toMatch(/empty\s+no commits yet/);
    const files = Object.keys(SHOP).length;
    expect(html).toMatch(
      new RegExp(
        `shop\\s+${files} files, less than 1 MB · last commit 1 min ago · fetched 1 min ago`,
      ),
    );
    expect(html).toMatch(
      /gone-b-\s+not fetched yet\s*Its remote has no such repository, or denies access to it\. Next try in 1 min\./,
    );
  });

  it('it shows how far a first fetch is', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(shop));
    remote.mode = 'stall';
    const { service } = await startSearchService([], {
      sync: syncOf({ url: remote.url(shop) }, { url: fileUrl(shop) }),
      clonesDir: makeFolder('clones'),
    });
    await remote.stalled();
    const page = async () => (await fetch(service.url)).text();
    await expect.poll(page).toMatch(/Fetching <progress( value="\d+" max="100")?><\/progress>/);
    expect(await page()).toContain('data-live="/"');
  });
});
