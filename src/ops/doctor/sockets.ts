import type { SocketConnections } from '../../store/sockets.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** Whether any bot is connected over Socket Mode, by what the bots say themselves. */
export function checkSockets(bots: readonly SocketConnections[], now: number): Findings {
  const since = bots.flatMap((bot) => bot.since);
  if (bots.length === 0) {
    return warning(
      'Socket Mode: no bot has said within the last 90 s that it runs',
      'start one: node dist/main.js bot (or node dist/main.js for both roles)',
    );
  }
  if (since.length === 0) {
    return problem(
      'Socket Mode: a bot runs, but none of its connections stands: nothing that people ask is heard',
      'see its log, and that this network lets wss:// through to Slack',
    );
  }
  const oldest = Math.round((now - Math.min(...since)) / 60_000);
  return ok(`Socket Mode: ${count(since.length)}, the oldest for ${oldest} min`);
}

function count(connections: number): string {
  return connections === 1 ? '1 connection stands' : `${connections} connections stand`;
}
