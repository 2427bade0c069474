import { describe, expect, it } from 'vitest';
import { scopedQuestion } from '../../../../../local/service/engine/search/scope.js';

const REPOSITORIES = [
  { name: 'acme/shop', folderName: 'shop-clone' },
  { name: 'acme/zoo', folderName: 'zoo' },
  { name: 'tools', folderName: 'tools' },
];

describe('a question that names a repository', () => {
  it.each([
    ['In acme/shop: Where are errors handled?', 'Where are errors handled?', ['acme/shop']],
    ['In shop: where are errors handled?', 'where are errors handled?', ['acme/shop']],
    ['in shop, how is an order sent?', 'how is an order sent?', ['acme/shop']],
    ['In the shop repository, how is it sent?', 'how is it sent?', ['acme/shop']],
    ['In repo `zoo`: who feeds?', 'who feeds?', ['acme/zoo']],
    ['Within SHOP-CLONE: x', 'x', ['acme/shop']],
    ['How is an order sent in shop?', 'How is an order sent', ['acme/shop']],
    ['How is an order sent in the zoo repo?', 'How is an order sent', ['acme/zoo']],
    ['repo:acme/zoo repo:tools who feeds?', 'who feeds?', ['acme/zoo', 'tools']],
    ['r:zoo who feeds?', 'who feeds?', ['acme/zoo']],
    ['who feeds? repo:^acme/zoo$', 'who feeds?', ['acme/zoo']],
    ['who feeds? repo:"acme/zoo"', 'who feeds?', ['acme/zoo']],
    ['repo:acme who feeds?', 'who feeds?', ['acme/shop', 'acme/zoo']],
    ['Who feeds in repo:zoo?', 'Who feeds in', ['acme/zoo']],
    ['repo:zoo@v1.2 who feeds?', 'rev:v1.2  who feeds?', ['acme/zoo']],
    ['-repo:zoo who feeds?', 'who feeds?', ['acme/shop', 'tools']],
    ['repo:acme -repo:zoo who feeds?', 'who feeds?', ['acme/shop']],
    ['-repo:nowhere who feeds?', 'who feeds?', ['acme/shop', 'acme/zoo', 'tools']],
  ])('is answered from there: %s', (asked, question, names) => {
    const scoped = scopedQuestion(asked, REPOSITORIES);
    expect([scoped.question, scoped.repositories.map(({ name }) => name)]).toEqual([
      question,
      names,
    ]);
    expect(scoped.unknown).toEqual([]);
  });

  it.each([
    ['In nowhere: who feeds?', ['nowhere']],
    ['repo:acme/nowhere who feeds?', ['acme/nowhere']],
    ['repo:nowhere -repo:tools who feeds?', ['nowhere']],
  ])('says that there is none: %s', (asked, unknown) => {
    const scoped = scopedQuestion(asked, REPOSITORIES);
    expect(scoped).toMatchObject({ repositories: [], unknown });
    // That `-repo:` leaves none would be another reason.
    expect(scoped.leavesNone ?? false).toBe(false);
  });

  it('says which of several there is not', () => {
    const scoped = scopedQuestion('repo:zoo repo:nope who feeds?', REPOSITORIES);
    expect(scoped.repositories.map(({ name }) => name)).toEqual(['acme/zoo']);
    expect(scoped.unknown).toEqual(['nope']);
  });

  it.each([
    'What does r:nothing mean?',
    '-repo:@v1 who feeds?',
    'what is repo:? for',
    'In production, how are errors handled?',
    'In src/cart.ts: what is a cart?',
    'In checkout.ts, what happens?',
    'in src/http/: who retries?',
    'What is stored in Redis?',
    'How is the shopping cart used in checkout?',
    'Where are errors handled?',
    '',
  ])('is not one that names something else: %s', (asked) => {
    expect(scopedQuestion(asked, REPOSITORIES)).toEqual({
      question: asked,
      repositories: [],
      unknown: [],
    });
  });
});
