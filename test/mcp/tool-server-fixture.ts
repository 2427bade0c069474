import { type Service, type ServiceOptions, startService } from '../../local/service/service.js';
import { createToolServer } from '../../src/mcp/client.js';
import type { ToolCallOptions, ToolServer, ToolServerOptions } from '../../src/mcp/tool-server.js';
import { makeRepository, SHOP } from '../local/service/repositories.js';
import { ANN, BEN } from '../local/service/service-fixture.js';
import { cleanUpAfterFile, cleanUpAfterTest } from '../support/cleanup.js';
import {
  type Handler,
  type HttpServer,
  json,
  type ReceivedRequest,
  startHttpServer,
} from '../support/http-server.js';

export interface ToolServerFixture {
  readonly service: Service;
  readonly tools: ToolServer;
  readonly ann: ToolCallOptions;
  readonly ben: ToolCallOptions;
}

/** A client of a local service over a small repository, both for one test. */
export function startToolServerFixture(
  service: Partial<ServiceOptions> = {},
  client: Partial<ToolServerOptions> = {},
): Promise<ToolServerFixture> {
  return start({ service, client, cleanUp: cleanUpAfterTest });
}

/** The same, shared by all tests of a file that only read. */
export function startSharedToolServerFixture(
  service: Partial<ServiceOptions> = {},
): Promise<ToolServerFixture> {
  return start({ service, client: {}, cleanUp: cleanUpAfterFile });
}

interface Starting {
  readonly service: Partial<ServiceOptions>;
  readonly client: Partial<ToolServerOptions>;
  readonly cleanUp: typeof cleanUpAfterTest;
}

async function start({ service, client, cleanUp }: Starting): Promise<ToolServerFixture> {
  const repositories = [makeRepository(SHOP, 'shop').path];
  const engine: ServiceOptions['engine'] = async () => ({ answer: '' });
  const { mcp } = service;
  // A slow tool returns partial results at its timeout, which would be none on a busy machine.
  const patient = mcp === false ? mcp : { timeoutMs: 100_000, ...mcp };
  const defaults = { repositories, users: [ANN, BEN], engine, logCalls: true };
  const all = { ...defaults, ...service, mcp: patient };
  const started = await startService(all);
  cleanUp(() => started.stop());
  const tools = connect(started.url, client, cleanUp);
  return { service: started, tools, ann: { token: ANN.token }, ben: { token: BEN.token } };
}

/** A client with short delays between its attempts. */
export function connect(
  baseUrl: string,
  options: Partial<ToolServerOptions> = {},
  cleanUp = cleanUpAfterTest,
): ToolServer {
  const tools = createToolServer({
    ...{ baseUrl, version: '1.2.3', random: () => 0, timeoutMs: 90_000 },
    ...options,
  });
  cleanUp(() => tools.close());
  return tools;
}

/** The error that the promise rejects with; throws if it resolves. */
export async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`nothing was thrown: ${JSON.stringify(outcome.value)}`);
}

/** A server with scripted responses, for one test. */
export async function startScriptedServer(handler: Handler): Promise<HttpServer> {
  const far = await startHttpServer();
  far.handle(handler);
  cleanUpAfterTest(() => far.close());
  return far;
}

interface Spoken {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly result?: unknown;
}

/** A server with scripted MCP responses: `say` returns each request's result, `undefined` for notifications. */
export function startScriptedMcpServer(
  say: (method: string, seen: ReceivedRequest) => Spoken | undefined,
): Promise<HttpServer> {
  return startScriptedServer((seen, response) => {
    const { method = '', id } = JSON.parse(seen.body || '{}') as { method?: string; id?: number };
    const said = say(method, seen);
    if (said === undefined) return response.writeHead(202).end();
    const { status = 200, headers = {}, result } = said;
    const body = result === undefined ? {} : { jsonrpc: '2.0', id, result };
    return json(status, body, headers)(seen, response);
  });
}

/** The result of `initialize`. */
export const INITIALIZED = {
  protocolVersion: '2025-03-26',
  capabilities: { tools: {} },
  serverInfo: { name: 'far', version: '1' },
};
