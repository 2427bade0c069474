import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished } from 'vitest';
import { startRelay } from '../../chaos/relay.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest();

const LEVELS = new Set(['info', 'warn', 'error', 'fatal']);

const warningsIn = (log: Record<string, unknown>[]) =>
  log.filter(({ level }) => level !== 'info').map(({ level, msg }) => `${level} ${msg}`);

/** `level message` of each line that the app may log above `debug`. */
function loggedBy(path: string): string[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const message = node.arguments.at(-1);
      const isLogger = LEVELS.has(name.text) && /logger$/i.test(expression.getText());
      if (isLogger && message && ts.isStringLiteralLike(message))
        found.push(`${name.text} ${message.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function documented(): string[] {
  const rows = readFileSync('docs/logs.md', 'utf8').matchAll(/^\| `([^`]+)` \| (\w+) \|/gm);
  return [...rows].flatMap(([, message, level = '']) =>
    LEVELS.has(level) ? [`${level} ${message}`] : [],
  );
}

it('docs/logs.md has each message that the app logs, and no other', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const logged = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => loggedBy(join('src', file)));
  expect(documented().sort()).toEqual([...new Set(logged)].sort());
});

it('a start on which nothing is wrong logs no warning', ({ stack }) => {
  const starts = stack.bots.map(({ log }) =>
    log.slice(
      0,
      log.findIndex(({ msg }) => msg === 'ready'),
    ),
  );
  expect(starts.flat().length).toBeGreaterThan(0);
  expect(warningsIn(starts.flat())).toEqual([]);
});

it('a start on which Redis takes its time logs no warning', async ({ stack }) => {
  const relay = await startRelay(Number(new URL(stack.redis.url).port));
  onTestFinished(() => relay.stop());
  relay.slowDown(700);
  const bot = await stack.startBot('worker', { REDIS_URL: `redis://127.0.0.1:${relay.port}` });
  onTestFinished(() => bot.kill());
  const connected = () => bot.log.filter(({ msg }) => msg === 'Redis connected').length;
  await expect.poll(connected, { timeout: 20_000 }).toBe(3);
  expect(warningsIn(bot.log)).toEqual([]);
});

it('a question without an answer says why when it ends and when it is delivered', async ({
  stack,
  scenario,
}) => {
  const refused = stack.service.faults.add({ route: 'create', kind: 'status', status: 401 });
  const thread = await scenario.mention(scenario.text());
  await thread.ended();
  refused.remove();
  const why = () =>
    stack.bots
      .flatMap(({ log }) => log)
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ msg, reason }) => ({ msg, reason }));
  await expect.poll(why).toEqual([
    { msg: 'question ended', reason: 'token' },
    { msg: 'question delivered', reason: 'token' },
  ]);
});

it('an answered question has a line for each step, with its ID and without its text', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text('which badger digs here');
  const { thread, work } = await scenario.asked(text);
  work.answer();
  await thread.ended();
  const log = () => stack.bots.flatMap((bot) => bot.log);
  const mine = () => {
    const created = log().findLast(({ msg }) => msg === 'question created');
    const id = created?.['question'];
    return log().filter(({ question, id: accepted }) => (question ?? accepted) === id);
  };
  await expect
    .poll(() => [...new Set(mine().map(({ msg }) => msg))])
    .toEqual(['event accepted', 'question created', 'question ended', 'question delivered']);
  expect(mine()[0]).toMatchObject({ level: 'info', intent: 'ask' });
  expect(mine().slice(-3)).toMatchObject([
    { conversation: expect.any(Number) },
    { outcome: 'completed' },
    { outcome: 'completed' },
  ]);
  expect(JSON.stringify(log())).not.toContain('badger');
});
