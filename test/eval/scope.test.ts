import { describe, expect, it } from 'vitest';
import { createRepositoryNames } from '../../src/lifecycle/scope/repository-names.js';
import { scopeOf } from '../../src/lifecycle/scope/scope-of.js';
import { type LabelledAsk, readLabelledAsks, readWorkspaces } from './scope/labelled.js';

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

/** The questions for which something else is found. */
function wrongIn(asks: readonly LabelledAsk[]): string[] {
  return asks.flatMap(({ id, workspace, question, message, thread, channel, scope }) => {
    const names = createRepositoryNames(workspaces[workspace]?.repositories ?? []);
    const found = scopeOf(question, {
      names,
      ...(message === undefined ? {} : { message }),
      ...(thread === undefined ? {} : { thread: thread.at(-1) ?? [] }),
      ...(channel === undefined ? {} : { channel }),
    });
    const right = scope === 'all' ? [] : scope;
    const isRight = right.toSorted().join() === found.repositories.toSorted().join();
    return isRight ? [] : [id];
  });
}

describe('in which repositories a question is asked', () => {
  it.each(['tuning', 'held-back'] as const)(
    'is right for at least 95 of 100 questions: %s',
    (name) => {
      const asks = readLabelledAsks(name);
      const wrong = wrongIn(asks);
      console.info(`scope, ${name}: ${asks.length - wrong.length} of ${asks.length} right`);
      expect(wrong.length).toBeLessThanOrEqual(asks.length * 0.05);
    },
  );
});
