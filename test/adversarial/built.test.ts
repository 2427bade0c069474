import { expect } from 'vitest';
import { stackTest } from '../support/stack-test.js';
import { runCells } from './built/run-cells.js';
import { type AnsweringEngine, prepareStack } from './built/stack.js';
import { allCells, nameOf } from './cells.js';
import { NOT_YET } from './not-yet.js';
import { expectedVerdict } from './rules.js';
import { sampleOfValues } from './sample.js';

let answering: AnsweringEngine;
const it = stackTest(async (onCleanup) => {
  const prepared = await prepareStack(onCleanup);
  answering = prepared.answering;
  return prepared.options;
});

/** `npm run adversarial` tries all of them. */
const SAMPLE = sampleOfValues(
  allCells().filter(
    (cell) => expectedVerdict(cell).kind !== 'does not apply' && !NOT_YET.has(nameOf(cell)),
  ),
);

const TIMEOUT_MS = 300_000;

it('the built bot lets each kind of person do what they may, and nothing else', {
  timeout: TIMEOUT_MS,
}, async ({ stack }) => {
  expect(await runCells(SAMPLE, { stack, answering })).toEqual([]);
  expect(stack.outcomes.overlaps()).toEqual([]);
});
