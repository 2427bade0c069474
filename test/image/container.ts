import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { runArgs } from '../../scripts/image/builder.mjs';
import { containerTool, type TestedImage } from './built-image.js';

const Ready = z.looseObject({
  msg: z.literal('ready'),
  time: z.union([z.number(), z.string()]),
  slack: z.number().optional(),
});

export interface Container {
  /** Runs a program of JavaScript inside; gives what it prints. */
  evaluate(program: string): Promise<string>;
  /** What the health command of the image says: `healthy`, `starting` or `unhealthy`. */
  health(): Promise<string>;
  /** SIGTERM, and SIGKILL after `seconds`; gives the exit code. */
  stop(seconds: number): Promise<number | null>;
}

export interface AppContainer extends Container {
  /** Where it listens for Slack; undefined for a worker. */
  readonly slackPort: number | undefined;
  /** From the start of its process until it was ready. */
  readonly startMs: number;
}

/** Starts the app as docker-compose.yml does; resolves when it says that it is ready. */
export async function startContainer(
  tested: TestedImage,
  { env, role }: { readonly env: Readonly<Record<string, string>>; readonly role?: string },
): Promise<AppContainer> {
  const { ready, startedAt, ...container } = await runContainer(tested, {
    env,
    args: role ? [role] : [],
    readReady: (line) => Ready.safeParse(parseLine(line)).data,
  });
  const startMs = new Date(ready.time).getTime() - startedAt;
  return { ...container, slackPort: ready.slack, startMs };
}

export interface RunOptions<T> {
  readonly env: Readonly<Record<string, string>>;
  /** Further options of docker and podman, such as volumes. */
  readonly options?: readonly string[];
  readonly args: readonly string[];
  /** Undefined for a line that does not say that it is ready. */
  readonly readReady: (line: string) => T | undefined;
}

/** Starts a container that can write nothing but /tmp and its volumes; resolves when it is ready. */
export async function runContainer<T>(
  { builder, image }: TestedImage,
  { env, options = [], args: given, readReady }: RunOptions<T>,
): Promise<Container & { readonly ready: T; readonly startedAt: number }> {
  const name = `deepsearch-test-${randomUUID()}`;
  const tool = (...args: string[]) => containerTool(builder, ...args);
  // By name only: a command line can be read by everyone on the machine.
  const names = Object.keys(env).flatMap((key) => ['--env', key]);
  const args = [...runArgs(builder), '--name', name, ...names, ...options, image, ...given];
  const child = spawn(builder, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'exit');
  const isReady = new Promise<T>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = readReady(line);
      if (found !== undefined) resolve(found);
    });
  });
  const ready = await Promise.race([
    isReady,
    exited.then(([code]) => {
      throw new Error(`the container ended with ${code} before it was ready:\n${errors}`);
    }),
  ]);
  const started = await tool('inspect', '--format', '{{json .State.StartedAt}}', name);
  return {
    ready,
    startedAt: new Date(JSON.parse(started)).getTime(),
    evaluate: (program) => tool('exec', name, 'node', '--input-type=module', '--eval', program),
    async health() {
      // Docker runs the command by itself; Podman needs systemd for that.
      if (builder === 'podman') await tool('healthcheck', 'run', name).catch(() => undefined);
      return tool('inspect', '--format', '{{.State.Health.Status}}', name);
    },
    async stop(seconds) {
      if (child.exitCode === null) await tool('stop', '--time', String(seconds), name);
      const [code] = (await exited) as [number | null];
      await tool('rm', '--force', '--volumes', name);
      return code;
    },
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
