import { type ChildProcess, execFile } from 'node:child_process';
import { dirname } from 'node:path';
import type { Bot } from '../support/stack.js';

export const ROOT = dirname(dirname(import.meta.dirname));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Starts a command with nothing but this environment. */
export function launch(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', ...env } };
  let child: ChildProcess | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(program, args, options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
  return { child: child as ChildProcess, ended };
}

/** Runs it to its end. */
export function run(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return launch(command, env).ended;
}

/** What the bot answers on its ops port. */
export function ops(bot: Bot, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${bot.ports.ops}${path}`);
}

/** The meters of `/metrics` by their name with labels; those of other programs are left out. */
export async function meters(bot: Bot): Promise<Map<string, number>> {
  const text = await (await ops(bot, '/metrics')).text();
  const lines = text.split('\n').filter((line) => line.startsWith('deepsearch_slack_'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice('deepsearch_slack_'.length, at), Number(line.slice(at + 1))] as const;
    }),
  );
}
