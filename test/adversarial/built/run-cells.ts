import type { Stack } from '../../support/stack.js';
import { type Cell, nameOf } from '../cells.js';
import { type Accounts, verdictWith } from '../own-accounts.js';
import { expectedVerdict } from '../rules.js';
import { accountOf, connect } from './accounts.js';
import { waitUntilIdle } from './idle.js';
import { look } from './observe.js';
import { perform } from './perform.js';
import type { AnsweringEngine } from './stack.js';
import { completeStage, prepareStage, type Stage } from './stage.js';
import { complaintsAbout } from './verdict.js';

/** A cell whose verdict is not what it must be. */
export interface WrongCell {
  readonly name: string;
  readonly complaints: readonly string[];
}

/** How many cells are tried at once. */
const AT_ONCE = 40;
/** A list shows eight conversations, and those of the cells beside it are on it as well. */
const LISTS_AT_ONCE = 4;
const STRIDE = 61;

export interface RunOptions {
  /** Who has connected an account; default: everybody shares one. */
  readonly accounts?: Accounts;
  readonly stack: Stack;
  readonly answering: AnsweringEngine;
  /** Called after each batch, with what went wrong in it. */
  readonly progress?: (done: number, wrong: readonly WrongCell[]) => void;
}

/** Tries cells on the built bot; gives those that went wrong. */
export async function runCells(cells: readonly Cell[], options: RunOptions): Promise<WrongCell[]> {
  const wrong: WrongCell[] = [];
  let done = 0;
  for (const batch of batchesOf(cells)) {
    const found = await runBatch(batch, options);
    wrong.push(...found);
    done += batch.length;
    options.progress?.(done, found);
  }
  return wrong;
}

function batchesOf(cells: readonly Cell[]): Cell[][] {
  const lists = cells.filter(({ thing }) => thing === 'list');
  const alone = cells.filter(isForAll);
  const others = cells.filter((cell) => cell.thing !== 'list' && !isForAll(cell));
  return [
    ...slices(mixed(others), AT_ONCE),
    ...slices(lists, LISTS_AT_ONCE),
    ...alone.map((cell) => [cell]),
  ];
}

/** Of two who change the same settings at once, one is told that somebody else has. */
function isForAll(cell: Cell): boolean {
  return cell.thing === 'change workspace settings' && expectedVerdict(cell).kind === 'allowed';
}

/** So that a batch holds different people and things, and a run that is interrupted has seen of all. */
function mixed<T>(all: readonly T[]): T[] {
  const strides = Array.from({ length: STRIDE }, (_, start) => start);
  return strides.flatMap((start) => all.filter((_, i) => i % STRIDE === start));
}

function slices<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, i) => all.slice(i * size, (i + 1) * size));
}

async function runBatch(
  cells: readonly Cell[],
  { stack, answering, accounts }: RunOptions,
): Promise<WrongCell[]> {
  await stack.refill();
  const asked = await Promise.all(
    cells.map((cell) => prepareStage(stack, cell, { number: nextNumber(), accounts })),
  );
  const running = asked.filter(({ cell }) => cell.thing === 'stop');
  const runningOn = new Set(running.map(({ names }) => names.target.questionId));
  const idle = () => waitUntilIdle(stack, runningOn);
  await idle();
  const stages = await Promise.all(asked.map(completeStage));
  const before = await look(stack, stages);
  const sentAt = Date.now();
  const replies = await Promise.all(
    stages.map((stage) => perform(stage, idle).catch((error: unknown) => new Failure(error))),
  );
  await idle();
  const after = await look(stack, stages, sentAt);
  const wrong = stages.flatMap((stage, i) => {
    const [was, is, reply] = [before[i], after[i], replies[i]];
    const expected = accounts ? verdictWith(stage.cell, accounts) : expectedVerdict(stage.cell);
    if (was === undefined || is === undefined || expected.kind === 'does not apply') return [];
    const name = nameOf(stage.cell);
    if (reply instanceof Failure) return [{ name, complaints: [reply.text] }];
    const seen = { before: was, after: is, reply: reply ?? '', step: stepOf(stage) };
    const complaints = complaintsAbout(stage, expected, seen);
    return complaints.length === 0 ? [] : [{ name, complaints }];
  });
  const kept = await goOn(stages);
  answering.release();
  await waitUntilIdle(stack, 'none');
  stack.workspace.faults.clear();
  return [...wrong, ...(await wrongAfterwards(stack, kept))];
}

/** Connects those whose questions wait for that. */
async function goOn(stages: readonly Stage[]): Promise<Stage[]> {
  const waiting = stages.filter(({ cell, accounts }) => accounts && waits(cell, accounts));
  await Promise.all(
    waiting.map(({ stack, person, number }) => connect(stack, person, accountOf(number, 'person'))),
  );
  return waiting;
}

function waits(cell: Cell, { mode, asker, person }: Accounts): boolean {
  if (person) return false;
  if (cell.thing === 'stop') return cell.whose === 'own' && asker;
  // In a direct message, whatever one says is a question.
  const isSaid = cell.way === 'link' && cell.place === 'direct';
  return mode === 'linked' && (asksAnew(cell) || isSaid);
}

const asksAnew = ({ thing }: Cell): boolean => thing === 'ask' || thing === 'follow up';

/** A question that was kept is asked once, with the account that was connected for it. */
async function wrongAfterwards(stack: Stack, stages: readonly Stage[]): Promise<WrongCell[]> {
  const asked = stages.filter(({ cell }) => asksAnew(cell));
  const sights = await look(stack, asked);
  return asked.flatMap(({ cell, number }, i) => {
    const owners = sights[i]?.newOwners.join() ?? '';
    if (owners === String(accountOf(number, 'person').id)) return [];
    return [{ name: nameOf(cell), complaints: [`kept, then asked with account "${owners}"`] }];
  });
}

/** The request could not be sent, or nothing came of it. */
class Failure {
  readonly text: string;
  constructor(error: unknown) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    this.text = `failed: ${message.split('\n')[0]}`;
  }
}

let numbers = 0;

/** Names never repeat, however often cells are run on one stack. */
function nextNumber(): number {
  numbers += 1;
  return numbers;
}

function stepOf({ stack, names }: Stage) {
  return stack.workspace.stepRuns().find(({ inputs }) => inputs['question'] === names.text)?.state;
}
