import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';
import { builtProgram } from '../support/dist.js';

/** One of the two that are compared, as a file that Node runs. */
export interface Program {
  readonly name: 'ours' | 'pattern';
  readonly path: string;
  /** What it subscribes to: mentions, or the messages of its channels as well. */
  readonly events: 'mentions' | 'messages';
}

export interface Running {
  readonly pid: number;
  /** Where Slack's requests go; a worker has none. */
  readonly slack?: number;
  /** Where `/readyz` is; the common pattern has none. */
  readonly ops?: number;
  /** SIGKILL. */
  kill(): Promise<void>;
}

const ROOT = dirname(dirname(import.meta.dirname));

export const OURS: Program = {
  name: 'ours',
  path: builtProgram('main.js'),
  events: 'messages',
};

/** The baseline as plain JavaScript: a compiler in its process would slow its start. */
export function commonPattern(): Program {
  const source = readFileSync(new URL('./common-pattern.ts', import.meta.url), 'utf8');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const folder = join(ROOT, '.artifacts', 'bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'common-pattern.mjs');
  writeFileSync(path, ts.transpileModule(source, { compilerOptions: options }).outputText);
  return { name: 'pattern', path, events: 'mentions' };
}

/** Starts a program with nothing but its environment; resolves with its ports once it says "ready". */
export async function launch(
  program: Program,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [program.path, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever ends the benchmark, the program does not outlive it.
  const reap = () => void child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000);
  });
  const hurry = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const ended = exited.then(() => {
    throw new Error(`${program.name} was not ready in 30 s, or ended before:\n${errors}`);
  });
  const ports = await Promise.race([readyLine(child), ended]);
  clearTimeout(hurry);
  return {
    ...ports,
    pid: child.pid ?? 0,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resolves once a started program says that it is ready. */
export async function waitUntilReady({ ops }: Pick<Running, 'ops'>): Promise<void> {
  if (ops === undefined) return;
  const deadline = Date.now() + 30_000;
  while (!(await fetch(`http://127.0.0.1:${ops}/readyz`)).ok) {
    if (Date.now() > deadline) throw new Error('the bot does not become ready');
    await sleep(10);
  }
}

type Ports = Pick<Running, 'slack' | 'ops'>;

/** The log is read to its end, since a full pipe would stop the program. */
function readyLine({ stdout }: ChildProcess): Promise<Ports> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line) as Ports);
    });
  });
}
