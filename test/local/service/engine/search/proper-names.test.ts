import { expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const FILES = {
  'src/search.js': `export function handOut(search) {
  for (const one of search.all()) one.begin();
  return search.answers;
}
`,
  'src/response.js': `export function checkResponse(response, engine) {
  if (response.body.includes('captcha')) {
    suspend(engine, 3600);
  }
}
`,
  'src/engines.js': `export const engines = [];

export function addEngine(engine) {
  engines.push(engine);
}
`,
};

it('a guess has the proper name that the question has, if any place has it', async () => {
  const world = await startSharedSearchService([makeRepository(FILES, 'seek').path]);
  const question =
    'What happens to the results and the timeouts of a search if one of the engines answers us with a CAPTCHA page?';
  const { answer = '' } = onlyQuestion(await world.ask(question));
  expect(answer).toMatch(/`checkResponse`[\s\S]*`handOut`/);
});
