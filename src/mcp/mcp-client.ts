import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { INVALID_TOKEN, identifyingHeaders, type Token } from '../http/credential.js';
import { rejectOnAbort, startDeadline } from '../http/deadline.js';
import type { Deprecation } from '../http/deprecation.js';
import { lenient, lenientArray } from '../http/lenient.js';
import type { Tracing } from '../tracing.js';
import { boundedFetch, type ResponseInfo } from './bounded-fetch.js';
import { LIST_TOOLS, toToolServerError } from './error-mapping.js';
import { ToolsDenied } from './errors.js';
import { ToolResult } from './results.js';

export interface CallOptions {
  readonly token: Token;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** The result of a handshake: later calls continue the session without one of their own. */
export interface McpSession {
  readonly address: URL;
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
}

export interface ListedTools extends McpSession {
  /** The full names of the server's tools. */
  readonly names: readonly string[];
}

export interface McpClientOptions {
  readonly dispatcher: Dispatcher;
  /** Our version. */
  readonly version: string;
  /** Limit of one reply. */
  readonly maxReplyBytes: number;
  readonly onDeprecation: (found: Deprecation) => void;
  readonly tracing?: Pick<Tracing, 'annotate' | 'headers'>;
}

/** MCP over Streamable HTTP. Each call has an MCP client of its own. */
export interface McpClient {
  list(address: URL, options: CallOptions): Promise<ListedTools>;
  call(
    session: McpSession,
    tool: { name: string; args: object },
    options: CallOptions,
  ): Promise<ToolResult>;
}

const ToolPage = z.object({
  tools: lenientArray(z.object({ name: z.string() })),
  nextCursor: lenient(z.string()),
});
const MAX_PAGES = 20;

/** Both methods throw a `ToolServerError`, or the abort reason of the caller's signal. */
export function createMcpClient(clientOptions: McpClientOptions): McpClient {
  return {
    list: (address, options) =>
      runCall(
        clientOptions,
        { name: LIST_TOOLS, session: { address }, options },
        async ({ client, transport }) => {
          const names = await listAll(client);
          const { sessionId, protocolVersion } = transport;
          return { address, sessionId, protocolVersion, names };
        },
      ),
    // Our own schema: the library's rejects results of real servers.
    call: (session, { name, args }, options) =>
      runCall(clientOptions, { name, session, options }, ({ client }) =>
        client.request(
          { method: 'tools/call', params: { name, arguments: args } },
          ToolResult,
          NO_TIMEOUT,
        ),
      ),
  };
}

/** Only the deadline of a call ends it. */
const NO_TIMEOUT = { timeout: 2 ** 31 - 1 };

async function listAll(client: Client): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const found = await client.request({ method: LIST_TOOLS, params }, ToolPage, NO_TIMEOUT);
    names.push(...found.tools.map(({ name }) => name));
    cursor = found.nextCursor || undefined;
    if (cursor === undefined) break;
  }
  return names;
}

interface McpConnection {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

interface McpRequest {
  /** The tool's name, or `LIST_TOOLS`. */
  readonly name: string;
  readonly session: { readonly address: URL } & Partial<McpSession>;
  readonly options: CallOptions;
}

/** Connects, runs `work` and closes. Maps every error to a `ToolServerError`. */
async function runCall<T>(
  clientOptions: McpClientOptions,
  { name, session, options }: McpRequest,
  work: (connection: McpConnection) => Promise<T>,
): Promise<T> {
  const { token, signal, timeoutMs } = options;
  const deadline = startDeadline(timeoutMs, signal);
  const response: ResponseInfo = {};
  let connection: McpConnection | undefined;
  try {
    connection = await open(clientOptions, session, { token, response });
    return await rejectOnAbort(unlessStreamBreaks(connection, work), deadline.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const { expired } = deadline;
    throw toToolServerError(error, { name, token, response, expired, now: Date.now() });
  } finally {
    deadline.dispose();
    await connection?.client.close();
  }
}

/** Only the transport learns of a broken stream: the library would wait for a reply forever. */
function unlessStreamBreaks<T>(
  connection: McpConnection,
  work: (connection: McpConnection) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.transport.onerror = reject;
    connection.client
      .connect(connection.transport, NO_TIMEOUT)
      .then(() => work(connection))
      .then(resolve, reject);
  });
}

async function open(
  { version, ...fetchOptions }: McpClientOptions,
  { address, sessionId, protocolVersion }: McpRequest['session'],
  { token, response }: { token: Token; response: ResponseInfo },
): Promise<McpConnection> {
  const headers = identifyingHeaders(token, version);
  if (headers === undefined) throw new ToolsDenied('token', `nothing: ${INVALID_TOKEN}`);
  // Loaded by the first call, so that the app starts faster.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers },
    fetch: boundedFetch({ ...fetchOptions, response }),
    // A version means that there was a handshake: with a session id, or without one (empty).
    ...(protocolVersion !== undefined && { protocolVersion, sessionId: sessionId ?? '' }),
  });
  return { client: new Client({ name: 'deepsearch-slack', version }), transport };
}
