import { type ChildProcess, execFile } from 'node:child_process';
import { dirname } from 'node:path';
import type { Bot } from '../support/stack.js';

export const ROOT = dirname(dirname(import.meta.dirname));

export interface ProgramResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Starts a command with only this environment. */
export function launchProgram(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly ended: Promise<ProgramResult> } {
  const options = { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', ...env } };
  let child: ChildProcess | undefined;
  const ended = new Promise<ProgramResult>((resolve) => {
    child = execFile(program, args, options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
  return { child: child as ChildProcess, ended };
}

/** Runs a command until it exits. */
export function runProgram(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  return launchProgram(command, env).ended;
}

/** Requests a path of the bot's ops port. */
export function fetchOps(bot: Bot, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${bot.ports.ops}${path}`);
}

/** The bot's own metrics by name and labels. */
export async function readMetrics(bot: Bot): Promise<Map<string, number>> {
  const text = await (await fetchOps(bot, '/metrics')).text();
  const lines = text.split('\n').filter((line) => line.startsWith('deepsearch_slack_'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice('deepsearch_slack_'.length, at), Number(line.slice(at + 1))] as const;
    }),
  );
}
