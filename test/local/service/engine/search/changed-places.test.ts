import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../local/service/engine/search/draft/draft.js';
import { placeReference } from '../../../../../local/service/engine/search/draft/reference.js';
import {
  currentCode,
  isWeakMatch,
} from '../../../../../local/service/engine/search/forms/changed-places.js';
import { titleFactor } from '../../../../../local/service/engine/search/forms/fitting-commit.js';

const place = { repo: 'ferry', commit: 'c', path: 'src/rudder.js', start: 1, end: 1 };
const reference = placeReference(place);
const draft: Draft = {
  statements: [{ markdown: '`turnRudder`', reference }],
  code: { language: 'javascript', lines: ['turn();'], reference },
  places: [],
  followups: [],
};

it('the code that fits is shown below commits that have little of a story', () => {
  const second = currentCode(draft, { share: 0.2 });
  expect(second?.question).toBe('The code that fits best, as it is now:');
  expect(second?.draft.code?.lines).toEqual(['turn();']);
});

it('no code is shown below a commit that has much of it, nor where no code fits', () => {
  expect(currentCode(draft, { share: 0.5 })).toBeUndefined();
  expect(currentCode(undefined, { share: 0.2 })).toBeUndefined();
  const quote = { language: 'markdown', lines: ['Turn it.'], reference, isQuote: true } as const;
  expect(currentCode({ ...draft, code: quote }, { share: 0.2 })).toBeUndefined();
});

it('a commit that has hardly anything of a story matches weakly', () => {
  expect(isWeakMatch({ share: 0.1, undatedShare: 0.2 })).toBe(true);
  expect(isWeakMatch({ share: 0.2, undatedShare: 0.2 })).toBe(false);
  expect(isWeakMatch({ share: 0.1, undatedShare: 0.9 })).toBe(false);
});

describe('the title of a commit counts', () => {
  it.each([
    ['fix: turn the rudder'],
    ['Fixes drifting in fog'],
    ['Steer as the skipper does (fixes #12)'],
  ])('more if it repairs something: %s', (title) => {
    expect(titleFactor({ title }, true)).toBe(1.5);
  });

  it.each([
    ['test: more ferries'],
    ['[DOC] Ropes'],
    ['docs(ropes): how to tie them'],
    ['Update the docs'],
    ['Bump rope from 1.2.0 to 1.3.0'],
  ])('less if it changes no behavior: %s', (title) => {
    expect(titleFactor({ title }, true)).toBe(0.6);
  });

  it.each([
    ['Bump default timeout to a minute'],
    ['Test connections before use: avoids stale ones'],
    ['Build index lazily: faster start'],
    ['Fix a typo in the readme'],
    ['Fix flaky tests'],
    ['Use fixed width for columns'],
  ])('as it is otherwise: %s', (title) => {
    expect(titleFactor({ title }, true)).toBe(1);
  });

  it('the same whatever it does, where no story is told', () => {
    expect(titleFactor({ title: 'fix: turn the rudder' }, false)).toBe(1);
  });
});
