import { expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

it('only the first three of several messages are searched for', async () => {
  const messages = [
    'the first anchor is lost',
    'a second oar is broken',
    'this third sail is torn',
    'that fourth keel is bent',
  ];
  const lines = messages.map((one, n) => `export function fail${n}() {\n  fail('${one}');\n}\n`);
  const { path } = makeRepository({ 'src/boat.ts': lines.join('\n') }, 'messages');
  const service = await startSharedSearchService([path]);
  const quoted = messages.map((one) => `'${one}'`).join(', ');
  const { answer = '' } = onlyQuestion(
    await service.ask(`Where do the messages ${quoted} come from?`),
  );
  expect(answer).toContain('src/boat.ts:2');
  expect(answer).toContain('src/boat.ts:10');
  expect(answer).not.toContain('src/boat.ts:14');
});
