import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../local/demo/redis-server.js';
import { builtProgram } from '../support/dist.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options?: Parameters<typeof startRedis>[0]): Promise<RedisServer> {
  const server = await startRedis(options);
  ends.push(() => server.stop());
  return server;
}

function clientOf(server: RedisServer): Redis {
  const client = new Redis(server.url, { maxRetriesPerRequest: null });
  client.on('error', () => {});
  ends.push(() => client.disconnect());
  return client;
}

describe('startRedis', () => {
  it('startRedis starts a separate server for each caller', async () => {
    const [one, two] = [clientOf(await start()), clientOf(await start())];
    await one.set('whose', 'one');
    expect(await two.get('whose')).toBeNull();
  });

  it('keeps its data over a restart and a kill with appendonly', async () => {
    const server = await start({ appendonly: true, args: ['--appendfsync', 'always'] });
    const client = clientOf(server);
    await client.set('kept', 'yes');
    await server.restart();
    expect(await client.get('kept')).toBe('yes');
    await server.kill();
    await server.restart();
    expect(await client.get('kept')).toBe('yes');
  });

  it('does not reply while it is paused', async () => {
    const server = await start();
    const client = clientOf(server);
    await client.ping();
    server.pause();
    let answered = false;
    const answer = client.ping().then(() => {
      answered = true;
    });
    const second = connect(server.port, '127.0.0.1');
    await once(second, 'connect');
    second.destroy();
    expect(answered).toBe(false);
    server.resume();
    await answer;
  });

  it('removes its folder on stop', async () => {
    const server = await startRedis();
    const client = new Redis(server.url);
    const [, dir] = (await client.config('GET', 'dir')) as string[];
    expect(existsSync(String(dir))).toBe(true);
    client.disconnect();
    await server.stop();
    expect(existsSync(String(dir))).toBe(false);
  });

  it('shows the log of a server that does not start', async () => {
    await expect(startRedis({ args: ['--no-such-setting', '1'] })).rejects.toThrow(
      /Redis did not start:[\s\S]*no-such-setting/i,
    );
  });

  it('exits with the process that started it', async () => {
    const script = `import { startRedis } from ${JSON.stringify(builtProgram('local/demo/redis-server.js'))};
      console.log((await startRedis()).port); setInterval(() => {}, 1e6);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    child.kill('SIGKILL');
    await once(socket.resume(), 'close');
  });
});
