import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { rejectOnAbort, startDeadline } from '../http/deadline.js';
import { lenient, lenientArray } from '../http/lenient.js';
import { credential, type Token } from '../http/token.js';
import { boundedFetch, type ResponseInfo } from './bounded-fetch.js';
import { ToolsDenied } from './errors.js';
import { LIST_TOOLS, toToolServerError } from './failure.js';
import { ToolResult } from './results.js';

/** One call, as the wire needs it. */
export interface CallOptions {
  readonly token: Token;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** What a handshake settled: calls go on from it without one of their own. */
export interface McpSession {
  readonly address: URL;
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** What is there, and where to call it. */
export interface ListedTools extends McpSession {
  readonly names: readonly string[];
}

export interface McpClientOptions {
  readonly dispatcher: Dispatcher;
  readonly version: string;
  /** Bytes of one reply. */
  readonly longest: number;
}

/** The protocol over Streamable HTTP, one connection of its library for each call. */
export interface McpClient {
  list(address: URL, trip: CallOptions): Promise<ListedTools>;
  call(
    seat: McpSession,
    tool: { name: string; args: object },
    trip: CallOptions,
  ): Promise<ToolResult>;
}

const ToolPage = z.object({
  tools: lenientArray(z.object({ name: z.string() })),
  nextCursor: lenient(z.string()),
});
const MOST_PAGES = 20;

/** Both throw a `ToolServerError`, or the reason of the trip's own signal. */
export function createMcpClient(options: McpClientOptions): McpClient {
  return {
    list: (address, trip) =>
      runCall(
        options,
        { method: LIST_TOOLS, session: { address }, options: trip },
        async (line) => {
          const { client, transport } = line;
          const names = await listAll(client);
          const { sessionId, protocolVersion } = transport;
          return { address, sessionId, protocolVersion, names };
        },
      ),
    // Results are read tolerantly: the library's own check of them throws on real servers.
    call: (seat, { name, args }, trip) =>
      runCall(options, { method: name, session: seat, options: trip }, ({ client }) =>
        client.request(
          { method: 'tools/call', params: { name, arguments: args } },
          ToolResult,
          PATIENT,
        ),
      ),
  };
}

/** The trip's deadline ends a call, and nothing before it. */
const PATIENT = { timeout: 2 ** 31 - 1 };

async function listAll(client: Client): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const found = await client.request({ method: LIST_TOOLS, params }, ToolPage, PATIENT);
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
  readonly method: string;
  readonly session: { readonly address: URL } & Partial<McpSession>;
  readonly options: CallOptions;
}

/** Connects, does the work, closes: whatever goes wrong on the way is one of our errors. */
async function runCall<T>(
  options: McpClientOptions,
  { method: what, session: seat, options: trip }: McpRequest,
  work: (line: McpConnection) => Promise<T>,
): Promise<T> {
  const { token, signal } = trip;
  const deadline = startDeadline(trip.timeoutMs, signal);
  const flight: ResponseInfo = {};
  let line: McpConnection | undefined;
  try {
    line = await open(options, seat, { token, flight });
    return await rejectOnAbort(unlessBroken(line, work), deadline.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw toToolServerError(error, {
      what,
      token,
      flight,
      expired: deadline.expired,
      now: Date.now(),
    });
  } finally {
    deadline.dispose();
    await line?.client.close();
  }
}

/** A stream that breaks is told to the transport alone: the library would wait for its end. */
function unlessBroken<T>(
  line: McpConnection,
  work: (line: McpConnection) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    line.transport.onerror = reject;
    line.client
      .connect(line.transport, PATIENT)
      .then(() => work(line))
      .then(resolve, reject);
  });
}

async function open(
  { dispatcher, version, longest }: McpClientOptions,
  { address, sessionId, protocolVersion }: McpRequest['session'],
  { token, flight }: { token: Token; flight: ResponseInfo },
): Promise<McpConnection> {
  // Loaded by the first call: the bot starts without.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: headersOf(token, version) },
    fetch: boundedFetch({ dispatcher, longest, flight }),
    // Where there is a version, there was a handshake: with a session, or (empty) without one.
    ...(protocolVersion !== undefined && { protocolVersion, sessionId: sessionId ?? '' }),
  });
  return { client: new Client({ name: 'deepsearch-slack', version }), transport };
}

/** The API document, "Authentication"; `X-Requested-With` as for the conversation API. */
function headersOf(token: Token, version: string): Record<string, string> {
  const { scheme, value } = credential(token);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ToolsDenied(
      'token',
      'nothing: the token is empty or holds characters that no token has',
    );
  }
  return {
    authorization: `${scheme} ${value}`,
    'x-requested-with': `deepsearch-slack ${version}`,
  };
}
