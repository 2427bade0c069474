import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FromFarSide, PlanResult, ToFarSide } from './protocol.js';

type Started = Extract<FromFarSide, { kind: 'started' }>;
type AskRequest = Extract<ToFarSide, { kind: 'ask' }>;

export interface RunningFarSide {
  /** Base URL of the Web API, ending in a slash. */
  readonly slackUrl: string;
  readonly serviceUrl: string;
  ask(request: Omit<AskRequest, 'kind'>): Promise<PlanResult>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./far-side.ts', import.meta.url));
/** Lets Node run TypeScript. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts the scripted Slack and service in a process of their own, so that their CPU is not counted. */
export async function startFarSide(options: {
  readonly limited: boolean;
}): Promise<RunningFarSide> {
  const child = fork(PROGRAM, { execArgv: ['--import', TSX], serialization: 'advanced' });
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`the scripted servers ended with ${code}`);
  });
  ended.catch(() => undefined);

  async function request(message: ToFarSide): Promise<FromFarSide> {
    const reply = once(child, 'message');
    child.send(message);
    const [received] = await Promise.race([reply, ended]);
    return received as FromFarSide;
  }

  const { slackUrl, serviceUrl } = (await request({ kind: 'start', ...options })) as Started;
  return {
    slackUrl,
    serviceUrl,
    async ask(what) {
      const reply = await request({ kind: 'ask', ...what });
      if (reply.kind !== 'asked') throw new Error('an unexpected reply of the scripted servers');
      return reply.result;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
