import { describe, expect, it } from 'vitest';
import { readLabelledAsks, readWorkspaces } from './scope/labelled.js';

const workspaces = readWorkspaces();
const halves = [readLabelledAsks('tuning'), readLabelledAsks('held-back')];

describe('the labelled questions about repositories', () => {
  it('are fifty to improve on and fifty to measure with, ten of each workspace', () => {
    for (const half of halves) {
      expect(half).toHaveLength(50);
      for (const name of Object.keys(workspaces)) {
        expect(half.filter(({ workspace }) => workspace === name)).toHaveLength(10);
      }
    }
    const ids = halves.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
  });

  it('name only repositories of their workspace, of which there are many', () => {
    for (const { repositories } of Object.values(workspaces)) {
      expect(new Set(repositories).size).toBe(repositories.length);
      expect(repositories.length).toBeGreaterThanOrEqual(30);
    }
    for (const { id, workspace, scope, channel = [], thread = [] } of halves.flat()) {
      const known = new Set(workspaces[workspace]?.repositories);
      const named = [...(scope === 'all' ? [] : scope), ...channel, ...thread.flat()];
      expect({ id, unknown: named.filter((name) => !known.has(name)) }).toEqual({
        id,
        unknown: [],
      });
    }
  });
});
