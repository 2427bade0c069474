import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from './dist.js';

export type Demo = ReturnType<typeof runDemo>;

/** Runs `npm run demo` as it was built, on any free port; `env` adds to an otherwise empty environment. */
export function runDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [builtProgram('local/demo/main.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', DEMO_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const said = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of said) look();
    });
  }
  const address = new Promise<string>((resolve) => {
    said.add(() => {
      const found = /Open (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    child,
    exited,
    /** The page's address, once it is printed. */
    address,
    output: () => output,
    /** The page's address; throws with the output if the demo exits instead. */
    async started(): Promise<string> {
      const url = await Promise.race([address, exited.then(() => undefined)]);
      if (url === undefined) throw new Error(`the demo did not start:\n${output}`);
      return url;
    },
    /** Ctrl-C; gives the exit code. */
    async interrupt(): Promise<number | null> {
      child.kill('SIGINT');
      const [code] = await exited;
      return code;
    },
  };
}
