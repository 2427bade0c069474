import { expect } from 'vitest';
import {
  type Conversation,
  type Engine,
  type Question,
  type Service,
  type ServiceOptions,
  startService,
} from '../../../local/service/service.js';
import { cleanUpAfterFile, cleanUpAfterTest } from '../../support/cleanup.js';
import { responseErrors } from './openapi.js';

export const ANN = { id: 7, name: 'ann', token: 'ann-secret' };
export const BEN = { id: 8, name: 'ben', token: 'ben-secret' };

/** What one call got. `body` is JSON where it is JSON, else text. */
export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

interface RequestOptions {
  readonly as?: { readonly token: string } | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A service under test, and the calls of its document. */
export interface ServiceFixture {
  readonly service: Service;
  request<T = unknown>(
    method: string,
    path: string,
    sent?: RequestOptions,
  ): Promise<ApiResponse<T>>;
  create(question: string, as?: RequestOptions['as']): Promise<Conversation>;
  /** Asks and waits for the end. */
  ask(question: string, as?: RequestOptions['as']): Promise<Conversation>;
  read(id: number, as?: RequestOptions['as']): Promise<Conversation>;
  waitForOutcome(conversation: Conversation): Promise<Conversation>;
}

/** Every reply must be as docs/openapi.yaml describes it. */
function checkAgainstDocument(exchange: {
  method: string;
  path: string;
  body: unknown;
  response: Response;
}): void {
  const { response, ...rest } = exchange;
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
  expect(responseErrors({ ...rest, type, status: response.status })).toEqual([]);
}

/** Two users, no repository, and an engine that repeats what it was asked. */
export function startTestService(
  options: Partial<ServiceOptions> = {},
  checked = true,
): Promise<ServiceFixture> {
  return start(withEchoEngine(options), { checked });
}

function withEchoEngine(options: Partial<ServiceOptions>): ServiceOptions {
  const engine: Engine = async (question) => ({ answer: `You asked: ${question}` });
  return { repositories: [], users: [ANN, BEN], engine, ...options };
}

/** The same for all tests of a file. */
export function startSharedTestService(
  options: Partial<ServiceOptions> = {},
): Promise<ServiceFixture> {
  return start(withEchoEngine(options), { cleanUp: cleanUpAfterFile });
}

/** The same where troubles are on, and replies are not as they are described. */
export function startUncheckedService(
  options: Partial<ServiceOptions> = {},
): Promise<ServiceFixture> {
  return startTestService(options, false);
}

/** The same with the engine that there is by default. */
export function startSearchService(
  repositories: readonly string[],
  options: Partial<ServiceOptions> = {},
): Promise<ServiceFixture> {
  return start({ repositories, users: [ANN, BEN], ...options });
}

/** The same for all tests of a file that only read. */
export function startSharedSearchService(
  repositories: readonly string[],
  options: Partial<ServiceOptions> = {},
): Promise<ServiceFixture> {
  return start({ repositories, users: [ANN, BEN], ...options }, { cleanUp: cleanUpAfterFile });
}

async function start(
  options: ServiceOptions,
  { cleanUp = cleanUpAfterTest, checked = true } = {},
): Promise<ServiceFixture> {
  const service = await startService({ logCalls: true, ...options });
  cleanUp(() => service.stop());
  return createFixture(service, checked);
}

function createFixture(service: Service, checked: boolean): ServiceFixture {
  const request: ServiceFixture['request'] = async <T>(
    method: string,
    path: string,
    sent: RequestOptions = {},
  ) => {
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
    if (checked) checkAgainstDocument({ method, path, body: parsed, response });
    return { status: response.status, headers: response.headers, body: parsed };
  };
  const read: ServiceFixture['read'] = async (id, as) =>
    (await request<Conversation>('GET', `/${id}`, { as })).body;
  const create: ServiceFixture['create'] = async (question, as) =>
    (await request<Conversation>('POST', '', { as, body: { question } })).body;
  const waitForOutcome: ServiceFixture['waitForOutcome'] = async (conversation) => {
    await service.waitFor(() => hasOutcome(service, conversation.id), { what: 'the end' });
    const as = service.users.find(({ id }) => id === conversation.user_id);
    return read(conversation.id, as);
  };
  const ask: ServiceFixture['ask'] = async (question, as) =>
    waitForOutcome(await create(question, as));
  return { service, request, create, read, ask, waitForOutcome };
}

function hasOutcome(service: Service, id: number): boolean {
  const conversation = service.conversations().find((one) => one.id === id);
  return conversation?.viewer !== undefined;
}

/** The conversation's only question. */
export function onlyQuestion(conversation: Conversation): Question {
  const [question] = conversation.questions;
  if (!question) throw new Error('the conversation has no question');
  return question;
}
