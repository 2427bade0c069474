import { connect } from 'node:net';
import { expect, vi } from 'vitest';

export interface MonitoredCommand {
  /** The client's address, or `lua`. */
  readonly source: string;
  /** The command and its arguments; other bytes than ASCII are written as `.`. */
  readonly text: string;
}

export interface RedisMonitor {
  /** What was sent since the start. */
  commands(): readonly MonitoredCommand[];
  stop(): void;
}

/**
 * Records the commands of all clients. Over a socket of its own, since ioredis' monitor throws where commands
 * come in quickly. https://redis.io/docs/latest/commands/monitor/
 */
export async function monitorRedis(port: number): Promise<RedisMonitor> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.write('MONITOR\r\n');
  await vi.waitFor(() => expect(received).toContain('+OK'));
  return {
    commands: () =>
      [...received.matchAll(COMMAND)].map(([, source = '', quoted = '']) => ({
        source,
        text: unquoted(quoted),
      })),
    stop: () => void socket.destroy(),
  };
}

/** `+TIME [DATABASE SOURCE] "COMMAND" "ARGUMENT" …` */
const COMMAND = /^\+[\d.]+ \[\d+ (\S+)\] (.*)\r$/gm;

function unquoted(command: string): string {
  return command
    .slice(1, -1)
    .replaceAll('" "', ' ')
    .replace(/\\x[0-9a-f]{2}/g, '.')
    .replace(/\\(.)/g, '$1');
}
