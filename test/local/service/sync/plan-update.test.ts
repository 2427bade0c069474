import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChosen } from '../../../../local/service/sync/branch-patterns.js';
import { problemIn } from '../../../../local/service/sync/fetch-problem.js';
import { progressIn } from '../../../../local/service/sync/git-progress.js';
import { type LocalRefs, planUpdate } from '../../../../local/service/sync/plan-update.js';
import { parseRemoteRefs, type RemoteRefs } from '../../../../local/service/sync/remote-refs.js';
import { nextFetchIn } from '../../../../local/service/sync/schedule.js';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ALL = { patterns: ['*'] };

function remote(branches: Record<string, string>, head: Partial<RemoteRefs> = {}): RemoteRefs {
  return { branches: new Map(Object.entries(branches)), ...head };
}

describe('the branches of a remote', () => {
  it('the listing gives the branches, and which one HEAD is', () => {
    const listing = `ref: refs/heads/main\tHEAD\n${A}\tHEAD\n${A}\trefs/heads/main\n${B}\trefs/heads/a/b\n`;
    expect(parseRemoteRefs(listing)).toEqual(
      remote({ main: A, 'a/b': B }, { headBranch: 'main', headCommit: A }),
    );
  });

  it.each([
    '../../x',
    'a..b',
    'a b',
    'a:b',
    '-x',
    '.x',
    'a/.b',
    'x.lock',
    'a.lock/b',
    'a@{b',
    'a\\b',
    'a*',
    'a//b',
    'a/',
    'a.',
    'a\u007fb',
    'a\ufffdb',
    'x'.repeat(251),
  ])('the listing skips a branch that git would not allow: %j', (name) => {
    const listing = `${A}\trefs/heads/${name}\n${A}\trefs/heads/main\nnonsense\n\tx\n`;
    expect([...parseRemoteRefs(listing).branches.keys()]).toEqual(['main']);
  });
});

describe('patterns', () => {
  it.each([
    ['main', ['main'], true],
    ['mainly', ['main'], false],
    ['release/1.2', ['release/*'], true],
    ['release/1/2', ['release/*'], true],
    ['releases', ['release/*'], false],
    ['a-fix-b', ['*-fix-*'], true],
    ['a-fix', ['*-fix-*'], false],
    ['aba', ['ab*ba'], false],
    ['abba', ['ab*ba'], true],
    ['dependabot/x', ['*', '!dependabot/*'], false],
    ['main', ['!dependabot/*'], true],
  ])('%s with %j: %s', (branch, patterns, chosen) => {
    expect(isChosen(branch, patterns)).toBe(chosen);
  });

  it('a pattern matches as a regular expression with .* would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
    const pattern = fc.string({
      unit: fc.constantFrom('a', 'b', '/', '*'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, pattern, (branch, wanted) => {
        const expected = new RegExp(`^${wanted.replaceAll('*', '.*')}$`).test(branch);
        expect(isChosen(branch, [wanted])).toBe(expected);
      }),
    );
  });
});

describe('what an update does', () => {
  const none: LocalRefs = { branches: [] };

  it('a first fetch takes the chosen branches, and the one to answer from', () => {
    const refs = remote({ main: A, 'release/1': B, wip: B }, { headBranch: 'main' });
    expect(planUpdate(refs, none, { patterns: ['release/*'] })).toEqual({
      kind: 'update',
      delete: [],
      fetch: ['main', 'release/1'],
      head: 'main',
    });
  });

  it.each([
    ['HEAD names it', remote({ dev: A, main: A }, { headBranch: 'dev' }), 'dev'],
    ['only its commit is known', remote({ dev: A, old: B }, { headCommit: A }), 'dev'],
    ['its commit is that of several', remote({ dev: A, main: A }, { headCommit: A }), 'main'],
    ['HEAD names none', remote({ dev: A, master: B }, { headBranch: 'gone' }), 'master'],
    ['there is only one', remote({ dev: A }), 'dev'],
  ])('the branch to answer from, where %s', (_what, refs, head) => {
    expect(planUpdate(refs, none, ALL)).toMatchObject({ head });
  });

  it('another branch can be answered from', () => {
    const refs = remote({ main: A, dev: B }, { headBranch: 'main' });
    expect(planUpdate(refs, none, { ...ALL, branch: 'dev' })).toMatchObject({ head: 'dev' });
  });

  it.each([
    ['the wanted branch is missing', remote({ main: A }), { ...ALL, branch: 'dev' }, 'no-branch'],
    ['HEAD names none of several', remote({ x: A, y: B }), ALL, 'no-head'],
    ['the remote has become empty', remote({}), ALL, 'no-branch'],
    [
      'there are too many',
      remote(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`b${n}`, A])), {
        headBranch: 'b0',
      }),
      ALL,
      'too-many-branches',
    ],
  ])('nothing changes if %s', (...[, refs, wanted, kind]) => {
    const local = { branches: ['main'], headBranch: 'main', headCommit: A };
    expect(planUpdate(refs, local, wanted)).toMatchObject({ kind: 'problem', problem: { kind } });
  });

  it('an empty remote is nothing to worry about', () => {
    expect(planUpdate(remote({}), none, ALL)).toEqual({ kind: 'nothing' });
  });

  it('whatever changed, HEAD never names a branch that is deleted', () => {
    const names = fc.uniqueArray(fc.constantFrom('main', 'dev', 'a', 'a/b', 'c'));
    fc.assert(
      fc.property(names, names, fc.nat(), (there, here, pick) => {
        const headBranch = there[pick % Math.max(1, there.length)];
        const current = here[pick % Math.max(1, here.length)];
        const refs = remote(Object.fromEntries(there.map((name) => [name, B])), {
          ...(headBranch !== undefined && { headBranch }),
        });
        const local: LocalRefs = {
          branches: here,
          ...(current !== undefined && { headBranch: current, headCommit: A }),
        };
        const plan = planUpdate(refs, local, ALL);
        if (plan.kind !== 'update') return;
        expect(plan.fetch).toContain(plan.head);
        expect(plan.fetch.filter((name) => plan.delete.includes(name))).toEqual([]);
        if (current !== undefined && plan.delete.includes(current)) expect(plan.detachAt).toBe(A);
      }),
    );
  });
});

describe('why a fetch failed', () => {
  it.each([
    ["fatal: unable to access 'https://a/': Could not resolve host: a", 'unreachable'],
    ['fatal: unable to connect to a:\na[0: 1.2.3.4]: errno=Connection refused', 'unreachable'],
    ["fatal: unable to access 'https://a/': The requested URL returned error: 503", 'unreachable'],
    ['error: RPC failed; curl 28 Operation too slow\nfatal: early EOF', 'unreachable'],
    ["fatal: Authentication failed for 'https://me:hunter2@a/'", 'denied'],
    ["fatal: could not read Username for 'https://a': terminal prompts disabled", 'denied'],
    [
      'git@a: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      'denied',
    ],
    [
      'Host key verification failed.\nfatal: Could not read from remote repository.',
      'unknown-host-key',
    ],
    ["remote: Not Found\nfatal: repository 'https://a/x/' not found", 'not-found'],
    ['fatal: remote error: access denied or repository not exported: /x', 'not-found'],
    ["fatal: '/x' does not appear to be a git repository", 'not-found'],
    ["fatal: unable to access 'https://a/': server certificate verification failed", 'certificate'],
    ["fatal: unable to access 'https://a/': The requested URL returned error: 301", 'redirected'],
    ['fatal: write error: No space left on device', 'disk'],
    ['fatal: something else at https://me:hunter2@a/x', 'other'],
    ['remote: Host key verification failed.\nfatal: something else', 'other'],
    ['', 'other'],
  ])('%j', (stderr, kind) => {
    const problem = problemIn(stderr);
    expect(problem.kind).toBe(kind);
    expect(`${problem.sentence} ${problem.detail}`).not.toMatch(/hunter2|https:/);
    expect(problem.sentence).not.toContain('something else');
  });
});

it('the progress of a fetch is the newest that git printed', () => {
  expect(progressIn('Receiving objects:   1% (1/99)\rReceiving objects:  45% (45/99)')).toEqual({
    phase: 'receiving',
    percent: 45,
  });
  expect(progressIn('Resolving deltas: 100% (9/9), done.')).toEqual({
    phase: 'resolving',
    percent: 100,
  });
  expect(progressIn('remote: Counting objects')).toBeUndefined();
});

it('failures are retried soon at first, then at most every half hour or interval', () => {
  const after = (failures: number, intervalMs: number) =>
    nextFetchIn({ failures, intervalMs, random: 0 });
  expect(after(0, 600_000)).toBe(600_000);
  expect([1, 2, 3, 7, 50].map((failures) => after(failures, 600_000))).toEqual([
    30_000, 60_000, 120_000, 1_800_000, 1_800_000,
  ]);
  expect(after(50, 86_400_000)).toBe(30_720_000);
  expect(nextFetchIn({ failures: 0, intervalMs: 1_000, random: 1 })).toBe(1_100);
});
