import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (32768 and up on Linux): an outgoing connection could otherwise take the
 * port between the check and the server's start, or during a restart.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 31_999;

/** A free port on 127.0.0.1, for a program that has to be told its port. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST_PORT} to ${LAST_PORT} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
