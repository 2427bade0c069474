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
  /** Where it listens for Slack; undefined for a worker. */
  readonly slackPort: number | undefined;
  /** From the start of its process until it was ready. */
  readonly startMs: number;
  /** Runs a program of JavaScript inside; gives what it prints. */
  evaluate(program: string): Promise<string>;
  /** What the health command of the image says: `healthy`, `starting` or `unhealthy`. */
  health(): Promise<string>;
  /** SIGTERM, and SIGKILL after `seconds`; gives the exit code. */
  stop(seconds: number): Promise<number | null>;
}

/** Starts a container as docker-compose.yml does; resolves when the app says that it is ready. */
export async function startContainer(
  { builder, image }: TestedImage,
  { env, role }: { readonly env: Readonly<Record<string, string>>; readonly role?: string },
): Promise<Container> {
  const name = `deepsearch-test-${randomUUID()}`;
  const tool = (...args: string[]) => containerTool(builder, ...args);
  // By name only: a command line can be read by everyone on the machine.
  const names = Object.keys(env).flatMap((key) => ['--env', key]);
  const args = [...runArgs(builder), '--name', name, ...names, image, ...(role ? [role] : [])];
  const child = spawn(builder, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'exit');
  const ready = new Promise<z.infer<typeof Ready>>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { data } = Ready.safeParse(parseLine(line));
      if (data) resolve(data);
    });
  });
  const entry = await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new Error(`the container ended with ${code} before it was ready:\n${errors}`);
    }),
  ]);
  const started = await tool('inspect', '--format', '{{json .State.StartedAt}}', name);
  return {
    slackPort: entry.slack,
    startMs: new Date(entry.time).getTime() - new Date(JSON.parse(started)).getTime(),
    evaluate: (program) => tool('exec', name, 'node', '--input-type=module', '--eval', program),
    async health() {
      // Docker runs the command by itself; Podman needs systemd for that.
      if (builder === 'podman') await tool('healthcheck', 'run', name).catch(() => undefined);
      return tool('inspect', '--format', '{{.State.Health.Status}}', name);
    },
    async stop(seconds) {
      if (child.exitCode === null) await tool('stop', '--time', String(seconds), name);
      const [code] = (await exited) as [number | null];
      await tool('rm', '--force', name);
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
