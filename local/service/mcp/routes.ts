import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTools, type ToolOptions } from '../tools/tools.js';
import { allowedHosts, hostHeaderError } from './allowed-hosts.js';
import type { McpOptions } from './mcp-server.js';
import { createMcpServer } from './mcp-server.js';
import { formatResponse } from './response-format.js';

export const MCP_PREFIX = '/.api/mcp/v1';

export interface McpDependencies extends ToolOptions {
  readonly options: McpOptions;
  /** The `WWW-Authenticate` header for requests without a token, if OAuth is on. */
  readonly wwwAuthenticate?: (authorization: string | undefined) => string;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Checks the Host and Origin headers before anything else. */
export function addMcpGuards(app: FastifyInstance, { options, url }: McpDependencies): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) console.error('the MCP server failed:', error);
    return sendJsonRpcError(
      reply,
      status,
      status === 500 ? 'the MCP server failed' : error.message,
    );
  });
  app.addHook('onRequest', async (request, reply) => {
    const hostError = hostHeaderError(request.headers, allowedHosts(url(), options.allowedHosts));
    if (hostError) return sendJsonRpcError(reply, 403, hostError);
  });
}

/** The endpoint itself; needs a token. */
export function addMcpRoute(app: FastifyInstance, dependencies: McpDependencies): void {
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    deniedUserIds = [],
    responseFormat: format = 'as-sent',
    structuredContent,
  } = dependencies.options;
  const shape = { timeoutMs, ...(structuredContent && { structuredContent }) };
  const offer = { tools: createTools(dependencies), prefix: dependencies.prefix, ...shape };
  const handler = createMcpHandler(() => createMcpServer(offer), {
    onerror: () => {},
    ...(format === 'sse' && { responseMode: 'sse' as const }),
  });
  app.addHook('onClose', () => handler.close());
  app.addHook('preHandler', async (request, reply) => {
    if (!request.user) return sendUnauthorized(request, reply, dependencies);
    if (!deniedUserIds.includes(request.user.id)) return;
    return sendJsonRpcError(
      reply,
      403,
      `the account ${request.user.name} may not use the MCP server`,
    );
  });
  parseJsonBodies(app);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/',
    config: { route: 'mcp' },
    handler: (request, reply) => handleRequest(handler, { request, reply, format }),
  });
}

/** The endpoint of a service whose MCP server is off. */
export function addDisabledMcpRoute(app: FastifyInstance): void {
  app.all('/', (_request, reply) => sendJsonRpcError(reply, 404, 'the MCP server is turned off'));
}

/** For a missing or invalid token. */
function sendUnauthorized(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  dependencies: McpDependencies,
) {
  const way = dependencies.wwwAuthenticate?.(headers.authorization) ?? 'Token realm="tool server"';
  reply.header('www-authenticate', way);
  const fix = 'Authorization: token <ACCESS_TOKEN>';
  return sendJsonRpcError(reply, 401, `a valid access token is needed: ${fix}`);
}

function sendJsonRpcError(reply: FastifyReply, status: number, message: string) {
  const error = { code: -32_000, message };
  return reply.code(status).type('application/json').send({ jsonrpc: '2.0', error, id: null });
}

/** Parses JSON for the call log; anything else is passed on for the MCP handler to reject. */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      return body;
    }
  });
}

interface McpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: NonNullable<McpOptions['responseFormat']>;
}

async function handleRequest(handler: McpHttpHandler, { request, reply, format }: McpExchange) {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  const response = await handler.fetch(toWebRequest(request, disconnected.signal));
  reply.code(response.status);
  response.headers.forEach((value, name) => void reply.header(name, value));
  if (!response.body) return reply.send('');
  if (isSubscription(request.body)) return reply.send(response.body);
  const formatted = formatResponse(
    await response.text(),
    String(response.headers.get('content-type')),
    format,
  );
  return reply.type(formatted.type).send(formatted.body);
}

function toWebRequest({ raw, body, url }: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  headers.delete('content-length');
  const method = raw.method ?? 'POST';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const withBody = method === 'POST' ? { body: text ?? '' } : {};
  return new Request(`http://${raw.headers.host}${url}`, { method, headers, signal, ...withBody });
}

/** A subscription's response stays open. */
function isSubscription(body: unknown): boolean {
  return (body as { readonly method?: unknown } | null)?.method === 'subscriptions/listen';
}
