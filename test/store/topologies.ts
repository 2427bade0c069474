import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../../local/demo/free-port.js';
import { eventually } from '../support/eventually.js';
import { type RedisServer, startRedis } from '../support/redis.js';

const run = promisify(execFile);

export interface Sentinels {
  readonly port: number;
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** The port of the server that the Sentinel holds for the master now. */
  masterPort(): Promise<number>;
  stop(): Promise<void>;
}

/** A master with a password, its replica, and one Sentinel that replaces the master by itself. */
export async function startSentinels(name: string, password: string): Promise<Sentinels> {
  const secured = ['--requirepass', password, '--masterauth', password];
  const master = await startRedis({ args: secured });
  const replica = await startRedis({
    args: [...secured, '--replicaof', '127.0.0.1', String(master.port)],
  });
  await replicated(master.port, password);
  const dir = await mkdtemp(join(tmpdir(), 'deepsearch-sentinel-'));
  const port = await freePort();
  const conf = join(dir, 'sentinel.conf');
  await writeFile(conf, sentinelConf(port, `${name} 127.0.0.1 ${master.port} 1`, password));
  const sentinel = launchSentinel(conf, dir);
  const client = new Redis({ port, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  await eventually(
    async () => knowsReplica(await client.call('sentinel', 'replicas', name)),
    10_000,
  );
  return {
    port,
    master,
    replica,
    masterPort: async () => {
      const address = await client.call('sentinel', 'get-master-addr-by-name', name);
      return Number(Array.isArray(address) ? address[1] : Number.NaN);
    },
    stop: async () => {
      client.disconnect();
      await kill(sentinel);
      await Promise.all([master.stop(), replica.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Waits until a write of ours has reached the replica. */
async function replicated(port: number, password: string): Promise<void> {
  const client = new Redis({ port, password });
  await eventually(async () => {
    await client.set('probe', '1');
    if ((await client.wait(1, 1000)) < 1) throw new Error('no replica yet');
  });
  client.disconnect();
}

function sentinelConf(port: number, monitored: string, password: string): string {
  const name = monitored.split(' ')[0];
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor ${monitored}`,
    `sentinel auth-pass ${name} ${password}`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 3000`,
    '',
  ].join('\n');
}

// The watcher ends the server once our end of the pipe closes, however the tests end.
const LAUNCH = `exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec 3<&-; exec redis-server "$@" </dev/null`;

function launchSentinel(conf: string, cwd: string): ChildProcess {
  return spawn('sh', ['-c', LAUNCH, 'sentinel', conf, '--sentinel'], {
    cwd,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

function knowsReplica(reply: unknown): void {
  const fields = Array.isArray(reply) ? reply.flat() : [];
  const flags = fields[fields.indexOf('flags') + 1];
  if (flags !== 'slave') throw new Error(`the replica is not there: ${flags}`);
}

export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  stop(): Promise<void>;
}

/** Three masters that share all slots, each with so many replicas. */
export async function startCluster(replicas: 0 | 1 = 0): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: 3 * (1 + replicas) }, startNode));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const shape = ['--cluster-replicas', String(replicas), '--cluster-yes'];
  await run('redis-cli', ['--cluster', 'create', ...addresses, ...shape]);
  await Promise.all(nodes.map(agrees));
  return { nodes, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) };
}

/** `create` returns before the nodes have heard of each other's slots. */
async function agrees({ url }: RedisServer): Promise<void> {
  const client = new Redis(url);
  await eventually(async () => {
    const state = await client.cluster('INFO');
    if (!state.includes('cluster_state:ok')) throw new Error(state);
  });
  client.disconnect();
}

async function startNode(): Promise<RedisServer> {
  const bus = String(await freePort());
  return await startRedis({
    args: ['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '2000'],
  });
}

async function kill(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}
