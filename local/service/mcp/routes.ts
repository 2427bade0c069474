import type { IncomingHttpHeaders } from 'node:http';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, statusOf } from '../http/http-error.js';
import { checkSize } from '../http/json-body.js';
import { logError } from '../logging/log.js';
import type { Tool } from '../tools/tool.js';
import type { McpOptions } from './mcp-server.js';
import { createMcpServer } from './mcp-server.js';
import { acceptedFormat, formatResponse } from './response-format.js';

export const MCP_PREFIX = '/.api/mcp/v1';

export interface McpDependencies {
  readonly tools: readonly Tool[];
  /** The prefix of the tools' names. */
  readonly prefix: string;
  readonly options: McpOptions;
  /** The `WWW-Authenticate` header for requests without a token, if OAuth is on. */
  readonly wwwAuthenticate?: (headers: IncomingHttpHeaders) => string;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const BOTH_FORMATS = 'application/json, text/event-stream';

/** The endpoint itself; needs a token. */
export function addMcpRoute(app: FastifyInstance, dependencies: McpDependencies): void {
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    deniedUserIds = [],
    responseFormat: format = 'as-sent',
    structuredContent,
  } = dependencies.options;
  const shape = { timeoutMs, ...(structuredContent && { structuredContent }) };
  const { tools, prefix } = dependencies;
  const offer = { tools, prefix, ...shape };
  const handler = createMcpHandler(() => createMcpServer(offer), {
    onerror: () => {},
    ...(format === 'sse' && { responseMode: 'sse' as const }),
  });
  app.addHook('onClose', () => handler.close());
  app.setErrorHandler<Error>((error, request, reply) => {
    const status = statusOf(error);
    if (status === 401)
      reply.header('www-authenticate', authenticationScheme(dependencies, request));
    if (status === 500) logError('the MCP server failed:', error);
    const message = status === 500 ? 'the MCP server failed' : error.message;
    return sendJsonRpcError(reply, status, message);
  });
  app.addHook('preHandler', async ({ user }) => {
    if (!user || !deniedUserIds.includes(user.id)) return;
    throw new HttpError(403, `the account ${user.name} may not use the MCP server`);
  });
  parseJsonBodies(app);
  app.route({
    // The handler answers all but POST with 405.
    method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: '/',
    config: { route: 'mcp' },
    handler: (request, reply) => handleRequest(handler, { request, reply, format }),
  });
}

/** The endpoint of a service whose MCP server is off. */
export function addDisabledMcpRoute(app: FastifyInstance): void {
  app.all('/', (_request, reply) => sendJsonRpcError(reply, 404, 'the MCP server is turned off'));
}

/** The `WWW-Authenticate` header for a missing or invalid token. */
function authenticationScheme(dependencies: McpDependencies, { headers }: FastifyRequest): string {
  return dependencies.wwwAuthenticate?.(headers) ?? 'Token realm="tool server"';
}

function sendJsonRpcError(reply: FastifyReply, status: number, message: string) {
  const error = { code: -32_000, message };
  return reply.code(status).type('application/json').send({ jsonrpc: '2.0', error, id: null });
}

/** Parses JSON for the call log; anything else is passed on for the MCP handler to reject. */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => {
    const value = jsonOrText(body);
    checkSize(value);
    return value;
  });
}

function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

interface McpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: NonNullable<McpOptions['responseFormat']>;
}

async function handleRequest(handler: McpHttpHandler, { request, reply, format }: McpExchange) {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  const accepted = acceptedFormat(request.headers.accept);
  const response = await handler.fetch(toWebRequest(request, disconnected.signal));
  reply.code(response.status);
  response.headers.forEach((value, name) => void reply.header(name, value));
  if (!response.body) return reply.send('');
  if (isSubscription(request.body)) return reply.send(response.body);
  const formatted = formatResponse(
    await response.text(),
    String(response.headers.get('content-type')),
    format === 'as-sent' && response.ok ? (accepted ?? format) : format,
  );
  return reply.type(formatted.type).send(formatted.body);
}

function toWebRequest({ raw, body, url }: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  headers.delete('content-length');
  if (canBeAccepted(raw.headers.accept, body)) headers.set('accept', BOTH_FORMATS);
  const method = raw.method ?? 'POST';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const withBody = method === 'POST' ? { body: text ?? '' } : {};
  // The handler looks at neither name nor port.
  return new Request(`http://localhost${url}`, { method, headers, signal, ...withBody });
}

/** The handler insists on both formats; we convert its response. A subscription's can only be SSE. */
function canBeAccepted(accept: string | undefined, body: unknown): boolean {
  const accepted = acceptedFormat(accept);
  return accepted !== undefined && !(accepted === 'json' && isSubscription(body));
}

/** A subscription's response stays open. */
function isSubscription(body: unknown): boolean {
  return (body as { readonly method?: unknown } | null)?.method === 'subscriptions/listen';
}
