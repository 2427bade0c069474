import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Scenario } from '../../support/scenario.js';
import type { Bot } from '../../support/stack.js';

/** Node 24 takes more for a connection: 51 MB for six hundred of these and 75 MB for two thousand. */
const ON_NODE_24 = Number(process.versions.node.split('.')[0]) >= 24;
/** What such connections may cost, MB. */
export const MAX_MEMORY_MB = ON_NODE_24 ? 100 : 50;

/** A request that is not signed by Slack, but looks like it until its body has arrived. */
const head = () =>
  [
    'POST /slack/events HTTP/1.1',
    'host: x',
    'content-type: application/json',
    'content-length: 1000000',
    `x-slack-signature: v0=${'0'.repeat(64)}`,
    `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000)}`,
    '\r\n',
  ].join('\r\n');

async function residentMb(bot: Bot): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${bot.ports.ops}/metrics`)).text();
  return Number(/\nprocess_resident_memory_bytes (\S+)/.exec(page)?.[1]) / 1e6;
}

/**
 * How much memory the bot takes for so many silent and so many slow connections, MB, while somebody's
 * question is answered.
 */
export async function memoryForSockets({ stack, ...scenario }: Scenario, count: number) {
  const [bot] = stack.bots;
  if (bot === undefined) throw new Error('no bot is running');
  const sockets: Socket[] = [];
  async function open(sent: string | Buffer): Promise<void> {
    const socket = connect(bot?.ports.slack ?? 0, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect').catch(() => undefined);
    if (!socket.destroyed && sent.length > 0) socket.write(sent);
  }
  // Everything that an answer needs is loaded.
  for (let n = 0; n < 5; n++) await scenario.answered(scenario.text());
  const before = await residentMb(bot);
  let most = before;
  const almostAll = Buffer.concat([Buffer.from(head()), Buffer.alloc(900_000, ' ')]);
  try {
    for (let n = 0; n < count; n++) {
      await open('');
      await open(n % 3 === 0 ? almostAll : head());
      if (n % 50 === 0) most = Math.max(most, await residentMb(bot));
    }
    await scenario.answered(scenario.text());
    most = Math.max(most, await residentMb(bot));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return most - before;
}
