import { describe, expect, it } from 'vitest';
import { InvalidSettingError } from '../../../../local/service/settings/invalid-setting-error.js';
import { parseSyncFile, readSyncFile } from '../../../../local/service/settings/sync-settings.js';

const URL = 'https://code.example.com/acme/shop.git';
const parse = (...lines: string[]) => parseSyncFile(lines.join('\n'), 'sync.yml');

describe('the file of repositories to fetch', () => {
  it('a URL is enough', () => {
    expect(parse('repositories:', `  - ${URL}`)).toEqual({
      concurrency: 4,
      remotes: [
        {
          url: URL,
          intervalMs: 600_000,
          timeoutMs: 1_800_000,
          maxBytes: 5_000_000_000,
          branches: ['*'],
        },
      ],
    });
  });

  it('settings apply to all repositories, or to one', () => {
    const { concurrency, remotes } = parse(
      'interval: 1h',
      'timeout: 90s',
      'maxSize: 500 MB',
      'branches: [main, release/*, "!release/0*"]',
      'concurrency: 8',
      'repositories:',
      `  - ${URL}`,
      '  - url: git@code.example.com:acme/bank.git',
      '    interval: 30s',
      '    timeout: 1d',
      '    maxSize: 2GB',
      '    branch: dev',
      '    branches: ["*"]',
    );
    expect(concurrency).toBe(8);
    const shared = { intervalMs: 3_600_000, timeoutMs: 90_000, maxBytes: 500_000_000 };
    const branches = ['main', 'release/*', '!release/0*'];
    expect(remotes).toEqual([
      { url: URL, ...shared, branches },
      {
        url: 'git@code.example.com:acme/bank.git',
        intervalMs: 30_000,
        timeoutMs: 86_400_000,
        maxBytes: 2_000_000_000,
        branch: 'dev',
        branches: ['*'],
      },
    ]);
  });

  it.each([
    [[''], 'line 1: list the URLs of repositories under "repositories"'],
    [['repositories: []'], 'line 1: list at least one repository'],
    [['repositories:', '  - 7'], 'line 2: set the URL of a repository'],
    [['repositories:', `  - ${URL}`, '  - https://a:hunter2@b/c'], 'line 3: the URL contains cred'],
    [['repositories:', '  - url: https://hunter2@b/c'], 'line 2: the URL contains credentials'],
    [['repositories:', `  - ${URL}`, `  - ${URL}`], 'line 3: this URL is on line 2 already'],
    [['interval: 1 hour', 'repositories:', `  - ${URL}`], 'line 1: set a time such as 90s'],
    [['repositories:', `  - url: ${URL}`, '    interval: 10'], 'line 3: set a time such as 90s'],
    [['interval: 1s', 'repositories:', `  - ${URL}`], 'line 1: set a time from 5s to 7d'],
    [['timeout: 2d', 'repositories:', `  - ${URL}`], 'line 1: set a time from 10s to 1d'],
    [['maxSize: 0 MB', 'repositories:', `  - ${URL}`], 'line 1: set a size such as'],
    [['concurrency: 99', 'repositories:', `  - ${URL}`], 'line 1: '],
    [['repositories:', `  - url: ${URL}`, '    branch: -x'], 'line 3: set the name of a branch'],
    [['repositories:', `  - url: ${URL}`, '    branches: [a b]'], 'line 3: set a pattern'],
    [['repositories:', `  - url: ${URL}`, '', '    brunch: x'], 'line 4: unknown setting "brunch"'],
    [['repos:', `  - ${URL}`], 'unknown setting "repos"'],
    [['repositories: [', `  ${URL}`], 'is not valid YAML'],
    [['a: &a [x]', 'repositories: [*b]'], 'sync.yml, line'],
    [['repositories: hunter2'], 'line 1: list the URLs of repositories'],
    [['- x'], 'sync.yml, line 1'],
  ])('%j is refused with the line', (lines, words) => {
    expect(() => parse(...lines)).toThrow(InvalidSettingError);
    expect(() => parse(...lines)).toThrow(words);
    expect(() => parse(...lines)).toThrow(/^(?!.*hunter2)/);
  });

  it('many mistakes are told together, but not all of them', () => {
    const lines = Array.from({ length: 9 }, () => '  - /path');
    const tell = () => parse('repositories:', ...lines);
    expect(tell).toThrow(/line 2: this is a path.* line 6: this is a path.*\. 4 more\.$/);
  });

  it('aliases cannot make a small file large', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`,
    );
    expect(() => parse('l0: &l0 x', ...levels, 'repositories: *l9')).toThrow(InvalidSettingError);
  });

  it('a file that cannot be read is named', () => {
    expect(() => readSyncFile('/nowhere/sync.yml')).toThrow(
      'SERVICE_SYNC is /nowhere/sync.yml, which cannot be read (ENOENT)',
    );
  });
});
