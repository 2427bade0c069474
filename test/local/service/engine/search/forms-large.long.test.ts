import { expect, it } from 'vitest';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSearchService } from '../../service-fixture.js';

it('usages that are far from each other in one file are all counted, and shown as they are', async () => {
  const CALLS = 12;
  const between = 'const nothing = 0;\n'.repeat(9);
  const jobs = Array.from({ length: CALLS }, (_, n) => `${between}runJob(${n});\n`).join('');
  const { path } = makeRepository(
    {
      'src/run-job.ts': 'export function runJob(n: number): void {\n  console.log(n);\n}\n',
      'src/jobs.ts': `import { runJob } from './run-job.js';\n${jobs}`,
    },
    'jobs',
  );
  const world = await startSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('Who calls runJob?'));
  expect(answer).toContain(`\`runJob\` is called in ${CALLS} places in 1 file.`);
  expect(answer).toContain('`runJob(0);`');
  expect(answer).not.toMatch(/- ` *` /);
});

it('where not all callers are looked at, the answer says that there may be a path of calls', async () => {
  const middle = Array.from({ length: 40 }, (_, n) => `function step${n}() {\n  goal();\n}\n`);
  const code = `function goal() {\n  return 1;\n}\n${middle.join('')}function begin() {}\n`;
  const { path } = makeRepository({ 'src/steps.js': code }, 'steps');
  const world = await startSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('call path from begin to goal'));
  expect(answer).toContain('was found. Not all callers were looked at.');
});

it('says how many more commits there are than it lists', async () => {
  const repository = makeRepository({ 'notes.md': '# Notes\n' }, 'notes');
  for (let n = 0; n < 7; n += 1) repository.commit({ 'notes.md': `# Notes ${n}\n` });
  const world = await startSearchService([repository.path]);
  const { answer = '' } = onlyQuestion(await world.ask('What changed since yesterday?'));
  expect(answer).toContain('8 commits have changed');
  expect(answer).toContain('- and 3 more (');
});

it('a diagram that leaves arrows out says so', async () => {
  const parts = Array.from({ length: 9 }, (_, n) => n);
  const files = parts.map((n) => {
    const imports = parts.filter((one) => one < n).map((one) => `import '../p${one}/a.js';\n`);
    return [`src/p${n}/a.ts`, `${imports.join('')}export const a = ${n};\n`];
  });
  const { path } = makeRepository(Object.fromEntries(files), 'parts');
  const world = await startSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('How do the modules hang together?'));
  expect(answer).toContain('The diagram shows the 28 most important of 36 arrows.');
  expect(answer.match(/-->/g)).toHaveLength(28);
});

it('all settings are counted, though only some are shown', async () => {
  const names = Array.from({ length: 70 }, (_, n) => `SHOP_SETTING_${n}`);
  const code = names.map((name) => `export const v = process.env.${name};\n`).join('');
  const files = Array.from({ length: 70 }, (_, n) => [`src/part${n}.ts`, 'process.env.OTHER;\n']);
  const one = makeRepository({ 'src/settings.ts': code }, 'one');
  const many = makeRepository({ 'src/settings.ts': code, ...Object.fromEntries(files) }, 'many');
  const world = await startSearchService([one.path, many.path]);
  const ask = async (question: string) => onlyQuestion(await world.ask(question)).answer;
  expect(await ask('repo:one Which environment variables are there?')).toMatch(
    /^At least 70 environment variables: /,
  );
  expect(await ask('repo:many Which environment variables are there?')).toMatch(
    /^At least 7\d environment variables: /,
  );
});

it('a question of 500 parts takes no longer than one of a few', async () => {
  const code = (n: number) =>
    Array.from({ length: 150 }, (_, at) => `const lamp${at} = wick(${n}, 'oil of the harbour');\n`);
  const files = Array.from({ length: 4 }, (_, n) => [`src/lamp${n}.ts`, code(n).join('')]);
  const { path } = makeRepository(Object.fromEntries(files), 'lamps');
  const world = await startSearchService([path]);
  const part = ' and why does the wick of a lamp need the oil';
  // Of this process with its threads: what else runs on the machine does not count.
  const cpuMs = (since: NodeJS.CpuUsage) => {
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1_000;
  };
  const timeOf = async (parts: number) => {
    const start = process.cpuUsage();
    const { answer } = onlyQuestion(await world.ask(`How is ice made${part.repeat(parts)}?`));
    expect(answer).toContain('src/lamp');
    return cpuMs(start);
  };
  await timeOf(4);
  const few = await timeOf(5);
  expect(await timeOf(500)).toBeLessThan(2_000 + 5 * few);
});

it('where not all import lines are read, the structure says how many were', async () => {
  // Each file is below the limit for files; together, their imports are more than 8 MB.
  const imports = `import { value } from '../base/value.js'; // ${'long '.repeat(80)}\n`.repeat(
    1_000,
  );
  const files = Array.from({ length: 24 }, (_, n) => [
    `src/p${n % 3}/a${n}.ts`,
    `${imports}// ${n}\n`,
  ]);
  const { path } = makeRepository(
    { 'src/base/value.ts': 'export const value = 1;\n', ...Object.fromEntries(files) },
    'long',
  );
  const world = await startSearchService([path]);
  const { answer = '' } = onlyQuestion(await world.ask('How do the modules hang together?'));
  expect(answer).toContain('`base` is imported the most, by at least ');
  expect(answer).toMatch(
    /Found in the first 1\d,\d{3} import lines of the repository; the others were not read\./,
  );
});
