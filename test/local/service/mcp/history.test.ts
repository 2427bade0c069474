import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository, type TestRepository } from '../repositories.js';
import { type McpFixture, startMcpFixture, startSharedMcpFixture } from './mcp-fixture.js';

interface Commits {
  readonly query: string;
  readonly totalCount: number;
  readonly limitHit: boolean;
  readonly commits: readonly Readonly<Record<string, string>>[];
}
interface Hunks {
  readonly limitHit: boolean;
  readonly totalCount: number;
  readonly results: readonly {
    readonly commit: string;
    readonly diffHunk: string;
    readonly url: string;
    readonly authorName: string;
    readonly message: string;
    readonly matchRanges: readonly Record<'start' | 'end', { line: number; column: number }>[];
  }[];
}
interface Comparison {
  readonly base: string;
  readonly head: string;
  readonly totalAdded: number;
  readonly totalDeleted: number;
  readonly totalModified: number;
  readonly files: readonly {
    readonly path: string;
    readonly added: number;
    readonly deleted: number;
    readonly hunks: readonly string[];
  }[];
  readonly hasNextPage: boolean;
  readonly endCursor: string;
}

/** A commit by somebody, at some time, with what it changes; `null` removes a file. */
function commit(
  { path }: TestRepository,
  how: { who: string; when: string; message: string; files: Record<string, string | null> },
): void {
  for (const [file, content] of Object.entries(how.files)) {
    if (content === null) rmSync(join(path, file));
    else writeFileSync(join(path, file), content);
  }
  const email = `${how.who.toLowerCase()}@example.com`;
  const env = {
    PATH: process.env['PATH'],
    HOME: path,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: how.who,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: how.when,
    GIT_COMMITTER_NAME: how.who,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: how.when,
  };
  execFileSync('git', ['-C', path, 'add', '--all'], { env });
  execFileSync('git', ['-C', path, 'commit', '-q', '-m', how.message], { env });
}

const COMMITS = [
  {
    who: 'Ann',
    when: '2024-01-10T10:00:00Z',
    message: 'Add the parser\n\nIt reads lines.',
    files: { 'parser.ts': 'export function parse() {\n  return retry(3);\n}\n' },
  },
  {
    who: 'Ben',
    when: '2024-02-10T10:00:00Z',
    message: 'Fix a timeout (again)',
    files: { 'net.go': 'func Dial() { retry(5) }\n', 'notes with space.md': 'timeout\n' },
  },
  {
    who: 'Cid',
    when: '2024-03-10T10:00:00Z',
    message: 'diff --git a/x b/x\n\n--- a/odd',
    files: { 'parser.ts': 'export function parse() {\n  return 1;\n}\n' },
  },
  {
    who: 'Ann',
    when: '2024-04-10T10:00:00Z',
    message: 'Remove the net',
    files: { 'net.go': null },
  },
];

let world: McpFixture;
let repo: TestRepository;
beforeAll(async () => {
  repo = makeRepository({}, 'tool');
  for (const one of COMMITS) commit(repo, one);
  const other = makeRepository({}, 'other');
  commit(other, {
    who: 'Ann',
    when: '2024-05-01T00:00:00Z',
    message: 'Begin',
    files: { a: 'a\n' },
  });
  world = await startSharedMcpFixture({ repositories: [repo.path, other.path] });
});

const repos = ['tool'];

describe('commit_search', () => {
  const search = (args: object = {}) =>
    world.callTool<Commits>('commit_search', { repos, ...args });
  const titles = async (args: object) => (await search(args)).commits.map(({ title }) => title);

  it('commit_search returns commits, newest first', async () => {
    const { commits, totalCount, limitHit } = await search();
    expect([commits.length, totalCount, limitHit]).toEqual([4, 4, false]);
    expect(commits[3]).toEqual({
      repository: 'tool',
      commit: repo.git('rev-parse', 'HEAD~3'),
      author: 'Ann <ann@example.com>',
      date: '2024-01-10T10:00:00+00:00',
      title: 'Add the parser',
      message: 'Add the parser\n\nIt reads lines.',
    });
  });

  it.each([
    [{ messageTerms: ['PARSER'] }, ['Add the parser']],
    [{ messageTerms: ['parser', 'net'] }, ['Remove the net', 'Add the parser']],
    [{ messageTerms: ['(again)'] }, ['Fix a timeout (again)']],
    [
      { messageTerms: ['time.ut|n\\wt'], useRegex: true },
      ['Remove the net', 'Fix a timeout (again)'],
    ],
    [{ messageTerms: ['time.ut'] }, []],
    [{ authors: ['ann'] }, ['Remove the net', 'Add the parser']],
    [{ authors: ['ben@', 'Cid'] }, ['diff --git a/x b/x', 'Fix a timeout (again)']],
    [{ authors: ['ann'], messageTerms: ['parser', 'timeout'] }, ['Add the parser']],
    [{ authors: ['a.n'] }, []],
    [{ contentTerms: ['retry(5)'] }, ['Remove the net', 'Fix a timeout (again)']],
    [{ contentTerms: ['retry(5)', 'return 1'], authors: ['cid'] }, ['diff --git a/x b/x']],
    [
      { contentTerms: ['retry\\(\\d\\)'], useRegex: true, files: ['*.ts'] },
      ['diff --git a/x b/x', 'Add the parser'],
    ],
    [{ files: ['net.go'] }, ['Remove the net', 'Fix a timeout (again)']],
    [{ files: ['notes with space.md'] }, ['Fix a timeout (again)']],
    [{ files: [':(exclude)net.go'] }, []],
    [{ after: '2024-03-01' }, ['Remove the net', 'diff --git a/x b/x']],
    [{ after: '2024-02-01', before: 'Mar 1, 2024' }, ['Fix a timeout (again)']],
    [{ after: 'yesterday' }, []],
    [{ messageTerms: ['--all', '-Gretry'] }, []],
  ])('%j', async (args, wanted) => {
    expect(await titles(args)).toEqual(wanted);
  });

  it('commit_search says that there are more', async () => {
    expect(await search({ count: 2 })).toMatchObject({ limitHit: true, commits: { length: 2 } });
    const all = await search({ repos: ['tool', 'other'] });
    expect(all.commits.map(({ repository }) => repository)[0]).toBe('other');
    expect(all.query).toBe('repos:tool|other');
  });

  it.each([
    [{ repos: undefined }, 'The parameter repos is missing. It is an array of repository names.'],
    [{ repos: [] }, 'at least one'],
    [{ repos: 'tool' }, 'repos is invalid'],
    [{ repos: ['tol'] }, 'Did you mean tool?'],
    [{ after: 'soon-ish' }, 'after is not a date'],
    [{ count: 101 }, 'count is invalid'],
    [{ messageTerms: ['('], useRegex: true }, 'is invalid'],
    [{ messageTerms: ['(?=x)'], useRegex: true }, 'look-around'],
    [{ files: ['../x'] }, 'leaves the repository'],
  ])('%j is rejected', async (args, why) => {
    expect(await world.toolError('commit_search', { repos, ...args })).toContain(why);
  });
});

describe('diff_search', () => {
  const search = (pattern: string, args: object = {}) =>
    world.callTool<Hunks>('diff_search', { repos, pattern, ...args });
  const who = async (pattern: string, args: object = {}) =>
    (await search(pattern, args)).results.map(({ authorName }) => authorName);

  it('diff_search returns hunks with the positions of the pattern', async () => {
    const { results, limitHit } = await search('RETRY(3)', { removed: true });
    expect([results.length, limitHit]).toEqual([1, false]);
    const [one] = results;
    const head = ['--- a/parser.ts', '+++ b/parser.ts', '@@ -1,3 +1,3 @@'];
    expect(one?.diffHunk.split('\n').slice(0, 3)).toEqual(head);
    expect(one).toMatchObject({ authorName: 'Cid', message: 'diff --git a/x b/x\n\n--- a/odd' });
    const [range] = one?.matchRanges ?? [];
    const line = one?.diffHunk.split('\n')[range?.start.line ?? 0] ?? '';
    expect(line.slice(range?.start.column, range?.end.column)).toBe('retry(3)');
    expect(await (await fetch(one?.url ?? '')).text()).toContain('return');
  });

  it.each([
    ['retry', {}, ['Ann', 'Cid', 'Ben', 'Ann']],
    ['retry', { added: true, removed: true }, ['Ann', 'Cid', 'Ben', 'Ann']],
    ['retry', { added: true }, ['Ben', 'Ann']],
    ['retry', { removed: true }, ['Ann', 'Cid']],
    ['retry', { author: 'ben' }, ['Ben']],
    ['retry', { after: '2024-02-01', before: '2024-04-01' }, ['Cid', 'Ben']],
    ['ret.y', {}, []],
    ['ret.y\\(\\d\\)', { useRegex: true, added: true }, ['Ben', 'Ann']],
    ['\\p{Ll}etry\\(5', { useRegex: true, removed: true }, ['Ann']],
    ['--output=x', {}, []],
  ])('%s %j', async (pattern, args, wanted) => {
    expect(await who(pattern, args)).toEqual(wanted);
  });

  it('diff_search links a deleted file at the commit before', async () => {
    const { results } = await search('retry(5)', { removed: true });
    expect(results[0]?.diffHunk).toContain('+++ /dev/null');
    const page = await fetch(results[0]?.url ?? '');
    expect([page.status, (await page.text()).includes('Dial')]).toEqual([200, true]);
  });

  it('diff_search stops at its limit', async () => {
    const { results, limitHit } = await search('retry', { count: 1 });
    expect([results.length, limitHit]).toEqual([1, true]);
    const words = await world.toolError('diff_search', { repos, pattern: 'x', count: 51 });
    expect(words).toContain('count is invalid');
  });

  it('diff_search rejects an invalid regular expression', async () => {
    const refusal = (args: object) => world.toolError('diff_search', { repos, ...args });
    expect(await refusal({ pattern: '(', useRegex: true })).toContain('is invalid');
    expect(await refusal({ pattern: '' })).toContain('pattern is invalid');
    expect(await refusal({})).toContain('pattern is missing');
  });
});

describe('compare_revisions', () => {
  it('compare_revisions returns files and hunks', async () => {
    const args = { repo: 'tool', base: 'HEAD~3', head: 'main' };
    const found = await world.callTool<Comparison>('compare_revisions', args);
    expect(found).toMatchObject({
      repository: 'tool',
      base: repo.git('rev-parse', 'HEAD~3'),
      head: repo.git('rev-parse', 'HEAD'),
      totalAdded: 2,
      totalDeleted: 1,
      totalModified: 2,
      hasNextPage: false,
    });
    expect(found.files).toEqual([
      { path: 'notes with space.md', added: 1, deleted: 0, hunks: ['@@ -0,0 +1,1 @@\n+timeout'] },
      {
        path: 'parser.ts',
        added: 1,
        deleted: 1,
        hunks: [
          '@@ -1,3 +1,3 @@\n export function parse() {\n-  return retry(3);\n+  return 1;\n }',
        ],
      },
    ]);
  });

  it('compare_revisions compares the first commit with the empty tree', async () => {
    const base = repo.git('hash-object', '-t', 'tree', '/dev/null');
    const head = repo.git('rev-list', '--max-parents=0', 'HEAD');
    const { files } = await world.callTool<Comparison>('compare_revisions', {
      repo: 'tool',
      base,
      head,
    });
    expect(files.map(({ path, deleted }) => [path, deleted])).toEqual([['parser.ts', 0]]);
  });

  it('compare_revisions pages through the same two commits while the branch moves', async () => {
    const moving = makeRepository({ start: 's\n' }, 'moving');
    const names = ['a', 'b', 'c', 'd', 'e'];
    const base = moving.git('rev-parse', 'HEAD');
    moving.commit(Object.fromEntries(names.map((name) => [`${name}.txt`, `${name}\n`])));
    const { callTool, toolError } = await startMcpFixture({
      repositories: [moving.path],
    });
    const args = { repo: 'moving', base, head: 'main', first: 2 };
    const paths: string[] = [];
    let page = await callTool<Comparison>('compare_revisions', args);
    const { head } = page;
    for (let n = 0; n < 5; n += 1) {
      paths.push(...page.files.map(({ path }) => path));
      expect([page.head, page.totalModified]).toEqual([head, 5]);
      if (!page.hasNextPage) break;
      moving.commit({ [`0-${n}.txt`]: 'later\n', 'a.txt': `changed ${n}\n` });
      page = await callTool<Comparison>('compare_revisions', { ...args, after: page.endCursor });
    }
    expect(paths).toEqual(names.map((name) => `${name}.txt`));
    const other = { ...args, base: 'main', after: page.endCursor };
    expect(await toolError('compare_revisions', other)).toContain('another comparison');
    expect(await toolError('compare_revisions', { ...args, after: 'x' })).toContain('not a cursor');
  });

  it('compare_revisions handles renames, binary files and no differences', async () => {
    const made = makeRepository({ 'old.txt': 'one\ntwo\nthree\nfour\n' }, 'made');
    made.git('mv', 'old.txt', 'new "name".txt');
    made.commit({ 'bin.dat': Buffer.from([0, 1, 2]) });
    const { callTool } = await startMcpFixture({ repositories: [made.path] });
    const args = { repo: 'made', base: 'HEAD~1', head: 'HEAD' };
    const { files } = await callTool<Comparison>('compare_revisions', args);
    expect(files).toEqual([
      { path: 'bin.dat', added: 0, deleted: 0, hunks: [] },
      { path: 'new "name".txt', added: 0, deleted: 0, hunks: [] },
    ]);
    const none = await callTool<Comparison>('compare_revisions', { ...args, base: 'HEAD' });
    expect(none).toMatchObject({ files: [], hasNextPage: false, endCursor: '', totalModified: 0 });
  });

  it.each([
    [{ base: 'nope', head: 'main' }, 'There is no revision "nope"'],
    [{ base: '--output=/tmp/x', head: 'main' }, 'There is no revision'],
    [{ base: 'main', head: 'main', first: 0 }, 'first is invalid'],
    [{ head: 'main' }, 'base is missing'],
  ])('%j is rejected', async (args, why) => {
    expect(await world.toolError('compare_revisions', { repo: 'tool', ...args })).toContain(why);
  });
});

describe('get_contributor_repos', () => {
  const of = (author: string, args: object = {}) =>
    world.callTool('get_contributor_repos', { author, ...args });

  it('get_contributor_repos counts commits by name or e-mail, most first', async () => {
    const tool = {
      repoName: 'tool',
      repoCommitCount: 2,
      repoMostRecentCommitDate: '2024-04-10T10:00:00Z',
    };
    const other = {
      repoName: 'other',
      repoCommitCount: 1,
      repoMostRecentCommitDate: '2024-05-01T00:00:00Z',
    };
    expect(await of('Ann')).toEqual({ repositories: [tool, other] });
    expect(await of('ann@example.com')).toEqual({ repositories: [tool, other] });
    expect(await of('ann', { minCommits: 2 })).toEqual({ repositories: [tool] });
    expect(await of('ann', { limit: 1 })).toEqual({ repositories: [tool] });
    expect(await of('a.n')).toEqual({ repositories: [] });
    expect(await world.toolError('get_contributor_repos', { author: ' ' })).toContain('empty');
  });
});

describe('a repository’s git configuration', () => {
  it('a repository’s git configuration runs no program and changes no result', async () => {
    const made = makeRepository(
      { 'a.txt': 'needle\n', '.gitattributes': '*.txt diff=evil\n' },
      'evil',
    );
    const marker = join(made.path, '..', 'ran');
    const settings = {
      'diff.external': `touch ${marker}; #`,
      'diff.evil.textconv': `touch ${marker}; cat`,
      'diff.evil.command': `touch ${marker}; #`,
      'gpg.program': `touch ${marker}; #`,
      'log.showSignature': 'true',
      'core.pager': `touch ${marker}; cat`,
      'color.ui': 'always',
      'core.fsmonitor': `touch ${marker}; #`,
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'grep.patternType': 'perl',
      'grep.lineNumber': 'true',
      'log.follow': 'true',
    };
    made.commit({ 'a.txt': 'needle two\n' });
    for (const [name, value] of Object.entries(settings)) made.git('config', name, value);
    rmSync(marker, { force: true });
    const { callTool } = await startMcpFixture({ repositories: [made.path] });
    expect(await callTool('keyword_search', { query: 'needle' })).toHaveProperty(
      'blocks.0.file',
      'a.txt',
    );
    const commits = await callTool('commit_search', { repos: ['evil'], contentTerms: ['needle'] });
    expect(commits).toHaveProperty('totalCount', 2);
    const hunks = await callTool<Hunks>('diff_search', { repos: ['evil'], pattern: 'needle two' });
    expect(hunks.results[0]?.diffHunk).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@');
    const ends = { repo: 'evil', base: 'HEAD~1', head: 'HEAD' };
    const compared = await callTool<Comparison>('compare_revisions', ends);
    expect(compared.files[0]?.hunks[0]).toContain('-needle\n+needle two');
    await callTool('get_contributor_repos', { author: 'Ann' });
    expect(existsSync(marker)).toBe(false);
  });
});
