import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSync } from '../../../../local/service/sync/sync.js';
import type { SyncOptions } from '../../../../local/service/sync/sync-options.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeFolder, makeRepository, SHOP, type TestRepository } from '../repositories.js';
import { onlyQuestion, type ServiceFixture, startSearchService } from '../service-fixture.js';
import { fileUrl, folderOf, startGitDaemon, startHttpRemote, syncOf } from './remotes.js';

const BACKOFF = 'Where is computeBackoff?';

async function startSynced(sync: SyncOptions, clonesDir = makeFolder('clones')) {
  return startSearchService([], { sync, clonesDir, cacheDir: makeFolder('index') });
}

async function answerOf(world: ServiceFixture, question = BACKOFF): Promise<string> {
  return onlyQuestion(await world.ask(question)).answer ?? '';
}

/** The clone alone, fetched once. */
async function fetched(sync: SyncOptions, folder = makeFolder('clones')) {
  const opened = await openSync(sync, folder);
  cleanUpAfterTest(opened.stop);
  await opened.fetchAll();
  const [gitDir = ''] = opened.gitDirs();
  const git = gitIn(gitDir);
  const status = () => {
    const [only] = opened.statuses();
    if (!only) throw new Error('nothing is fetched');
    return only;
  };
  return { sync: opened, gitDir, git, status };
}

function gitIn(gitDir: string) {
  const { git } = makeRepository();
  return (...args: string[]) => git(`--git-dir=${gitDir}`, ...args);
}

/** The lines that were logged. */
function watchLog(): string[] {
  const lines: string[] = [];
  const spy = vi
    .spyOn(console, 'error')
    .mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}

const SERVERS: [string, (repository: TestRepository) => Promise<string>][] = [
  ['file', async (repository) => fileUrl(repository)],
  ['git', async (repository) => (await startGitDaemon(folderOf(repository))).url(repository)],
  ['http', async (repository) => (await startHttpRemote(folderOf(repository))).url(repository)],
];

describe('a repository that the service fetches', () => {
  it.each(SERVERS)(
    'over %s it is answered from, and new commits without a restart',
    async (_protocol, serve) => {
      const repository = makeRepository(SHOP, 'shop');
      const world = await startSynced(syncOf({ url: await serve(repository) }));
      await world.service.fetchRepositories();
      expect(await answerOf(world)).toContain('retry-policy.ts');
      repository.commit({
        'src/parcel.ts': '/** Weighs a parcel. */\nexport function weighParcel() {}\n',
      });
      await world.service.fetchRepositories();
      expect(await answerOf(world, 'Where is weighParcel?')).toContain('src/parcel.ts');
    },
  );

  it('it is named after its remote', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { service } = await startSynced(syncOf({ url: fileUrl(repository) }));
    await service.fetchRepositories();
    const page = await (await fetch(service.url)).text();
    expect(page).toMatch(/href="\/[\w.-]+\/shop"/);
  });

  it('it is fetched again by itself', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { git, sync } = await fetched(syncOf({ url: fileUrl(repository), intervalMs: 20 }));
    const commit = repository.commit({ 'new.txt': 'new' });
    await expect.poll(() => git('rev-parse', 'HEAD')).toBe(commit);
    await sync.stop();
  });

  it('before its first fetch answers say so', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    remote.mode = 'stall';
    const world = await startSynced(syncOf({ url: remote.url(repository) }));
    await remote.stalled();
    expect(await answerOf(world)).toContain('`shop`: it is being fetched for the first time');
  });

  it('a repository that is no longer listed is not served', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const bank = makeRepository({ 'bank.ts': 'export const vault = 1;\n' }, 'bank');
    const folder = makeFolder('clones');
    const both = await startSynced(syncOf({ url: fileUrl(shop) }, { url: fileUrl(bank) }), folder);
    await both.service.fetchRepositories();
    expect(await answerOf(both, 'Where is vault?')).toContain('bank.ts');
    await both.service.stop();
    const one = await startSynced(syncOf({ url: fileUrl(shop) }), folder);
    await one.service.fetchRepositories();
    expect(await answerOf(one, 'Where is vault?')).not.toContain('bank.ts');
  });

  it('repositories come and go while the service runs', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const bank = makeRepository({ 'bank.ts': 'export const vault = 1;\n' }, 'bank');
    const [shopUrl, bankUrl] = [fileUrl(shop), fileUrl(bank)];
    const world = await startSynced(syncOf({ url: shopUrl }));
    await world.service.fetchRepositories();
    expect(await answerOf(world)).toContain('retry-policy.ts');
    await world.service.changeSync(syncOf({ url: shopUrl }, { url: bankUrl }));
    await world.service.fetchRepositories();
    expect(await answerOf(world, 'Where is vault?')).toContain('bank.ts');
    await world.service.changeSync(syncOf({ url: bankUrl }));
    expect(await answerOf(world)).not.toContain('retry-policy.ts');
    expect(await answerOf(world, 'Where is vault?')).toContain('bank.ts');
    const page = await (await fetch(world.service.url)).text();
    expect([page.includes('/bank"'), page.includes('/shop"')]).toEqual([true, false]);
    const metrics = await (await fetch(`${world.service.url}/metrics`)).text();
    expect(metrics).toMatch(/^deepsearch_service_fetch_failures\{repository="[^"]+bank"\} 0$/m);
    expect(metrics).not.toMatch(
      /^deepsearch_service_(?!fetches_total)\w+\{repository="[^"]+shop"/m,
    );
  });

  it('one that comes back is searched, and said to be, though its remote is away', async () => {
    const [shop, bank] = [makeRepository(SHOP, 'shop'), makeRepository(SHOP, 'bank')];
    const both = syncOf({ url: fileUrl(shop) }, { url: fileUrl(bank) });
    const folder = makeFolder('clones');
    const before = await fetched(both, folder);
    await before.sync.stop();
    const world = await startSynced(syncOf({ url: fileUrl(shop) }), folder);
    renameSync(bank.path, `${bank.path}-away`);
    await world.service.changeSync(both);
    await world.service.fetchRepositories();
    const page = async () => (await fetch(world.service.url)).text();
    await expect.poll(page).not.toContain('Indexing');
  });

  it('repositories come although one that is not fetched has gone', async () => {
    const local = makeRepository({ 'a.ts': 'export const a = 1;\n' }, 'local');
    const sync = { sync: syncOf(), clonesDir: makeFolder('clones'), cacheDir: makeFolder('index') };
    const world = await startSearchService([local.path], sync);
    renameSync(local.path, `${local.path}-away`);
    await world.service.changeSync(syncOf({ url: fileUrl(makeRepository(SHOP, 'shop')) }));
    await world.service.fetchRepositories();
    const answer = await answerOf(world);
    expect(answer).toContain('retry-policy.ts');
    expect(answer).toContain('I could not search `local`: git does not find it any more');
  });

  it('other settings of a repository apply while the service runs', async () => {
    const repository = makeRepository(SHOP, 'shop');
    repository.git('checkout', '-q', '-b', 'dev');
    const commit = repository.commit({ 'new.txt': 'new' });
    repository.git('checkout', '-q', 'main');
    const url = fileUrl(repository);
    const { sync, git } = await fetched(syncOf({ url, branches: ['main'] }));
    expect(git('rev-parse', 'HEAD')).not.toBe(commit);
    await sync.change({ ...syncOf({ url, branch: 'dev' }), concurrency: 1 });
    await sync.fetchAll();
    expect(git('rev-parse', 'HEAD')).toBe(commit);
  });

  it('clones that were not listed for a month are deleted', async () => {
    const { gitDir, sync } = await fetched(
      syncOf({ url: fileUrl(makeRepository(SHOP)) }),
      makeFolder('a'),
    );
    await sync.stop();
    const old = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(gitDir, '..'), old, old);
    const other = syncOf({ url: fileUrl(makeRepository(SHOP)) });
    await fetched(other, join(gitDir, '../..'));
    expect(existsSync(gitDir)).toBe(false);
  });

  it('each fetch says that the clone is in use', async () => {
    const { gitDir, sync } = await fetched(syncOf({ url: fileUrl(makeRepository(SHOP)) }));
    const old = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(gitDir, '..'), old, old);
    await sync.fetchAll();
    await fetched(syncOf({ url: fileUrl(makeRepository(SHOP)) }), join(gitDir, '../..'));
    expect(existsSync(gitDir)).toBe(true);
  });

  it('services that start at the same time create the clone once', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const options = syncOf({ url: fileUrl(repository) });
    const folder = makeFolder('clones');
    const all = await Promise.all([1, 2, 3].map(() => openSync(options, folder)));
    expect(new Set(all.flatMap(({ gitDirs }) => gitDirs())).size).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('a remote that changes', () => {
  it('a forced push is followed', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { sync, git } = await fetched(syncOf({ url: fileUrl(repository) }));
    repository.git('commit', '--amend', '-q', '-m', 'rewritten');
    await sync.fetchAll();
    expect(git('rev-parse', 'HEAD')).toBe(repository.git('rev-parse', 'HEAD'));
  });

  it('branches that are chosen come and go, with the tags of their commits', async () => {
    const repository = makeRepository(SHOP, 'shop');
    for (const name of ['release/1', 'release/2', 'wip']) repository.git('branch', name);
    const options = syncOf({ url: fileUrl(repository), branches: ['release/*', '!*/2'] });
    const { sync, git } = await fetched(options);
    const refs = () => git('for-each-ref', '--format=%(refname)').split('\n');
    expect(refs()).toEqual(['refs/heads/main', 'refs/heads/release/1']);
    repository.git('tag', 'v1');
    repository.git('branch', '-D', 'release/1');
    repository.git('branch', 'release/1/hotfix');
    await sync.fetchAll();
    expect(refs()).toEqual(['refs/heads/main', 'refs/heads/release/1/hotfix', 'refs/tags/v1']);
  });

  it('another default branch is followed, also where it cannot exist beside the old one', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { sync, git, status } = await fetched(syncOf({ url: fileUrl(repository) }));
    repository.git('branch', '-m', 'main', 'main/next');
    const commit = repository.commit({ 'new.txt': 'new' });
    await sync.fetchAll();
    expect(status().problem).toBeUndefined();
    expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/main/next');
    expect(git('rev-parse', 'HEAD')).toBe(commit);
  });

  it('the branch to answer from can be set; without it the last state stays', async () => {
    watchLog();
    const repository = makeRepository(SHOP, 'shop');
    repository.git('checkout', '-q', '-b', 'dev');
    const commit = repository.commit({ 'new.txt': 'new' });
    repository.git('checkout', '-q', 'main');
    const { sync, git, status } = await fetched(
      syncOf({ url: fileUrl(repository), branch: 'dev' }),
    );
    expect(git('rev-parse', 'HEAD')).toBe(commit);
    repository.git('branch', '-D', 'dev');
    await sync.fetchAll();
    expect(status()).toMatchObject({ problem: { kind: 'no-branch' }, failures: 1 });
    expect(git('rev-parse', 'HEAD')).toBe(commit);
  });

  it('an empty repository is no problem, and is answered from once it has a commit', async () => {
    const repository = makeRepository({}, 'shop');
    const world = await startSynced(syncOf({ url: fileUrl(repository) }));
    await world.service.fetchRepositories();
    expect(await answerOf(world)).toContain('has no commits yet');
    repository.commit(SHOP);
    await world.service.fetchRepositories();
    expect(await answerOf(world)).toContain('retry-policy.ts');
  });
});

describe('a remote that is away', () => {
  it('the last state stays, and answers say how old it is', async () => {
    const log = watchLog();
    const repository = makeRepository(SHOP, 'shop');
    const daemon = await startGitDaemon(folderOf(repository));
    const url = daemon.url(repository);
    const world = await startSynced(syncOf({ url }));
    await world.service.fetchRepositories();
    await daemon.stop();
    await world.service.fetchRepositories();
    await world.service.fetchRepositories();
    const stale = await answerOf(world);
    expect(stale).toContain('retry-policy.ts');
    expect(stale).toMatch(/`shop` was last fetched 1 min ago: its remote can't be reached\.$/);
    expect(log).toEqual(["shop could not be fetched: its remote can't be reached."]);
    await startGitDaemon(folderOf(repository), Number(new URL(url).port));
    await world.service.fetchRepositories();
    expect(await answerOf(world)).not.toContain('last fetched');
  });

  it('a remote that goes away while it is fetched leaves the last state', async () => {
    watchLog();
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    const { sync, git, gitDir, status } = await fetched(syncOf({ url: remote.url(repository) }));
    const before = git('rev-parse', 'HEAD');
    const commit = repository.commit({ 'noise.bin': randomBytes(300_000) });
    remote.mode = 'cut';
    await sync.fetchAll();
    expect(status()).toMatchObject({ problem: { kind: 'unreachable' }, failures: 1 });
    expect(git('rev-parse', 'HEAD')).toBe(before);
    expect(readdirSync(join(gitDir, 'objects/pack')).join(' ')).not.toContain('tmp_');
    delete remote.mode;
    await sync.fetchAll();
    expect(status()).not.toHaveProperty('problem');
    expect(git('rev-parse', 'HEAD')).toBe(commit);
  });

  it('after a restart, too', async () => {
    watchLog();
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    const sync = syncOf({ url: remote.url(repository) });
    const folder = makeFolder('clones');
    const first = await startSynced(sync, folder);
    await first.service.fetchRepositories();
    await first.service.stop();
    remote.mode = 'refuse';
    const second = await startSynced(sync, folder);
    await second.service.fetchRepositories();
    expect(await answerOf(second)).toContain("last fetched 1 min ago: its remote can't be reached");
  });

  it('is not named where only another repository was searched', async () => {
    const [shop, bank] = [makeRepository(SHOP, 'shop'), makeRepository({ 'a.txt': 'a' }, 'bank')];
    const world = await startSynced(syncOf({ url: fileUrl(shop) }, { url: fileUrl(bank) }));
    await world.service.fetchRepositories();
    renameSync(bank.path, `${bank.path}-away`);
    await world.service.fetchRepositories();
    const found = await answerOf(world, 'In repo shop: where is zeppelin?');
    expect(found).toContain('zeppelin');
    expect(found).not.toContain('was last fetched');
    expect(await answerOf(world, 'Where is zeppelin?')).toMatch(/bank` was last fetched/);
  });

  it('a remote that was never there does not keep others from answering', async () => {
    watchLog();
    const shop = makeRepository(SHOP, 'shop');
    const gone = { path: join(makeFolder(), 'gone') };
    const world = await startSynced(syncOf({ url: fileUrl(gone) }, { url: fileUrl(shop) }));
    await world.service.fetchRepositories();
    const answer = await answerOf(world);
    expect(answer).toContain('retry-policy.ts');
    expect(answer).toMatch(/could not search `\S+gone`: its remote has no such repository/);
  });
});

describe('a hostile or broken remote', () => {
  /** Does not compress. */
  const large = () => makeRepository({ 'noise.bin': randomBytes(3_000_000) }, 'shop');

  it('a redirect is not followed', async () => {
    watchLog();
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    remote.mode = 'redirect';
    const { status } = await fetched(syncOf({ url: remote.url(repository) }));
    expect(status().problem?.kind).toBe('redirected');
    expect(remote.requests.filter((path) => path.includes('elsewhere'))).toEqual([]);
  });

  it('what a remote says is neither in answers nor on pages, only in the log', async () => {
    const log = watchLog();
    const said = 'ERR [click](http://evil.example.com) <b>**\u001b[31m';
    const server = createServer((socket) => {
      const line = (said.length + 4).toString(16).padStart(4, '0');
      socket.on('error', () => {}).on('data', () => socket.end(line + said));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanUpAfterTest(() => server.close());
    const { port } = server.address() as AddressInfo;
    const world = await startSynced(syncOf({ url: `git://127.0.0.1:${port}/acme/shop` }));
    await world.service.fetchRepositories();
    const page = await (await fetch(world.service.url)).text();
    const answer = await answerOf(world);
    expect(answer).toContain("git could not fetch it: the service's log says why");
    expect(page).toContain('Git could not fetch it');
    expect(answer + page).not.toMatch(/click|evil/);
    expect(log.join('\n')).toMatch(/\(fatal: remote error: \[click\]\(\[URL\].*\)\.$/);
    expect(log.join('\n')).not.toContain('\u001b');
  });

  it('nothing asks for a password', async () => {
    watchLog();
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    remote.credentials = 'ann:secret';
    const { status } = await fetched(syncOf({ url: remote.url(repository) }));
    expect(status().problem?.kind).toBe('denied');
  });

  it('a repository that takes too long is given up, and leaves nothing', async () => {
    watchLog();
    const repository = large();
    const remote = await startHttpRemote(folderOf(repository));
    remote.mode = 'stall';
    const options = syncOf({ url: remote.url(repository), timeoutMs: 2_000 });
    const { status, gitDir, sync } = await fetched(options);
    expect(status().problem?.kind).toBe('timeout');
    expect(readdirSync(join(gitDir, 'objects/pack'))).toEqual([]);
    await sync.stop();
  });

  it('a repository that is too large is given up, and leaves nothing', async () => {
    watchLog();
    const repository = large();
    const remote = await startHttpRemote(folderOf(repository));
    remote.mode = 'stall';
    const options = syncOf({ url: remote.url(repository), maxBytes: 500_000 });
    const { status, gitDir, git } = await fetched(options);
    expect(status().problem?.kind).toBe('too-large');
    expect(git('for-each-ref')).toBe('');
    expect(readdirSync(join(gitDir, 'objects/pack'))).toEqual([]);
  });

  it('a repository that has become too large keeps its last state', async () => {
    watchLog();
    const repository = large();
    const first = repository.git('rev-parse', 'HEAD');
    const folder = makeFolder('clones');
    const url = fileUrl(repository);
    await (await fetched(syncOf({ url }), folder)).sync.stop();
    repository.commit({ 'new.txt': 'new' });
    const { status, git } = await fetched(syncOf({ url, maxBytes: 500_000 }), folder);
    expect(status().problem).toEqual({ kind: 'too-large', sentence: 'it is larger than 1 MB' });
    expect(git('rev-parse', 'HEAD')).toBe(first);
  });

  it('no hook runs, not even those that a clone was given later', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { gitDir, sync } = await fetched(syncOf({ url: fileUrl(repository) }));
    expect(existsSync(join(gitDir, 'hooks'))).toBe(false);
    mkdirSync(join(gitDir, 'hooks'));
    const trace = join(gitDir, 'ran');
    for (const name of ['reference-transaction', 'post-merge', 'pre-auto-gc']) {
      writeFileSync(join(gitDir, 'hooks', name), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
    }
    repository.commit({ 'new.txt': 'new' });
    await sync.fetchAll();
    expect(existsSync(trace)).toBe(false);
  });

  it('submodules are not fetched', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const remote = await startHttpRemote(folderOf(repository));
    const url = remote.url({ path: '/trap' });
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},trap`);
    repository.commit({ '.gitmodules': `[submodule "trap"]\n\tpath = trap\n\turl = ${url}\n` });
    const { status } = await fetched(syncOf({ url: remote.url(repository) }));
    expect(status().problem).toBeUndefined();
    expect(remote.requests.filter((path) => path.includes('trap'))).toEqual([]);
  });

  it('what a killed git left is deleted', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { gitDir, sync, status } = await fetched(syncOf({ url: fileUrl(repository) }));
    repository.commit({ 'new.txt': 'new' });
    const left = [
      'refs/heads/main.lock',
      'packed-refs.lock',
      'HEAD.lock',
      'objects/pack/tmp_pack_1',
    ];
    const old = new Date(Date.now() - 3_600_000);
    for (const name of left) {
      writeFileSync(join(gitDir, name), '');
      utimesSync(join(gitDir, name), old, old);
    }
    await sync.fetchAll();
    expect(status().problem).toBeUndefined();
    expect(left.filter((name) => existsSync(join(gitDir, name)))).toEqual([]);
  });

  it('what is saved beside the clone has no secrets, and only its owner can read it', async () => {
    const repository = makeRepository(SHOP, 'shop');
    const { gitDir } = await fetched(syncOf({ url: fileUrl(repository) }));
    const saved = JSON.parse(readFileSync(join(gitDir, 'deepsearch-sync.json'), 'utf8'));
    expect(Object.keys(saved).sort()).toEqual(['fetchedAt', 'url']);
  });
});
