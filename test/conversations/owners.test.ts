import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyOwners } from '../../src/conversations/owners.js';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const DAY = 24 * 3600_000;

const commit = (author: string, daysAgo: number) => ({
  repository: 'shop',
  commit: 'abc',
  author,
  date: new Date(NOW - daysAgo * DAY).toISOString(),
  title: '',
  message: '',
});

describe('likely owners', () => {
  it('likely owners are ranked by commits, weighted by age', () => {
    const files = [
      [commit('Ann <ann@a.example>', 1), commit('Ben <ben@a.example>', 900), commit('Ben', 901)],
      [commit('ann <ann@home.example>', 3), commit('Cem', 2), commit('Ben', 902)],
    ];
    expect(likelyOwners(files, NOW)).toEqual([
      { name: 'Ann', commits: 2, files: 2, lastAt: NOW - DAY },
      { name: 'Cem', commits: 1, files: 1, lastAt: NOW - 2 * DAY },
      { name: 'Ben', commits: 3, files: 2, lastAt: NOW - 900 * DAY },
    ]);
  });

  it('likely owners exclude bots and commits without name or date', () => {
    const odd = [commit('renovate[bot] <bot@a.example>', 1), commit('<x@a.example>', 1)];
    expect(likelyOwners([[...odd, { ...commit('Ann', 1), date: 'soon' }]], NOW)).toEqual([]);
  });

  it('each commit counts once', () => {
    const author = fc.constantFrom('Ann', 'Ben <b@x>', 'Cem');
    const made = fc.record({ author, daysAgo: fc.nat(2_000) });
    fc.assert(
      fc.property(fc.array(fc.array(made)), (files) => {
        const histories = files.map((all) => all.map((one) => commit(one.author, one.daysAgo)));
        const owners = likelyOwners(histories, NOW);
        const commits = owners.reduce((sum, owner) => sum + owner.commits, 0);
        expect(commits).toBe(histories.flat().length);
        for (const { files: touched } of owners) expect(touched).toBeLessThanOrEqual(files.length);
      }),
    );
  });
});
