import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { EXIT_WITH_PARENT } from './exit-with-parent.js';
import { freePort } from './free-port.js';
import { makeTemporaryFolder } from './temporary-folder.js';

export interface RedisOptions {
  /** Keep an append-only file, so that `restart()` finds the data again. */
  readonly appendonly?: boolean;
  /** The data folder, which `stop()` keeps; default: a temporary one. */
  readonly dir?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** More server arguments, such as `['--maxmemory', '8mb']`. */
  readonly args?: readonly string[];
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Suspends the server: connections stay open but get no replies. */
  pause(): void;
  resume(): void;
  /** Stops the server with SIGTERM, if it runs, and starts it again with the same data and port. */
  restart(): Promise<void>;
  /** Kills the server with SIGKILL, like a crash; `restart()` starts it again. */
  kill(): Promise<void>;
  /** Stops the server and removes its temporary data. */
  stop(): Promise<void>;
}

const LAUNCH_SCRIPT = `
server=$(command -v redis-server || command -v valkey-server) || {
  echo "neither redis-server nor valkey-server is on the PATH"; exit 127; }
set -- "$server" "$@"
${EXIT_WITH_PARENT} 2>&1`;

const READY_MESSAGE = /Ready to accept connections|Sentinel ID is/;

/**
 * Starts a separate Redis (or Valkey) on the loopback interface and resolves once it replies. Never
 * uses `REDIS_URL`. Rejects with the server's log if it does not start.
 */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  if (options.port !== undefined) return startOn(options.port, options);
  for (let tries = 1; ; tries++) {
    try {
      return await startOn(await freePort(), options);
    } catch (error) {
      // Another process took the port in the meantime.
      if (tries === 5 || !/Address already in use/.test(String(error))) throw error;
    }
  }
}

async function startOn(port: number, options: RedisOptions): Promise<RedisServer> {
  const temporaryFolder =
    options.dir === undefined ? makeTemporaryFolder('deepsearch-redis') : undefined;
  const dir = options.dir ?? temporaryFolder?.path ?? '';
  const launch = () => launchServer(serverArguments(options, dir, port), port);
  const removeTemporaryFolder = async () => temporaryFolder?.remove();
  let server = await launch().catch(async (error: unknown) => {
    await removeTemporaryFolder();
    throw error;
  });

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: async () => {
      server.kill('SIGCONT');
      await stopServer(server, 'SIGTERM');
      server = await launch();
    },
    kill: () => stopServer(server, 'SIGKILL'),
    stop: async () => {
      await stopServer(server, 'SIGKILL');
      await removeTemporaryFolder();
    },
  };
}

function serverArguments(options: RedisOptions, dir: string, port: number): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''],
    ...['--appendonly', options.appendonly ? 'yes' : 'no', '--maxmemory-policy', 'noeviction'],
    ...(options.args ?? []),
  ];
}

async function launchServer(args: readonly string[], port: number): Promise<ChildProcess> {
  const server = spawn('sh', ['-c', LAUNCH_SCRIPT, 'redis', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await waitUntilReady(server);
  await waitForReply(port);
  return server;
}

/** Keeps reading the log, since a full pipe would block the server. */
function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`Redis did not start:\n${log}`)));
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-4_000);
      if (READY_MESSAGE.test(log)) resolve();
    });
  });
}

async function waitForReply(port: number): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}

async function stopServer(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
