import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Git } from '../../../../local/service/git/git.js';
import {
  NotARepositoryError,
  openRepositories,
  type Repository,
} from '../../../../local/service/git/repository.js';
import { entryAt, listDirectory, listFiles } from '../../../../local/service/git/tree.js';
import { makeFolder, makeRepository, SHOP } from '../repositories.js';

const opened: Repository[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((repository) => repository.close()));
});

async function open(...paths: string[]): Promise<Repository[]> {
  const repositories = await openRepositories(paths);
  opened.push(...repositories);
  return repositories;
}

async function openShop() {
  const made = makeRepository(SHOP, 'shop');
  const [repository] = await open(made.path);
  if (!repository) throw new Error('no repository');
  return { ...made, repository };
}

describe('openRepositories', () => {
  it('opens work trees and bare repositories under their remote’s or folder’s name', async () => {
    const { path, git } = makeRepository(SHOP, 'shop');
    const bare = join(path, '..', 'store.git');
    git('clone', '-q', '--bare', '.', bare);
    const own = await open(path, bare, path);
    expect(own.map(({ folderName }) => folderName)).toEqual(['shop', 'store']);
    git('--git-dir', bare, 'remote', 'set-url', 'origin', 'git@code.example.com:acme/store.git');
    git('remote', 'add', 'upstream', 'https://code.example.com/acme/upstream');
    const repositories = await open(path, bare, path);
    expect(repositories.map(({ name }) => name)).toEqual(['acme/upstream', 'acme/store']);
    git('remote', 'add', 'origin', 'https://code.example.com/acme/store.git/');
    const [first, second] = await open(path, bare);
    expect([first?.name, second?.name]).toEqual(['acme/store', 'acme/store-store']);
    expect(await repositories[0]?.head()).toBe(await repositories[1]?.head());
  });

  it('numbers duplicate repository names', async () => {
    const [a, b] = [makeRepository(SHOP, 'shop'), makeRepository(SHOP, 'shop')];
    expect((await open(a.path, b.path)).map(({ name }) => name)).toEqual(['shop', 'shop-2']);
  });

  it('says why a path is not a repository', async () => {
    const folder = makeFolder();
    const { path } = makeRepository(SHOP);
    const wrong = [
      [join(folder, 'no'), 'does not exist'],
      [folder, 'is not a git repository'],
      [join(path, 'src'), `give ${path} instead`],
    ] as const;
    for (const [where, why] of wrong) {
      await expect(open(where)).rejects.toThrow(NotARepositoryError);
      await expect(open(where)).rejects.toThrow(why);
    }
  });

  it('ignores the GIT_ variables of a surrounding hook', async () => {
    const { path } = makeRepository(SHOP, 'shop');
    process.env['GIT_DIR'] = '/nowhere';
    try {
      expect(await (await open(path))[0]?.head()).toMatch(/^[0-9a-f]{40}$/);
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it('a repository has no head before the first commit', async () => {
    const [repository] = await open(makeRepository().path);
    expect(await repository?.head()).toBeUndefined();
  });
});

describe('a revision', () => {
  it('a revision resolves to the commit of a branch, tag or hash', async () => {
    const { repository, git, commit } = await openShop();
    const first = git('rev-parse', 'HEAD');
    git('tag', 'v1');
    const second = commit({ 'new.txt': 'new' });
    expect(await repository.head()).toBe(second);
    expect(await repository.commitOf('v1')).toBe(first);
    expect(await repository.commitOf('main~1')).toBe(first);
    expect(await repository.commitOf(first.slice(0, 8))).toBe(first);
  });

  it('a revision cannot become an option or leave the repository', async () => {
    const { repository } = await openShop();
    const hostile = ['--help', '-h', '--git-dir=/etc', '', ' ', 'a\0b', 'a\nb', '../x', '@{u}'];
    for (const revision of [...hostile, 'x'.repeat(9_999), 'HEAD:README.md', '$(id)', '^main']) {
      expect([revision, await repository.commitOf(revision)]).toEqual([revision, undefined]);
    }
  });
});

it('lists files whose list is longer than what git prints at once', async () => {
  const names = Array.from({ length: 1_500 }, (_, n) => `${n}-é-${'long'.repeat(30)}.txt`);
  const { path } = makeRepository(Object.fromEntries(names.map((name) => [name, 'x'])));
  for (const { git } of await open(path)) {
    const files = await listFiles(git, 'HEAD');
    expect(files.map((file) => file.path)).toEqual(names.toSorted());
    expect(new Set(files.map(({ objectId }) => objectId)).size).toBe(1);
  }
});

describe('reading blobs', () => {
  it('reads many blobs concurrently', async () => {
    const { repository } = await openShop();
    const files = await listFiles(repository.git, 'HEAD');
    expect(files.map(({ path }) => path).sort()).toEqual(Object.keys(SHOP).sort());
    const contents = await Promise.all(files.map((file) => repository.blobs.read(file.objectId)));
    files.forEach(({ path, size }, n) => {
      expect(contents[n]).toEqual(Buffer.from(SHOP[path] ?? ''));
      expect(contents[n]).toHaveLength(size);
    });
  });

  it('continues after an object that does not exist', async () => {
    const { repository } = await openShop();
    const [file] = await listFiles(repository.git, 'HEAD');
    const missing = repository.blobs.read('0'.repeat(40));
    const there = repository.blobs.read(file?.objectId ?? '');
    await expect(missing).rejects.toThrow('no object');
    expect(await there).toBeInstanceOf(Buffer);
    await expect(repository.blobs.read('HEAD\n--help')).rejects.toThrow('not an object id');
  });

  it('pending reads reject once the repository is closed', async () => {
    // More than goes into a pipe: git cannot be done with it before it is ended.
    const { path } = makeRepository({ 'large.txt': Buffer.alloc(3_000_000, 'line\n') });
    const [repository] = await open(path);
    if (repository === undefined) throw new Error('no repository');
    const [file] = await listFiles(repository.git, 'HEAD');
    const read = () => repository.blobs.read(file?.objectId ?? '');
    const interrupted = expect(read()).rejects.toThrow('git');
    await repository.close();
    await interrupted;
    await expect(read()).rejects.toThrow('git is closed');
    await expect(repository.head()).rejects.toThrow('git is closed');
  });

  it('reads large blobs', async () => {
    const large = Buffer.alloc(3_000_000, 'line\n');
    const { path } = makeRepository({ 'large.txt': large });
    for (const { git, blobs } of await open(path)) {
      const [file] = await listFiles(git, 'HEAD');
      expect((await blobs.read(file?.objectId ?? '')).equals(large)).toBe(true);
    }
  });
});

describe('a path', () => {
  it('a path is a file or a directory of the tree', async () => {
    const { repository } = await openShop();
    const at = async (path: string) => (await entryAt(repository.git, 'HEAD', path))?.kind;
    expect(await at('src/money.ts')).toBe('file');
    expect(await at('src')).toBe('folder');
    expect(await at('docs/odd (1) #%?.md')).toBe('file');
    expect(await at('src/none.ts')).toBeUndefined();
  });

  it('a path cannot leave the tree, and is not a pattern', async () => {
    const { repository, path } = await openShop();
    mkdirSync(join(path, '..', 'outside'));
    const hostile = [
      '..',
      '../outside',
      'src/../../outside',
      '/etc/passwd',
      './src',
      'src//money.ts',
    ];
    for (const where of [...hostile, 'src/*', ':(glob)**', 'a\0b', '', '.', '-r', '--help']) {
      const entry = await entryAt(repository.git, 'HEAD', where);
      expect([where, entry]).toEqual([where, undefined]);
    }
  });

  it('a name that is not UTF-8 is looked up one folder at a time', async () => {
    const { repository, path, commit } = await openShop();
    const folder = Buffer.from(join(path, 'src/caf\xe9'), 'latin1');
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from('/a.ts')]), '');
    commit();
    const started: string[] = [];
    const git: Git = {
      ...repository.git,
      run: (args, options) => {
        started.push(args.join(' '));
        return repository.git.run(args, options);
      },
    };
    expect(await entryAt(git, 'HEAD', 'src/caf\ufffde9/a.ts')).toMatchObject({ kind: 'file' });
    expect(await entryAt(git, 'HEAD', 'src/caf\ufffde9')).toMatchObject({ kind: 'folder' });
    expect(await entryAt(git, 'HEAD', 'src/caf\ufffde8/a.ts')).toBeUndefined();
    expect(await entryAt(git, 'HEAD', '\ufffd')).toBeUndefined();
    expect(started.filter((command) => / -r /.test(command))).toEqual([]);
  });

  it('lists a directory', async () => {
    const { repository } = await openShop();
    const names = async (path: string) =>
      (await listDirectory(repository.git, 'HEAD', path))?.map((entry) => entry.path);
    expect(await names('src/cart')).toEqual(['src/cart/checkout.ts', 'src/cart/shopping-cart.ts']);
    expect(await names('')).toContain('README.md');
    expect(await names('src/money.ts')).toBeUndefined();
    expect(await names('..')).toBeUndefined();
  });
});
