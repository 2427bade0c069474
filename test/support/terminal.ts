import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

/** Whether there is the `script` of util-linux, which gives a program a terminal. */
export const HAS_TERMINALS = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export const KEYS = { ctrlC: '\u0003', clear: '\u0015', down: '\u001b[B' } as const;

/** Runs a program as if somebody typed its command. */
export function runInTerminal(
  command: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
) {
  const typed = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const sized = `stty cols 200 rows 50 && exec ${typed}`;
  const child = spawn('script', ['--quiet', '--return', '--command', sized, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  let output = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const screen = () => stripVTControlCharacters(output);
  const type = (keys: string) => void child.stdin.write(keys);
  return {
    /** Everything that the terminal got, with its control sequences. */
    output: () => output,
    /** Without them. */
    screen,
    type,
    /** Waits until the screen shows this, after what was waited for before. */
    async until(text: string): Promise<void> {
      await expect.poll(() => screen().slice(seen), { message: text }).toContain(text);
      seen = screen().indexOf(text, seen) + text.length;
    },
    /** Types an answer to the question on the screen. */
    answer: (text = '') => type(`${text}\r`),
    exited,
    kill: () => void child.kill('SIGKILL'),
  };
}
