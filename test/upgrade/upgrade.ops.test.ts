import { expect, it as vitestIt } from 'vitest';
import { askedQuestions, newScenario, onlyOutcome, type Thread } from '../support/scenario.js';
import type { Bot, PendingQuestion, Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { buildEarlierVersion, EARLIER_COMMIT, hasEarlierVersion } from './earlier-version.js';

/** Questions in each phase of a rehearsal. */
const COUNT = 8;
const ROLES = ['bot', 'worker'] as const;

const isHere = await hasEarlierVersion();
const it = stackTest({ workspace: { limits: 'off' }, roles: [] });

interface Open {
  readonly thread: Thread;
  readonly work: PendingQuestion;
}

/** Versions that can be started beside each other. */
type Version = 'earlier' | 'this';

async function start(stack: Stack, version: Version): Promise<Bot[]> {
  const program = version === 'earlier' ? { program: await buildEarlierVersion() } : {};
  const bots: Bot[] = [];
  for (const role of ROLES) bots.push(await stack.startBot(role, {}, program));
  return bots;
}

async function askSeveral(stack: Stack): Promise<Open[]> {
  const scenario = newScenario(stack);
  const texts = Array.from({ length: COUNT }, () => scenario.text());
  return Promise.all(texts.map((text) => scenario.asked(text)));
}

async function endOnce(stack: Stack, open: readonly Open[]): Promise<void> {
  for (const { thread, work } of open) {
    await thread.message('backoff()');
    onlyOutcome(await thread.ended());
    expect(askedQuestions(stack, work.question)).toHaveLength(1);
  }
  expect(stack.outcomes.overlaps()).toEqual([]);
}

const answer = (open: readonly Open[]) => {
  for (const { work } of open) work.answer();
};

const followUps = async (stack: Stack, open: readonly Open[]) => {
  for (const { thread } of open.slice(0, 2)) {
    const { asker, text } = newScenario(stack);
    await stack.workspace.invite({ channel: thread.channel, user: asker });
    const said = text('and then');
    await thread.reply(asker, said);
    const work = await stack.engine.next(said);
    expect(work.context.history).toHaveLength(1);
    work.answer({ answer: 'Then it stops.' });
    await thread.message('Then it stops.');
  }
};

/**
 * One version takes over from the other: questions are asked of the first, of both and of the second, and each of
 * them is answered while other processes run than those that accepted it.
 */
async function handOver(stack: Stack, from: Version, to: Version): Promise<void> {
  const old = await start(stack, from);
  const [first, second] = [await askSeveral(stack), await askSeveral(stack)];
  const others = await start(stack, to);
  const third = await askSeveral(stack);
  answer(first);
  await endOnce(stack, first);
  for (const bot of old) expect(await bot.stop()).toBe(0);
  answer(second);
  answer(third);
  await endOnce(stack, [...second, ...third]);
  await followUps(stack, first);
  for (const bot of others) expect(await bot.stop()).toBe(0);
}

it.runIf(isHere)('a rolling upgrade answers each question once', async ({ stack }) => {
  await handOver(stack, 'earlier', 'this');
});

it.runIf(isHere)('a step back answers each question once', async ({ stack }) => {
  await handOver(stack, 'this', 'earlier');
});

// Only where it is true: else a run would report a skipped test with nothing missing.
if (!isHere) {
  vitestIt(`the history has ${EARLIER_COMMIT}, to rehearse upgrades with`, ({ skip }) => {
    skip('it has not, as in a shallow clone: git fetch --unshallow');
  });
}
