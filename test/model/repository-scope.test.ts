import { expect, it } from 'vitest';
import { isNamed, repositoriesIn, withoutRepositories } from '../../src/model/repository-scope.js';

it.each([
  ['repo:acme/shop how are refunds made?', ['acme/shop']],
  ['how are refunds made? repo:shop', ['shop']],
  ['how (repo:acme/shop.js)?', ['acme/shop.js']],
  ['in repo:a, REPO:b/c and repo:a.', ['a', 'b/c']],
  ['what does `repo:shop` do?', []],
  ['what does monorepo:shop do, or repo: shop?', []],
  ['```\nrepo:shop\n```', []],
])('%s is limited to %j', (question, names) => {
  expect(repositoriesIn(question)).toEqual(names);
});

it.each([
  ['acme/shop', 'acme/shop', true],
  ['acme/shop', 'Shop', true],
  ['github.com/acme/shop', 'acme/shop', true],
  ['acme/workshop', 'shop', false],
])('%s is named %s: %s', (repository, name, fits) => {
  expect(isNamed(repository, name)).toBe(fits);
});

it('a question that is asked elsewhere is the same without its limits, but for code marks', () => {
  expect(withoutRepositories('repo:shop why? repo:acme/web')).toBe('why?');
  expect(withoutRepositories('why `repo:shop  x` repo:web in\n  this?')).toBe(
    'why `repo:shop  x` in\n  this?',
  );
});
