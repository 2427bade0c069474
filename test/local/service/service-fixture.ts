import { afterAll, afterEach, expect } from 'vitest';
import {
  type Conversation,
  type Engine,
  type Question,
  type Service,
  type ServiceOptions,
  startService,
} from '../../../local/service/service.js';
import { complaints } from './openapi.js';

export const ANN = { id: 7, name: 'ann', token: 'ann-secret' };
export const BEN = { id: 8, name: 'ben', token: 'ben-secret' };

/** What one call got. `body` is JSON where it is JSON, else text. */
export interface Got<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface Sent {
  readonly as?: { readonly token: string } | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A service under test, and the calls of its document. */
export interface World {
  readonly service: Service;
  call<T = unknown>(method: string, path: string, sent?: Sent): Promise<Got<T>>;
  create(question: string, as?: Sent['as']): Promise<Conversation>;
  /** Asks and waits for the end. */
  ask(question: string, as?: Sent['as']): Promise<Conversation>;
  read(id: number, as?: Sent['as']): Promise<Conversation>;
  ended(conversation: Conversation): Promise<Conversation>;
}

const running: Service[] = [];
const kept: Service[] = [];
const stopAll = (services: Service[]) =>
  Promise.all(services.splice(0).map((service) => service.stop()));
afterEach(() => stopAll(running));
afterAll(() => stopAll(kept));

/** Every reply must be as docs/openapi.yaml describes it. */
function check(got: { method: string; path: string; body: unknown; response: Response }): void {
  const { response, ...rest } = got;
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
  expect(complaints({ ...rest, type, status: response.status })).toEqual([]);
}

/** Two users, no repository, and an engine that repeats what it was asked. */
export function startWorld(options: Partial<ServiceOptions> = {}, checked = true): Promise<World> {
  const engine: Engine = async (question) => ({ answer: `You asked: ${question}` });
  return start({ repositories: [], users: [ANN, BEN], engine, ...options }, { checked });
}

/** The same where troubles are on, and replies are not as they are described. */
export function startTroubled(options: Partial<ServiceOptions> = {}): Promise<World> {
  return startWorld(options, false);
}

/** The same with the engine that there is by default. */
export function startSearching(
  repositories: readonly string[],
  options: Partial<ServiceOptions> = {},
): Promise<World> {
  return start({ repositories, users: [ANN, BEN], ...options });
}

/** The same for all tests of a file that only read. */
export function keepSearching(
  repositories: readonly string[],
  options: Partial<ServiceOptions> = {},
): Promise<World> {
  return start({ repositories, users: [ANN, BEN], ...options }, { stopping: kept });
}

async function start(
  options: ServiceOptions,
  { stopping = running, checked = true } = {},
): Promise<World> {
  const service = await startService(options);
  stopping.push(service);
  return worldOf(service, checked);
}

function worldOf(service: Service, checked: boolean): World {
  const call: World['call'] = async <T>(method: string, path: string, sent: Sent = {}) => {
    const { as = ANN, body, headers = {} } = sent;
    const response = await fetch(`${service.url}/.api/deepsearch/v1${path}`, {
      method,
      headers: {
        authorization: `token ${as.token}`,
        'x-requested-with': 'tests 1.0',
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const parsed = (json ? JSON.parse(text) : text) as T;
    if (checked) check({ method, path, body: parsed, response });
    return { status: response.status, headers: response.headers, body: parsed };
  };
  const read: World['read'] = async (id, as) =>
    (await call<Conversation>('GET', `/${id}`, { as })).body;
  const create: World['create'] = async (question, as) =>
    (await call<Conversation>('POST', '', { as, body: { question } })).body;
  const ended: World['ended'] = async (conversation) => {
    await service.waitFor(() => isEnded(service, conversation.id), { what: 'the end' });
    const as = service.users.find(({ id }) => id === conversation.user_id);
    return read(conversation.id, as);
  };
  const ask: World['ask'] = async (question, as) => ended(await create(question, as));
  return { service, call, create, read, ask, ended };
}

function isEnded(service: Service, id: number): boolean {
  const conversation = service.conversations().find((one) => one.id === id);
  return conversation?.viewer !== undefined;
}

/** The conversation's only question. */
export function questionOf(conversation: Conversation): Question {
  const [question] = conversation.questions;
  if (!question) throw new Error('the conversation has no question');
  return question;
}
