import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ToolServerOptions } from '../settings/service-options.js';
import { createTools, type ToolOptions } from '../tools/tools.js';
import { hostTrouble, knownHosts } from './allowed-hosts.js';
import { createProtocol } from './mcp-server.js';
import { asForm } from './response-format.js';

export const MCP_PREFIX = '/.api/mcp/v1';

export interface McpParts extends ToolOptions {
  readonly options: ToolServerOptions;
  /** `WWW-Authenticate` for those without a token, where there is another way to get one. */
  readonly challenge?: (authorization: string | undefined) => string;
}

const TIMEOUT_MS = 10_000;

/** Who may not come in at all, before anything is told. */
export function guardMcp(app: FastifyInstance, { options, url }: McpParts): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) console.error('the tool server failed:', error);
    return refuse(reply, status, status === 500 ? 'the tool server failed' : error.message);
  });
  app.addHook('onRequest', async (request, reply) => {
    const trouble = hostTrouble(request.headers, knownHosts(url(), options.allowedHosts));
    if (trouble) return refuse(reply, 403, trouble);
  });
}

/** The endpoint itself, for those who have come this far with a token or without. */
export function addMcp(app: FastifyInstance, parts: McpParts): void {
  const { timeoutMs = TIMEOUT_MS, denied = [], reply: form = 'as-sent', record } = parts.options;
  const shape = { timeoutMs, ...(record && { record }) };
  const offer = { tools: createTools(parts), prefix: parts.prefix, ...shape };
  const handler = createMcpHandler(() => createProtocol(offer), {
    onerror: () => {},
    ...(form === 'sse' && { responseMode: 'sse' as const }),
  });
  app.addHook('onClose', () => handler.close());
  app.addHook('preHandler', async (request, reply) => {
    if (!request.user) return challenge(request, reply, parts);
    if (!denied.includes(request.user.id)) return;
    return refuse(reply, 403, `the account ${request.user.name} may not use the tools`);
  });
  readBodies(app);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/',
    config: { route: 'mcp' },
    handler: (request, reply) => serve(handler, { request, reply, form }),
  });
}

/** A service without tools. */
export function noMcp(app: FastifyInstance): void {
  app.all('/', (_request, reply) => refuse(reply, 404, 'the tool server is turned off'));
}

/** With a wrong token or none. */
function challenge({ headers }: FastifyRequest, reply: FastifyReply, parts: McpParts) {
  const way = parts.challenge?.(headers.authorization) ?? 'Token realm="tool server"';
  reply.header('www-authenticate', way);
  const fix = 'Authorization: token <ACCESS_TOKEN>';
  return refuse(reply, 401, `a valid access token is needed: ${fix}`);
}

function refuse(reply: FastifyReply, status: number, message: string) {
  const error = { code: -32_000, message };
  return reply.code(status).type('application/json').send({ jsonrpc: '2.0', error, id: null });
}

/** JSON where it is some, for whoever looks at the calls; the protocol judges the rest. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      return body;
    }
  });
}

interface Serving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly form: NonNullable<ToolServerOptions['reply']>;
}

async function serve(handler: McpHttpHandler, { request, reply, form }: Serving) {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const response = await handler.fetch(webRequest(request, gone.signal));
  reply.code(response.status);
  response.headers.forEach((value, name) => void reply.header(name, value));
  if (!response.body) return reply.send('');
  if (isListening(request.body)) return reply.send(response.body);
  const sent = asForm(await response.text(), String(response.headers.get('content-type')), form);
  return reply.type(sent.type).send(sent.body);
}

function webRequest({ raw, body, url }: FastifyRequest, signal: AbortSignal): Request {
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

/** A subscription's reply has no end. */
function isListening(body: unknown): boolean {
  return (body as { readonly method?: unknown } | null)?.method === 'subscriptions/listen';
}
