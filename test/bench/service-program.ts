import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type AskResult, askService } from '../../local/service/eval/service-client.js';

const TOKEN = 'bench-token-of-the-local-service';

export interface ServiceProgram {
  ask(question: string): Promise<AskResult>;
  /** ms since the start of the process. */
  elapsed(): number;
  /** The most that it has had in physical memory so far, in bytes. */
  peakMemory(): number;
  kill(): Promise<void>;
}

interface ProgramOptions {
  /** The built program, `…/local/service/main.js`. */
  readonly program: string;
  readonly repository: string;
  /** The folder of its index. */
  readonly cache: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The built service, as `npm run service` starts it. */
export async function startServiceProgram(options: ProgramOptions): Promise<ServiceProgram> {
  const { program, repository, cache, environment } = options;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, repository], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_PORT: '0',
      SERVICE_TOKENS: `bench:${TOKEN}`,
      SERVICE_CACHE: cache,
      MALLOC_TRIM_THRESHOLD_: '262144',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await Promise.race([
    urlOf(child),
    exited.then(() => {
      throw new Error('the service exited before it was ready');
    }),
  ]);
  return {
    ask: (question) => askService({ url, token: TOKEN }, question),
    elapsed: () => Math.round(performance.now() - startedAt),
    peakMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return 1_024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function urlOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).on('line', (line) => {
      const [url] = /http:\S+/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
