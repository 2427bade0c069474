import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { orAborted, startDeadline } from '../http/deadline.js';
import { credential, type Token } from '../http/token.js';
import { many, soft } from '../http/tolerant.js';
import { boundedFetch, type Flight } from './bounded-fetch.js';
import { ToolsDenied } from './errors.js';
import { failureOf, LISTING } from './failure.js';
import { ToolResult } from './reading.js';

/** One call, as the wire needs it. */
export interface Trip {
  readonly token: Token;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** What a handshake settled: calls go on from it without one of their own. */
export interface Seat {
  readonly address: URL;
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** What is there, and where to call it. */
export interface Listed extends Seat {
  readonly names: readonly string[];
}

export interface WireOptions {
  readonly dispatcher: Dispatcher;
  readonly version: string;
  /** Bytes of one reply. */
  readonly longest: number;
}

/** The protocol over Streamable HTTP, one connection of its library for each call. */
export interface Wire {
  list(address: URL, trip: Trip): Promise<Listed>;
  call(seat: Seat, tool: { name: string; args: object }, trip: Trip): Promise<ToolResult>;
}

const ToolPage = z.object({
  tools: many(z.object({ name: z.string() })),
  nextCursor: soft(z.string()),
});
const MOST_PAGES = 20;

/** Both throw a `ToolServerError`, or the reason of the trip's own signal. */
export function createWire(options: WireOptions): Wire {
  return {
    list: (address, trip) =>
      travel(options, { what: LISTING, seat: { address }, trip }, async (line) => {
        const { client, transport } = line;
        const names = await listAll(client);
        const { sessionId, protocolVersion } = transport;
        return { address, sessionId, protocolVersion, names };
      }),
    // Results are read tolerantly: the library's own check of them throws on real servers.
    call: (seat, { name, args }, trip) =>
      travel(options, { what: name, seat, trip }, ({ client }) =>
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
    const found = await client.request({ method: LISTING, params }, ToolPage, PATIENT);
    names.push(...found.tools.map(({ name }) => name));
    cursor = found.nextCursor || undefined;
    if (cursor === undefined) break;
  }
  return names;
}

interface Line {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

interface Journey {
  readonly what: string;
  readonly seat: { readonly address: URL } & Partial<Seat>;
  readonly trip: Trip;
}

/** Connects, does the work, closes: whatever goes wrong on the way is one of our errors. */
async function travel<T>(
  options: WireOptions,
  { what, seat, trip }: Journey,
  work: (line: Line) => Promise<T>,
): Promise<T> {
  const { token, signal } = trip;
  const deadline = startDeadline(trip.timeoutMs, signal);
  const flight: Flight = {};
  let line: Line | undefined;
  try {
    line = await open(options, seat, { token, flight });
    return await orAborted(unlessBroken(line, work), deadline.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw failureOf(error, { what, token, flight, expired: deadline.expired, now: Date.now() });
  } finally {
    deadline.dispose();
    await line?.client.close();
  }
}

/** A stream that breaks is told to the transport alone: the library would wait for its end. */
function unlessBroken<T>(line: Line, work: (line: Line) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    line.transport.onerror = reject;
    line.client
      .connect(line.transport, PATIENT)
      .then(() => work(line))
      .then(resolve, reject);
  });
}

async function open(
  { dispatcher, version, longest }: WireOptions,
  { address, sessionId, protocolVersion }: Journey['seat'],
  { token, flight }: { token: Token; flight: Flight },
): Promise<Line> {
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
