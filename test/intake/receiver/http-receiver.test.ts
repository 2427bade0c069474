import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../local/workspace/protocol/signature.js';
import { createIntake, type Intake } from '../../../src/intake/intake.js';
import type { IncomingEvent } from '../../../src/intake/parse/result.js';
import { createLogger } from '../../../src/log.js';
import { BOT, click, command, eventBody, message } from '../payloads.js';

const SECRET = 'signing-secret-of-the-test';
const FORM = 'application/x-www-form-urlencoded';

let intake: Intake;
let url: string;
let entered: IncomingEvent[];
let sealed: string[];
let log: { level: string; msg: string; at?: string }[];
let enter: (parsed: IncomingEvent) => void;

beforeEach(async () => {
  [entered, sealed, log] = [[], [], []];
  enter = (parsed) => void entered.push(parsed);
  const destination = { write: (line: string) => void log.push(JSON.parse(line)) };
  intake = createIntake({
    transport: { kind: 'http', port: 0, host: '127.0.0.1', signingSecret: SECRET },
    acceptEvent: async (parsed) => enter(await parsed),
    identify: async () => ({ workspace: 'T1', botUser: BOT, botId: 'B1' }),
    tokenFor: async () => 'xoxb-1',
    seal: (responseUrl) => {
      sealed.push(responseUrl);
      return 'sealed';
    },
    renderHelp: (name) => ({ text: `ask with ${name}`, blocks: [] }),
    openView: () => undefined,
    waitingView: () => ({ type: 'modal', title: { type: 'plain_text', text: 'x' }, blocks: [] }),
    fillView: async () => undefined,
    now: Date.now,
    keepToken: async () => undefined,
    observeAck: () => undefined,
    logger: createLogger({ level: 'warn', name: 'test', destination }),
  });
  url = `http://127.0.0.1:${await intake.start()}/slack/events`;
});
afterEach(() => intake.stop());

/** Signed as Slack signs. */
function post(body: string, type = 'application/json'): Promise<Response> {
  const at = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': type,
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': sign(SECRET, body, at),
  };
  return fetch(url, { method: 'POST', headers, body });
}

const form = (fields: object) =>
  post(new URLSearchParams(Object.entries(fields) as [string, string][]).toString(), FORM);

describe('a signed request', () => {
  it.each(['null', '[]', '[null]', '"text"', '7', '', '{'])(
    'a signed request of %s is refused',
    async (body) => {
      expect((await post(body)).status).toBe(400);
      expect(log).toMatchObject([{ level: 'warn', msg: expect.stringContaining('refused') }]);
    },
  );

  it('a signed form with a null payload is refused', async () => {
    expect((await form({ payload: 'null' })).status).toBe(400);
  });

  it.each([
    ['type', {}],
    ['event', { event: null }],
    ['event', { event: 'x' }],
    ['event.type', { event: {} }],
    ['event.channel', eventBody(message({ channel: null }))],
    ['event.channel', eventBody(message({ channel: 7 }))],
    ['event.item', eventBody({ type: 'reaction_added', item: null })],
    ['authorizations.0', eventBody(message(), { authorizations: [null] })],
    ['team_id', eventBody(message(), { team_id: '__proto__' })],
    ['team.id', click({}, { team: { id: 'constructor' } })],
    ['user', click({}, { user: undefined })],
    ['actions.0', click({}, { actions: [null] })],
    ['channel', click({}, { channel: null })],
    ['view', { type: 'view_submission', user: { id: 'U1' } }],
    ['view.callback_id', click({}, { type: 'view_submission', view: { id: 'V1' } })],
    ['type', { ...click({}), type: { toString: 1, valueOf: 1 } }],
  ])(
    'a signed request with an unknown shape at %s is acknowledged and ignored',
    async (at, body) => {
      expect((await post(JSON.stringify(body))).status).toBe(200);
      expect(log).toMatchObject([{ level: 'warn', at }]);
      expect(entered).toEqual([]);
    },
  );

  it.each([
    ['a shortcut', click({}, { type: 'shortcut', callback_id: 'ask' })],
    ['a view', click({}, { type: 'view_submission', view: { callback_id: 'ask' } })],
    ['an event', eventBody({ type: 'app_home_opened', user: 'U1', channel: 'D1' })],
    ['an event without a channel', eventBody(message({ channel: undefined }))],
    ['something of the future', { type: 'new', user: { id: 'U1' } }],
  ])('a signed request of the unhandled %s is acknowledged at once', async (_name, body) => {
    expect((await post(JSON.stringify(body))).status).toBe(200);
    expect(entered.filter(({ kind }) => kind !== 'ignored')).toEqual([]);
  });

  it('a request that is too large is refused, and the next one on its connection is handled', async () => {
    for (const round of ['first', 'second']) {
      expect([round, (await post(`"${'x'.repeat(5_000_000)}"`)).status]).toEqual([round, 413]);
      expect([round, (await post('[]')).status]).toEqual([round, 400]);
    }
  });

  it('a request that could not be stored gets a 500', async () => {
    enter = () => {
      throw new Error('Redis is away');
    };
    expect((await post(JSON.stringify(eventBody(message())))).status).toBe(500);
    expect(log).toMatchObject([{ level: 'error' }]);
  });
});

describe('a slash command', () => {
  it.each(['/deepsearch', '/code', '/ask-the-code'])(
    'a slash command named %s is handled',
    async (name) => {
      const response = await form(command({ command: name }));
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(entered).toMatchObject([{ kind: 'ask', text: 'how does retry work?' }]);
      const help = await form(command({ command: name, text: 'help' }));
      expect(await help.json()).toMatchObject({ text: `ask with ${name}` });
    },
  );

  it('a slash command without a response_url is accepted', async () => {
    expect((await form(command({ response_url: undefined }))).status).toBe(200);
    expect(entered).toHaveLength(1);
    expect(sealed).toEqual([]);
  });
});

describe('a connection', () => {
  let sockets: Socket[];
  beforeEach(() => {
    sockets = [];
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  async function open(sent = ''): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(sent);
    return socket;
  }

  const head = (...headers: string[]) =>
    [
      'POST /slack/events HTTP/1.1',
      'host: x',
      'content-type: application/json',
      'content-length: 900000',
      ...headers,
      '\r\n',
    ].join('\r\n');
  const signature = `x-slack-signature: v0=${'0'.repeat(64)}`;
  const timestamp = (age: number) =>
    `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000) - age}`;

  it.each([
    ['without a signature', [timestamp(0)]],
    ['with a malformed signature', ['x-slack-signature: v0=1', timestamp(0)]],
    ['without a time', [signature]],
    ['of ten minutes ago', [signature, timestamp(600)]],
    ['of the future', [signature, timestamp(-600)]],
  ])('a connection is closed before the body of a request %s is sent', async (_name, headers) => {
    const socket = await open(head(...headers));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
    await once(socket, 'close');
  });

  it('a connection may check our certificate without a signature', async () => {
    const check = (body: string) =>
      fetch(url, { method: 'POST', headers: { 'content-type': FORM }, body });
    expect((await check('ssl_check=1&token=x')).status).toBe(200);
    expect((await check(`ssl_check=1&token=${'x'.repeat(2_000)}`)).status).toBe(413);
  });

  it('a connection is closed after ten seconds without a complete request', async () => {
    const waiting = [
      await open(),
      await open('POST /slack/events HTTP/1.1\r\n'),
      await open(head(signature, timestamp(0))),
    ];
    await Promise.all(waiting.map((socket) => once(socket.resume(), 'close')));
  });

  it('the oldest of many incomplete connections are closed, and Slack is still served', async () => {
    for (let opened = 0; opened < 500; opened++) {
      await open(opened % 2 === 0 ? '' : head(signature, timestamp(0)));
    }
    const first = sockets.slice(0, 200).filter((socket) => !socket.closed);
    await Promise.all(first.map((socket) => once(socket.resume(), 'close')));
    expect((await post(JSON.stringify(eventBody(message())))).status).toBe(200);
    expect(entered).toHaveLength(1);
    expect(log.filter(({ msg }) => msg.startsWith('connections closed'))).toHaveLength(1);
  });

  it('connections that wait for another request count as incomplete', async () => {
    const page = 'GET /somewhere HTTP/1.1\r\nhost: x\r\n\r\n';
    const answered = await Promise.all(Array.from({ length: 300 }, () => open(page)));
    await Promise.all(answered.slice(0, 40).map((socket) => once(socket.resume(), 'close')));
    expect(log.filter(({ msg }) => msg.startsWith('connections closed'))).toHaveLength(1);
  });
});
