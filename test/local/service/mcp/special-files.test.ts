import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../repositories.js';
import { type McpFixture, startMcpFixture, startSharedMcpFixture } from './mcp-fixture.js';

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n';
const COMMIT = '1234567890123456789012345678901234567890';

let mcp: McpFixture;
beforeAll(async () => {
  const { path, git, commit } = makeRepository(
    {
      'src/main.ts': 'export const main = 1;\n',
      'empty.txt': '',
      'run.sh': '#!/bin/sh\necho run\n',
      'photo.png': Buffer.from([0x89, 0x50, 0, 1]),
      'large.bin': Buffer.alloc(200_000),
      'film.mp4': POINTER,
      '.gitmodules':
        '[submodule "lib"]\n\tpath = vendor/lib\n\turl = https://me:secret@git.example.com/lib.git\n' +
        '[submodule "at"]\n\tpath = vendor/at\n\turl = https://ann:p@ss@git.example.com/at.git?t=x\n' +
        '[submodule "ssh"]\n\tpath = vendor/ssh\n\turl = git2.x-y+ssh://ann:p@ss@git.example.com/s\n',
    },
    'odd',
  );
  const links = { here: 'src/main.ts', folder: 'src', away: '/etc/passwd', up: '../x', gone: 'no' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(path, name));
  mkdirSync(join(path, 'Gr\u00f6\u00dfe'));
  // In Latin-1, so not UTF-8; the last one only looks like it.
  const bytes = (text: string) => Buffer.from(join(path, text), 'latin1');
  mkdirSync(bytes('caf\xe9'));
  writeFileSync(bytes('caf\xe9/a.ts'), 'export const espresso = 1;\n');
  writeFileSync(bytes('na\xefve.ts'), 'export const first = 1;\n');
  writeFileSync(bytes('na\xeeve.ts'), 'export const second = 2;\n');
  writeFileSync(join(path, 'na\ufffdefve.ts'), 'export const third = 3;\n');
  git('update-index', '--chmod=+x', 'run.sh');
  commit();
  for (const name of ['lib', 'at', 'ssh', 'unknown']) {
    git('update-index', '--add', '--cacheinfo', `160000,${COMMIT},vendor/${name}`);
  }
  git('commit', '-q', '-m', 'submodules');
  mcp = await startSharedMcpFixture({ repositories: [path] });
});

const read = (path: string) =>
  mcp.callTool<{ content: string; notice?: string; url: string }>('read_file', {
    repo: 'odd',
    path,
  });
const refusal = (tool: string, path: string) => mcp.toolError(tool, { repo: 'odd', path });
const list = async (path: string) => {
  const { files } = await mcp.callTool<{ files: { path: string }[] }>('list_files', {
    repo: 'odd',
    path,
  });
  return files.map((file) => file.path);
};

describe('what is not an ordinary file', () => {
  const submodule =
    'vendor/lib is a submodule: its files are not in this repository but in another one, ' +
    'https://git.example.com/lib.git, at commit 123456789012.';

  it.each([
    ['vendor/lib', submodule],
    ['vendor/at', 'in another one, https://git.example.com/at.git, at commit'],
    ['vendor/ssh', 'in another one, git2.x-y+ssh://git.example.com/s, at commit'],
    ['vendor/unknown', 'but in another one at commit 123456789012.'],
    ['here', 'here is a symbolic link to src/main.ts: read src/main.ts instead.'],
    ['folder', 'folder is a symbolic link to src: svc_list_files lists src.'],
    ['away', 'outside the repository: it cannot be read here.'],
    ['up', 'outside the repository: it cannot be read here.'],
    ['gone', 'gone is a symbolic link to no, which does not exist in the repository.'],
  ])('%s is described by every tool', async (path, words) => {
    for (const tool of ['read_file', 'list_files'])
      expect(await refusal(tool, path)).toContain(words);
    const args = { repo: 'odd', path, symbol: 'main' };
    expect(await mcp.toolError('go_to_definition', args)).toContain(words);
  });

  it.each([
    ['photo.png', 'photo.png is a binary file of 4 bytes'],
    ['large.bin', 'large.bin is a binary file of 200,000 bytes'],
  ])('%s cannot be read by lines either', async (path, words) => {
    const text = await refusal('read_file', path);
    expect(text).toContain(words);
    expect(text).not.toContain('startLine');
    expect(await refusal('list_files', path)).toContain('if it is text');
  });

  it('a pointer of Git LFS is said to be one', async () => {
    expect((await read('film.mp4')).notice).toBe(
      'This is a pointer of Git LFS: the file itself of 12,345 bytes is not in the repository.',
    );
  });

  it('empty and executable files can be read', async () => {
    expect(await read('empty.txt')).toMatchObject({ content: '' });
    expect(await read('run.sh')).toMatchObject({ content: '1: #!/bin/sh\n2: echo run' });
  });
});

describe('a name that is not UTF-8', () => {
  it('is listed with its bytes escaped, and can be opened by that name', async () => {
    const names = await list('.');
    const odd = names.filter((name) => name.startsWith('na'));
    expect(odd.sort()).toEqual([
      'na\ufffdeeve.ts',
      'na\ufffdefve.ts',
      'na\ufffdef\ufffdbf\ufffdbdefve.ts',
    ]);
    const contents = await Promise.all(odd.map(async (name) => (await read(name)).content));
    expect(contents.map((content) => /(first|second|third)/.exec(content)?.[1])).toEqual([
      'second',
      'first',
      'third',
    ]);
    expect(await list('caf\ufffde9')).toEqual(['caf\ufffde9/a.ts']);
    const page = await fetch((await read('caf\ufffde9/a.ts')).url);
    expect(await page.text()).toContain('espresso');
  });

  it('is found by searches', async () => {
    for (const tool of ['keyword_search', 'nls_search']) {
      const { blocks } = await mcp.callTool<{ blocks: { file: string; chunks: unknown[] }[] }>(
        tool,
        {
          query: 'espresso',
        },
      );
      expect(blocks).toMatchObject([{ file: 'caf\ufffde9/a.ts', chunks: [{}] }]);
    }
  });
});

describe('a text file that is not UTF-8', () => {
  it('keeps a search neither from finding it nor large files', async () => {
    const large = 'a line of a large text file\n'.repeat(5_000);
    const { path } = makeRepository(
      { 'large.txt': large, 'latin1.txt': Buffer.from('na\xefve\rby: hand\n', 'latin1') },
      'latin',
    );
    const { callTool } = await startMcpFixture({ repositories: [path] });
    const filesWith = async (query: string) => {
      const args = { query };
      const { blocks } = await callTool<{ blocks: { file: string }[] }>('keyword_search', args);
      return blocks.map(({ file }) => file);
    };
    expect(await filesWith('/./')).toContain('large.txt');
    expect(await filesWith('hand')).toEqual(['latin1.txt']);
  });
});
