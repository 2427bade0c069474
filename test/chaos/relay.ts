import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A point from which on nothing passes the relay. */
export interface Hold {
  /** Resolves when a matching chunk has come. */
  readonly reached: Promise<void>;
  /** Discards what was held and cuts all connections; new ones pass. */
  drop(): void;
}

export interface Relay {
  readonly port: number;
  /** Delays every chunk, in both directions, by so many ms. */
  slowDown(ms: number): void;
  /**
   * Holds the traffic from the first chunk that `fits`: `before`, that chunk and everything that
   * clients send after it; `after`, everything that the server answers from then on.
   */
  hold(when: 'before' | 'after', fits: (chunk: string) => boolean): Hold;
  /** Resets all connections. */
  cut(): void;
  stop(): Promise<void>;
}

interface Watch {
  readonly when: 'before' | 'after';
  readonly fits: (chunk: string) => boolean;
  readonly reach: () => void;
  struck: boolean;
}

/** A TCP relay on a free loopback port to the server at `to`, which can delay and hold traffic. */
export async function startRelay(to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let watch: Watch | undefined;

  function passes(direction: 'in' | 'out', chunk: Buffer): boolean {
    if (watch === undefined) return true;
    const first = direction === 'in' && !watch.struck && watch.fits(chunk.toString());
    if (first) {
      watch.struck = true;
      watch.reach();
    }
    const held = watch.when === 'before' ? 'in' : 'out';
    return !(watch.struck && direction === held);
  }

  function pass(direction: 'in' | 'out', chunk: Buffer, target: Socket): void {
    if (!passes(direction, chunk)) return;
    if (delayMs === 0) target.write(chunk);
    else setTimeout(() => target.writable && target.write(chunk), delayMs);
  }

  const server = createServer((client) => {
    const far = connect(to, '127.0.0.1');
    const pair = [client, far] as const;
    for (const socket of pair) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const each of pair) each.destroy();
      });
    }
    client.on('data', (chunk) => pass('in', chunk, far));
    far.on('data', (chunk) => pass('out', chunk, client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    slowDown: (ms) => {
      delayMs = ms;
    },
    hold(when, fits) {
      let reach: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      watch = { when, fits, reach, struck: false };
      return {
        reached,
        drop() {
          watch = undefined;
          cut();
        },
      };
    },
    cut,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
