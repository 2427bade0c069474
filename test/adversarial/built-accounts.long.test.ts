import { expect } from 'vitest';
import { readAll, secretsIn } from '../support/secrets.js';
import type { Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { allAccounts } from './built/accounts.js';
import { runCells } from './built/run-cells.js';
import { type AnsweringEngine, prepareStack } from './built/stack.js';
import { allCells } from './cells.js';
import { isChangedBy, SETUPS, verdictWith } from './own-accounts.js';
import { sampleOfValues } from './sample.js';

let answering: AnsweringEngine;
const it = stackTest(async (onCleanup) => {
  const prepared = await prepareStack(onCleanup, 'linked');
  answering = prepared.answering;
  return prepared.options;
});

const TIMEOUT_MS = 300_000;

/** `npm run adversarial` tries all of them, and the setups with `both`. */
async function trySample(stack: Stack, setup: keyof typeof SETUPS): Promise<void> {
  const accounts = SETUPS[setup];
  const cells = allCells().filter((cell) => isChangedBy(cell, accounts));
  const sample = sampleOfValues(cells, (cell) => verdictWith(cell, accounts));
  expect(await runCells(sample, { stack, answering, accounts })).toEqual([]);
}

/** Of the people of both samples. */
const CONNECTED = Object.fromEntries(
  allAccounts()
    .slice(1, 1_000)
    .map(({ name, token }) => [name, token]),
);

async function expectNoTokens(stack: Stack): Promise<void> {
  const logs = stack.bots.map(({ log, stderr }) => JSON.stringify(log) + stderr()).join('\n');
  expect(secretsIn(logs, CONNECTED)).toEqual([]);
  expect(secretsIn(await readAll(stack.store), CONNECTED)).toEqual([]);
}

it('without an account, nothing runs with that of somebody else', {
  timeout: TIMEOUT_MS,
}, async ({ stack }) => {
  await trySample(stack, 'linked, not connected');
});

it('with an account, everything runs with that, and nothing with anybody else’s', {
  timeout: TIMEOUT_MS,
}, async ({ stack }) => {
  await trySample(stack, 'linked, connected');
  await expectNoTokens(stack);
});
