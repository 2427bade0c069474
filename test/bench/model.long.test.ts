import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { cleanUpAfterTest } from '../support/cleanup.js';
import { builtProgram } from '../support/dist.js';
import { makeRepository, SHOP } from '../support/repository.js';
import { measure } from './model/measure.js';
import { packageRepository, QUESTIONS, readQuestions } from './model/questions.js';
import { formatReport } from './model/report.js';

it('counts what answers cost a scripted model, with and without first material', async () => {
  const { path: repository, remove } = await makeRepository('shop', SHOP);
  cleanUpAfterTest(remove);
  const questions = [
    { repository, question: 'How long does backoff wait at most?', facts: [/60_000/] },
    { repository, question: 'How is backoff tested on the moon?', facts: [/lunar/, /Failed pay/] },
  ];
  const measured = await measure({ questions, program: builtProgram('local/service/main.js') });
  expect(measured).toMatchObject([
    { variant: 'with', facts: 1, of: 1, modelCalls: 1, toolCalls: 0, sources: ['src/queue.ts'] },
    { variant: 'without', facts: 1, of: 1, sources: ['src/queue.ts'] },
    { variant: 'with', of: 2 },
    { variant: 'without', of: 2 },
  ]);
  const [first, second, , last] = measured;
  expect(first?.promptTokens).toBe(first?.firstPromptTokens);
  expect(first?.firstPromptTokens).toBeLessThanOrEqual(4_000);
  expect(second?.toolCalls).toBeGreaterThan(0);
  expect(second?.modelCalls).toBe((second?.toolCalls ?? 0) + 1);
  expect(second?.firstPromptTokens).toBeLessThan(first?.firstPromptTokens ?? 0);
  expect(second?.promptTokens).toBeGreaterThan(second?.largestPromptTokens ?? 0);
  // It gives up within the limits of the service.
  expect(last?.facts).toBeLessThan(2);
  expect(last?.modelCalls).toBeLessThanOrEqual(12);
  expect(formatReport(measured)).toContain('| all facts seen | 1 | 1 |');
});

it('every fact of the questions is in its package, and not in its question', async () => {
  const folder = makeTemporaryFolder('bench-model-test');
  cleanUpAfterTest(folder.remove);
  const questions = readQuestions(QUESTIONS);
  const texts = new Map<string, readonly string[]>();
  for (const name of new Set(questions.map((one) => one.package ?? ''))) {
    texts.set(name, textsBelow(packageRepository(name, folder.path)));
  }
  const untrue = questions.flatMap(({ package: name = '', question, facts }) =>
    facts
      .filter((fact) => fact.test(question) || !texts.get(name)?.some((text) => fact.test(text)))
      .map((fact) => `${name}: ${fact.source}`),
  );
  expect(untrue).toEqual([]);
  expect(questions.length).toBeGreaterThanOrEqual(20);
});

function textsBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.git') && statSync(join(path, file)).isFile())
    .map((file) => readFileSync(join(path, file), 'utf8'));
}
