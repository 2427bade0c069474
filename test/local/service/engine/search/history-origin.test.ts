import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

let answerTo: (question: string) => Promise<string>;

/** A shop with a class that took the place of another one, and an option that no definition has. */
beforeAll(async () => {
  const repository = makeRepository({}, 'shop');
  const commit = (message: string, files: Record<string, string>) => {
    repository.commit(files);
    repository.git('commit', '-q', '--amend', '-m', message);
  };
  const cart = (name: string) =>
    `/** Holds what is bought. */\nexport class ${name} {\n  add(item) {\n    this.items.push(item);\n  }\n}\n`;
  commit('Begin with carts', { 'src/cart.js': cart('OldCart') });
  commit('Remove gift wrapping of another shop', { 'notes.txt': 'None.\n' });
  commit('Note where gift wrapping stands', { 'README.md': '# Shop\n\nGift wrapping: none.\n' });
  commit('Carts for families', { 'src/cart.js': cart('FamilyCart') });
  commit('Say how long carts are kept', { 'shop.sh': 'save "Shop_Keep_Days" 7\n' });
  commit('Add gift wrapping to orders', { 'src/orders.js': 'export const wrap = () => 1;\n' });
  commit('Add gift wrapping in gold', { 'src/orders.js': 'export const wrap = () => 2;\n' });
  commit('Count the till', { 'shop-till/count.js': 'export const count = () => 1;\n' });
  commit('Let orders have a till', {
    'src/orders.js': 'export class Orders {\n  till() {\n    return 1;\n  }\n}\n',
  });
  commit('Remove the pear scale and its tests', { 'src/scale.js': 'export const none = 1;\n' });
  commit('Remove examples with the scale', { 'notes.txt': 'Nothing.\n' });
  commit('Weigh without the scale', { 'notes.txt': 'Nothing at all.\n' });
  commit('docs: add how carts are kept', { 'README.md': '# Shop\n\nShop_Keep_Days: 7\n' });
  const world = await startSharedSearchService([repository.path]);
  answerTo = async (question) => onlyQuestion(await world.ask(question)).answer ?? '';
});

describe('when something was introduced', () => {
  it('is when its name came in, whatever its lines were before', async () => {
    expect(await answerTo('when was FamilyCart introduced?')).toMatch(
      /^`FamilyCart` came into `src\/cart\.js` on .{10}, by Ann: “Carts for families”/,
    );
  });

  it('is when the code first had a name that nothing is defined with', async () => {
    for (const question of [
      'when was the Shop_Keep_Days option introduced?',
      'who added Shop_Keep_Days?',
    ])
      expect(await answerTo(question)).toMatch(
        /^The oldest commit that has `Shop_Keep_Days` in the code is of .{10}, Ann: “Say how long carts are kept”/,
      );
  });

  it('is of the oldest commit that says so with all words', async () => {
    const answer = await answerTo('when was the gift wrapping feature introduced?');
    expect(answer).toMatch(
      /^The oldest commit that fits is of .{10}, Ann: “Add gift wrapping to orders”/,
    );
    expect(answer).toContain('Ann: “Add gift wrapping in gold”');
    expect(answer).not.toMatch(/Remove|Note/);
  });
});

it('when something was removed is when a commit says so with all words', async () => {
  for (const question of [
    'when was the pear scale removed?',
    'which commit removed the pear scale?',
  ])
    expect(await answerTo(question)).toMatch(
      /^The newest commit that says so is of .{10}, Ann: “Remove the pear scale and its tests”/,
    );
});

it('what is called a module is the folder of that name, if there is one', async () => {
  expect(await answerTo('what changed in the till module lately and why?')).toMatch(
    /^`shop-till\/` last changed on .{10}, by Ann: “Count the till”/,
  );
  expect(await answerTo('what changed in till lately?')).toMatch(/^`Orders\.till` last changed/);
});
