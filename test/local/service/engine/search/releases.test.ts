import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  firstReleaseWith,
  type Release,
  releasesOf,
  tagsAround,
} from '../../../../../local/service/engine/search/facts/releases.js';
import { versionRangeIn } from '../../../../../local/service/engine/search/question-kinds/asked-versions.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

describe('the versions of a question about changes', () => {
  it.each([
    ['On 9.0.0 mocks failed, after upgrading to 9.0.1 they work', [9, 0, 0], [9, 0, 1]],
    ['On an older 3.3.x we saw a bulkhead', [3, 3], undefined],
    ['After going from 6.1 to a newer release', [6, 1], undefined],
    ['After bumping to v2.x our snapshots show signs', undefined, [2]],
    ['it worked before 1.4.2 and now it does not', undefined, [1, 4, 2]],
    ['With Python 3.8 it fails', undefined, undefined],
    ['Since we use Node 20.1, it fails', undefined, undefined],
    ['a tool called mytool3.5 fails on 10.0.0.1', undefined, undefined],
    ['Between 1.0.0 and 2.0.0 the ropes got weak', [1, 0, 0], [2, 0, 0]],
    ['it worked up to 2.3, and now it fails', [2, 3], undefined],
    ['compared to 2.0 it is slow', [2, 0], undefined],
    ['on 2.4 it fails, it worked before 2.3', undefined, undefined],
    ['on 1.5 is it broken?', [1, 5], undefined],
    ['it takes 1.5 seconds instead of 0.5s, in 2.5 MB', undefined, undefined],
  ])('are those of the project: %s', (question, after, upTo) => {
    expect(versionRangeIn(question)).toEqual({ ...(after && { after }), ...(upTo && { upTo }) });
  });

  it('what changed in one came with it', () => {
    const range = { upTo: [2, 0, 0], isIn: true };
    expect(versionRangeIn('What changed in 2.0.0 about ropes?')).toEqual(range);
    expect(versionRangeIn('what is new in version 2.0.0 for ropes?')).toEqual(range);
  });
});

describe('releases around a change', () => {
  const release = (tag: string): Release => ({
    tag,
    version: (/\d+(?:\.\d+)*/.exec(tag)?.[0] ?? '').split('.').map(Number),
    isPreview: tag.includes('-'),
  });
  const releases = ['v1.9.0', 'v1.9.1', 'v2.0.0-rc.1', 'v2.0.0', 'v2.1.0', 'v2.1.1', 'v2.10.0'].map(
    release,
  );

  it.each([
    [{ after: [2, 1] }, { after: 'v2.1.0' }],
    [{ after: [2] }, { after: 'v2.0.0' }],
    [{ upTo: [2] }, { after: 'v1.9.1', upTo: 'v2.10.0' }],
    [{ upTo: [2, 1, 1] }, { upTo: 'v2.1.1' }],
    [
      { upTo: [2, 1, 1], isIn: true as const },
      { after: 'v2.1.0', upTo: 'v2.1.1' },
    ],
    [
      { after: [1, 9, 1], upTo: [2, 0] },
      { after: 'v1.9.1', upTo: 'v2.0.0' },
    ],
    [
      { after: [1, 9, 1], upTo: [2, 0, 0] },
      { after: 'v1.9.1', upTo: 'v2.0.0' },
    ],
    [{ after: [7, 1] }, undefined],
    [{}, undefined],
  ])('are those of the versions, or around them: %o', (range, tags) => {
    expect(tagsAround(range, releases)).toEqual(tags);
  });

  it('are in the order of their numbers', () => {
    expect(compareVersions([2, 10], [2, 9, 9])).toBeGreaterThan(0);
    expect(compareVersions([2], [2, 0, 0])).toBe(0);
    expect(compareVersions([1, 9], [2])).toBeLessThan(0);
  });
});

describe('the releases of a repository', () => {
  async function tagsOf(name: string, ...tags: readonly string[]) {
    const repository = makeRepository({ 'README.md': '# Ferry\n' }, name);
    for (const tag of tags) repository.git('tag', tag);
    const [opened] = await openRepositories([repository.path]);
    if (!opened) throw new Error('not opened');
    cleanUpAfterFile(() => opened.close());
    const commit = repository.git('rev-parse', 'HEAD');
    const searched = { repository: opened, repo: opened.name, commit };
    const limits = { signal: new AbortController().signal, deadline: Date.now() + 60_000 };
    return {
      tags: (await releasesOf(searched, limits)).map(({ tag }) => tag),
      first: await firstReleaseWith(commit, searched, limits),
    };
  }

  it.each([
    [
      ['v2.0.0', 'v2.0.0-rc.1', 'v1.10.0', 'v1.9.0'],
      ['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1', 'v2.0.0'],
    ],
    [
      ['v5.2.0.RELEASE', 'v5.3.0', 'v5.1.0.RELEASE'],
      ['v5.1.0.RELEASE', 'v5.2.0.RELEASE', 'v5.3.0'],
    ],
    [['nightly-2024.01.05', 'nightly-2024.01.06', 'v1.0.0'], ['v1.0.0']],
    [
      ['release-1.9', 'v2.0'],
      ['release-1.9', 'v2.0'],
    ],
    [
      ['ferry-1.0.0', 'ferry-1.1.0', 'rope-3.0.0'],
      ['ferry-1.0.0', 'ferry-1.1.0'],
    ],
    [
      ['parent-1.0.0', 'parent-1.1.0.Final'],
      ['parent-1.0.0', 'parent-1.1.0.Final'],
    ],
    [['anchor@1.0.0', 'rope@3.0.0'], []],
    [
      ['1.0.0.post1', '1.0.0', 'latest'],
      ['1.0.0', '1.0.0.post1'],
    ],
  ])('are its own tags with a version, in their order: %o', async (given, expected) => {
    const { tags } = await tagsOf('ferry', ...given);
    expect(tags.toSorted()).toEqual(expected.toSorted());
    if (!given.includes('1.0.0.post1')) expect(tags).toEqual(expected);
  });

  it('the first one with a commit is a preview only if there is no other', async () => {
    expect((await tagsOf('ferry', 'v3.0.0-rc.1', 'v3.0.0-rc.2')).first).toBe('v3.0.0-rc.1');
    expect((await tagsOf('ferry', 'v3.0.0-rc.1', 'v3.0.0')).first).toBe('v3.0.0');
    expect((await tagsOf('ferry', 'nightly-2024.01.05', 'v5.2.0.RELEASE', 'v5.3.0')).first).toBe(
      'v5.2.0.RELEASE',
    );
  });
});

describe('an answer about a change', () => {
  function ferryWithReleases() {
    const repository = makeRepository({ 'README.md': '# Ferry\n' }, 'ferry');
    const change = (version: number, title: string) => {
      repository.commit({ 'src/moor.js': `export const ropes = () => ${version};\n` });
      repository.git('commit', '-q', '--amend', '-m', title);
    };
    change(1, 'Moor the ferry with ropes in storms');
    repository.git('tag', 'v1.0.0');
    change(2, 'Fix ropes that broke in storms at night');
    repository.git('tag', 'v1.1.0-rc.1');
    repository.git('tag', 'v1.1.0');
    repository.git('tag', 'nightly');
    change(3, 'Fix ropes that broke in storms by day');
    repository.git('tag', '-a', '-m', 'two', 'v2.0.0');
    change(4, 'Sing in storms');
    return repository;
  }
  const story = (when: string) =>
    `${when} the ropes of our ferry broke in storms, and everybody had to swim. That is gone now. What was changed there and why?`;

  it.each([
    ['On 1.0.0, until we went to 1.1.0,', 'at night', 'v1.1.0'],
    ['On an old 1.1.x', 'by day', 'v2.0.0'],
    ['Before 1.1.0', 'at night', 'v1.1.0'],
  ])('has the commit between the versions, and the release: %s', async (when, title, release) => {
    const service = await startSharedSearchService([ferryWithReleases().path]);
    const { answer = '' } = onlyQuestion(await service.ask(story(when)));
    expect(answer).toMatch(/^The commit that fits best is of /);
    const [first] = answer.split('\n');
    expect(first).toContain(`first released in \`${release}\``);
    expect(first).toContain(`Fix ropes that broke in storms ${title}`);
  });

  it('is no commit of a document, whatever it says', async () => {
    const repository = ferryWithReleases();
    repository.commit({ 'guide.md': '# Ropes\n' });
    repository.git(
      'commit',
      '-q',
      '--amend',
      '-m',
      'Say why the ropes of our ferry broke in storms and everybody had to swim',
    );
    repository.commit({ 'src/bell.js': 'export const ring = 1;\n' });
    repository.commit({ 'src/horn.js': 'export const honk = 1;\n' });
    const service = await startSharedSearchService([repository.path]);
    const { answer = '' } = onlyQuestion(await service.ask(story('On an old pier')));
    expect(answer.split('\n')[0]).toContain('Fix ropes that broke in storms');
  });

  it('says nothing of releases where there are none', async () => {
    const repository = ferryWithReleases();
    repository.git('tag', '-d', 'v1.0.0', 'v1.1.0-rc.1', 'v1.1.0', 'v2.0.0');
    const service = await startSharedSearchService([repository.path]);
    const { answer = '' } = onlyQuestion(await service.ask(story('On 1.0.0')));
    expect(answer).toMatch(/^The commit that fits best is of [\d-]+, Ann: /);
  });
});
