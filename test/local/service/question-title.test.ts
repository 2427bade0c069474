import { beforeAll, describe, expect, it } from 'vitest';
import { makeRepository } from './repositories.js';
import { onlyQuestion, startSharedSearchService } from './service-fixture.js';

let ask: (question: string) => Promise<{ readonly title?: string }>;

beforeAll(async () => {
  const files = { 'src/boat.js': 'export function sail(boat) {\n  return boat.sail();\n}\n' };
  const repository = makeRepository(files, 'quay');
  const world = await startSharedSearchService([repository.path]);
  ask = async (question) => onlyQuestion(await world.ask(question));
});

describe('the title of a question', () => {
  it.each([
    ['what does repo:quay do?', 'what does repo:quay do?'],
    ['repo:quay how does a boat sail?', 'how does a boat sail?'],
    ['repo:quay', 'repo:quay'],
    ['how does a boat sail? repo:quay', 'how does a boat sail?'],
  ])('keeps `repo:` only within the sentence: %s', async (question, title) => {
    expect((await ask(question)).title).toBe(title);
  });
});
