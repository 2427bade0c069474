import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { builtProgram } from '../support/dist.js';

export const ROOT = dirname(dirname(import.meta.dirname));

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface LinkContext {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs the built command line with only this environment. */
export function runCli(
  args: readonly string[],
  { env, cwd = ROOT }: LinkContext = {},
): Promise<CliResult> {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, cwd };
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram('cli.js'), ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}
