import { expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const KEYS = {
  'locales/en.json': `{
  "mooring": {
    "save": "Keep this mooring plan",
    "leave": "Leave this lovely berth"
  }
}
`,
  'src/boat.ts': `export function moor(boat: Boat) {
  boat.save();
  boat.leave();
}
`,
  'src/page.ts': `export function page(show: (text: string) => string) {
  return show('leave');
}
`,
};

it('a key of one word is no method of that name, but a quoted argument', async () => {
  const service = await startSharedSearchService([makeRepository(KEYS, 'moorings').path]);
  const answerTo = async (question: string) =>
    onlyQuestion(await service.ask(question)).answer ?? '';
  const save = await answerTo("Where does the message 'Keep this mooring plan' come from?");
  expect(save).toContain('locales/en.json');
  expect(save).not.toContain('by its key');
  const leave = await answerTo("Where does the message 'Leave this lovely berth' come from?");
  expect(leave).toContain("`return show('leave');`");
  expect(leave).not.toContain('src/boat.ts');
});
