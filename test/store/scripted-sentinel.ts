import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A Sentinel that says what a test wants, when it wants. */
export interface ScriptedSentinel {
  readonly port: number;
  /** The next question for the master waits; resolves when it has been asked. */
  hold(): Promise<void>;
  /** Answers what waits. */
  release(): void;
  /** Resolves once somebody listens for failovers. */
  subscribed(): Promise<void>;
  /** Tells all who listen of a failover. */
  tellFailover(): Promise<void>;
  stop(): Promise<void>;
}

/** Always names the server at `masterPort` as the master. */
export async function startScriptedSentinel(masterPort: number): Promise<ScriptedSentinel> {
  const sockets = new Set<Socket>();
  const listeners = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let asked: (() => void) | undefined;
  let heard: (() => void) | undefined;
  const replies: Record<string, (socket: Socket) => void> = {
    'get-master-addr-by-name': (socket) => {
      const answer = () => socket.write(list('127.0.0.1', String(masterPort)));
      if (asked === undefined) return void answer();
      waiting.push(answer);
      asked();
    },
    sentinels: (socket) => socket.write('*0\r\n'),
    subscribe: (socket) => {
      listeners.add(socket);
      socket.write(`*3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`);
      heard?.();
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      listeners.delete(socket);
    });
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const words of commandsIn(text)) {
        const reply = words.map((word) => replies[word.toLowerCase()]).find((it) => it);
        if (reply) reply(socket);
        else socket.write(`-ERR unknown command '${words[0]}'\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
  return {
    port: address.port,
    hold: () =>
      new Promise((resolve) => {
        asked = resolve;
      }),
    release: () => {
      asked = undefined;
      for (const answer of waiting.splice(0)) answer();
    },
    subscribed: () =>
      new Promise((resolve) => {
        heard = resolve;
        if (listeners.size > 0) resolve();
      }),
    tellFailover: async () => {
      const words = ['message', '+switch-master', 'main 127.0.0.1 1 127.0.0.1 2'];
      const flushed = [...listeners].map(
        (socket) => new Promise((resolve) => socket.write(list(...words), resolve)),
      );
      await Promise.all(flushed);
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The commands in what a client sent: they are small and come whole. */
function commandsIn(text: string): string[][] {
  return text
    .split(/(?=\*\d+\r\n)/)
    .map((command) => command.split('\r\n').filter((line) => !/^[*$]\d+$/.test(line) && line));
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

function list(...words: string[]): string {
  return `*${words.length}\r\n${words.map(bulk).join('')}`;
}
