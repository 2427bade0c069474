import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createIntake, type Intake } from '../../../src/intake/intake.js';
import type { IncomingEvent } from '../../../src/intake/parse/result.js';
import { createLogger } from '../../../src/log.js';
import { eventually } from '../../support/eventually.js';
import { type HttpServer, json, startHttpServer } from '../../support/http-server.js';
import { BOT, eventBody, message } from '../payloads.js';

let api: HttpServer;
let slack: WebSocketServer;
let socket: WebSocket;
let intake: Intake;
let entered: IncomingEvent[];
let log: { level: string; at?: string }[];
/** What a connection after the first is told instead of a hello. */
let refusal: string | undefined;

beforeEach(async () => {
  [entered, log] = [[], []];
  refusal = undefined;
  api = await startHttpServer();
  slack = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(slack, 'listening');
  const { port } = slack.address() as AddressInfo;
  api.handle(json(200, { ok: true, url: `ws://127.0.0.1:${port}/` }));
  const destination = { write: (line: string) => void log.push(JSON.parse(line)) };
  intake = createIntake({
    transport: { kind: 'socket', appToken: 'xapp-1' },
    apiUrl: `${api.url}/`,
    acceptEvent: async (parsed) => void entered.push(await parsed),
    identify: async () => ({ workspace: 'T1', botUser: BOT, botId: 'B1' }),
    tokenFor: async () => 'xoxb-1',
    seal: () => 'sealed',
    renderHelp: () => ({ text: 'how to ask', blocks: [] }),
    openView: () => undefined,
    waitingView: () => ({ type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [] }),
    fillView: async () => undefined,
    now: Date.now,
    keepToken: async () => undefined,
    observeAck: () => undefined,
    logger: createLogger({ level: 'warn', name: 'test', destination }),
  });
  slack.on('connection', (client) => {
    if (refusal !== undefined && slack.clients.size > 1) {
      client.send(JSON.stringify({ type: 'disconnect', reason: refusal }));
      client.close();
      return;
    }
    client.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
    // Any of its connections may carry an envelope.
    socket = client;
  });
});
afterEach(async () => {
  await intake.stop();
  for (const client of slack.clients) client.terminate();
  slack.close();
  await api.close();
});

/** Sends it as an envelope. */
function send(id: string, payload: unknown): void {
  const envelope = { envelope_id: id, type: 'events_api', accepts_response_payload: false };
  socket.send(JSON.stringify({ ...envelope, payload }));
}

/** The envelope that is acked next. */
async function nextAck(): Promise<unknown> {
  const [said] = (await once(socket, 'message')) as [Buffer];
  return (JSON.parse(String(said)) as { envelope_id?: unknown }).envelope_id;
}

it.each([
  ['event.channel', eventBody(message({ channel: null }))],
  ['team_id', eventBody(message(), { team_id: '__proto__' })],
])('an envelope with an unknown shape at %s is acknowledged and ignored', async (at, body) => {
  await intake.start();
  const ack = nextAck();
  send('odd', body);
  expect(await ack).toBe('odd');
  expect(log).toMatchObject([{ level: 'warn', at }]);
  expect(entered).toEqual([]);
});

it.each([[{ event: null }], [{}], ['text'], [[]], [null]])(
  'after an invalid envelope %j the next one is stored and acknowledged',
  async (body) => {
    await intake.start();
    const ack = nextAck();
    send('odd', body);
    send('true', eventBody(message()));
    expect(await ack).toBe('true');
    expect(log).toMatchObject([{ level: 'warn', msg: expect.stringContaining('unknown shape') }]);
    expect(entered).toMatchObject([{ kind: 'ask' }]);
  },
);

it.each([
  ['too_many_websockets', 'end another bot'],
  ['link_disabled', 'turn it on'],
])(
  'if Slack refuses a connection (%s), the log has the fix, and the other one works',
  async (reason, fix) => {
    refusal = reason;
    await intake.start();
    await eventually(() => {
      expect(log).toMatchObject([{ level: 'warn', why: expect.stringContaining(fix) }]);
    }, 60_000);
    const ack = nextAck();
    send('true', eventBody(message()));
    expect(await ack).toBe('true');
    expect(intake.connectedSince()).toHaveLength(1);
  },
);
