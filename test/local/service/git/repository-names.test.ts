import { describe, expect, it } from 'vitest';
import { nameOfRemote, nameRepositories } from '../../../../local/service/git/repository-names.js';

describe('nameOfRemote', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'acme/shop'],
    ['https://github.com/acme/shop', 'acme/shop'],
    ['https://github.com/acme/shop/', 'acme/shop'],
    ['https://kim:secret@github.com:8443/acme/shop.git', 'acme/shop'],
    ['http://gitlab.example.com/group/sub/shop.git', 'group/sub/shop'],
    ['ssh://git@github.com/acme/shop.git', 'acme/shop'],
    ['ssh://git@gerrit.example.com:29418/acme/shop', 'acme/shop'],
    ['git+ssh://git@github.com/acme/shop.git', 'acme/shop'],
    ['git@github.com:acme/shop.git', 'acme/shop'],
    ['github.com:acme/shop', 'acme/shop'],
    ['git@[::1]:acme/shop.git', 'acme/shop'],
    ['kim@host:/srv/git/acme/shop.git', 'acme/shop'],
    ['git@host:~kim/shop.git', '-kim/shop'],
    ['file:///srv/git/acme/shop.git', 'acme/shop'],
    ['file:///srv/git/acme/shop/.git', 'acme/shop'],
    ['file://host/acme/shop.git', 'acme/shop'],
    ['/srv/git/acme/shop.git', 'acme/shop'],
    ['/srv/git/acme/shop/.', 'acme/shop'],
    ['../shop', 'shop'],
    ['C:\\git\\acme\\shop.git', 'acme/shop'],
    ['https://example.com/acme/my%20shop.git', 'acme/my-shop'],
    ['https://example.com/acme/shop.git?x=1#y', 'acme/shop'],
    ['https://example.com/acme/shop@2', 'acme/shop-2'],
  ])('%s is %s', (url, name) => {
    expect(nameOfRemote(url)).toBe(name);
  });

  it.each(['', ' ', 'https://example.com', 'https://example.com/.git', '/', '..', 'file:///'])(
    'has no name for %j',
    (url) => {
      expect(nameOfRemote(url)).toBeUndefined();
    },
  );
});

describe('nameRepositories', () => {
  const remoteUrl = 'https://github.com/acme/shop.git';
  const names = (...origins: Parameters<typeof nameRepositories>[0]) =>
    nameRepositories(origins).map(({ name }) => name);

  it('adds the folder to all but the first clone of a remote', () => {
    expect(
      names(
        { gitDir: '/work/shop/.git', remoteUrl },
        { gitDir: '/work/shop-next/.git', remoteUrl },
        { gitDir: '/other/shop-next/.git', remoteUrl },
        { gitDir: '/work/shop.git' },
      ),
    ).toEqual(['acme/shop', 'acme/shop-shop-next', 'acme/shop-shop-next-2', 'shop']);
  });

  it('names the folder without a usable remote, with a number if it is taken', () => {
    expect(
      names(
        { gitDir: '/a/shop/.git' },
        { gitDir: '/b/shop.git', remoteUrl: 'https://example.com' },
        { gitDir: '/c/.../.git' },
      ),
    ).toEqual(['shop', 'shop-2', 'repository']);
  });

  it('keeps the folder’s name, whatever the remote', () => {
    const [first, second] = nameRepositories([
      { gitDir: '/a/p/.git', remoteUrl },
      { gitDir: '/b/p/.git', remoteUrl },
    ]);
    expect([first?.folderName, second?.folderName]).toEqual(['p', 'p-2']);
  });
});
