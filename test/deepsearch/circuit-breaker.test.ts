import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refused, Unreachable } from '../../src/deepsearch/errors.js';
import { withCircuitBreaker } from '../../src/deepsearch/wrap-client.js';
import { createLogger } from '../../src/log.js';
import { json } from '../support/http-server.js';
import { conversation, startPair, TOKEN, thrownBy } from './support.js';

let pair: Awaited<ReturnType<typeof startPair>>;
let lines: string[];
beforeEach(async () => {
  pair = await startPair({ attempts: 1 });
  lines = [];
});
afterEach(() => pair.stop());

const call = { token: TOKEN, id: 12 };

/** `openMs`: longer than any test where the circuit must stay open, else 0. */
function client(openMs: number) {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
  const logger = createLogger({ level: 'info', name: 'test', destination });
  return withCircuitBreaker(pair.client, { logger, failures: 3, openMs: [openMs, openMs] });
}

async function fail(api: ReturnType<typeof client>, times: number): Promise<void> {
  pair.far.handle(json(503, {}));
  for (let n = 0; n < times; n++) await thrownBy(api.conversation(call));
}

it('opens after repeated failures and rejects calls without sending them', async () => {
  const api = client(600_000);
  await fail(api, 3);
  const error = await thrownBy<Unreachable>(api.create({ token: TOKEN, text: 'Where?' }));
  expect(error).toBeInstanceOf(Unreachable);
  expect(error.maybeTookEffect).toBe(false);
  expect(error.message).toContain('POST /: not sent');
  expect(pair.far.seen).toHaveLength(3);
  expect(lines).toEqual(['Deep Search instance is not responding: circuit breaker opened']);
});

it('lets one call through after a while, and closes if that succeeds', async () => {
  const api = client(0);
  await fail(api, 5);
  pair.far.handle(json(200, conversation()));
  expect(await api.conversation(call)).toMatchObject({ id: 12 });
  expect(pair.far.seen).toHaveLength(6);
  expect(lines).toEqual([
    'Deep Search instance is not responding: circuit breaker opened',
    'Deep Search instance is responding again: circuit breaker closed',
  ]);
});

it.each([400, 404, 429])('does not count status %i as a failure', async (status) => {
  const api = client(600_000);
  await fail(api, 2);
  pair.far.handle(json(status, {}));
  await thrownBy(api.conversation(call));
  await fail(api, 2);
  pair.far.handle(json(404, {}));
  expect(await thrownBy(api.conversation(call))).toBeInstanceOf(Refused);
  expect(pair.far.seen).toHaveLength(6);
});

it('rejects page requests of a list as well', async () => {
  const api = client(600_000);
  await fail(api, 3);
  const walk = api.all({ token: TOKEN })[Symbol.asyncIterator]();
  expect(await thrownBy(walk.next())).toBeInstanceOf(Unreachable);
  expect(pair.far.seen).toHaveLength(3);
});
