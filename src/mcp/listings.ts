import { credential, type Token } from '../http/credential.js';
import { rejectOnAbort } from '../http/deadline.js';
import { memoize } from '../memoize.js';
import { ToolsDenied } from './errors.js';
import type { ListedTools, McpClient, McpSession } from './mcp-client.js';
import { type AvailableTools, availableTools, resolveNames, type ToolNames } from './names.js';

/** The tools that an instance offers one credential, and the session in which to call them. */
export interface ToolListing {
  readonly session: McpSession;
  readonly names: ToolNames;
  readonly available: AvailableTools;
}

export interface ToolListings {
  of(token: Token, signal?: AbortSignal): Promise<ToolListing>;
  /** The listing is out of date: the next call requests a new one. */
  forget(token: Token): void;
}

interface ListingsOptions {
  readonly mcp: Pick<McpClient, 'list'>;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** An upgrade may change the tools, and a role may change a person's permission to use them. */
const CACHE_MS = 5 * 60_000;
const MAX_CREDENTIALS = 500;

/** Listings, cached by credential. Concurrent callers share one request. */
export function createListings(options: ListingsOptions): ToolListings {
  const cache = { ttlMs: CACHE_MS, maxEntries: MAX_CREDENTIALS, now: options.now };
  const lookUp = memoize(cache, (key) => list(options, tokenOf(key)));
  return {
    async of(token, signal) {
      const key = keyOf(token);
      try {
        return await (signal === undefined ? lookUp(key) : rejectOnAbort(lookUp(key), signal));
      } catch (error) {
        // A request that took too long may hang: the next caller sends a new one.
        if (signal?.aborted) lookUp.forget(key);
        throw error;
      }
    },
    forget: (token) => lookUp.forget(keyOf(token)),
  };
}

function keyOf(token: Token): string {
  const { scheme, value } = credential(token);
  return `${scheme} ${value}`;
}

function tokenOf(key: string): Token {
  const space = key.indexOf(' ');
  const scheme = key.slice(0, space) === 'Bearer' ? 'Bearer' : 'token';
  return { scheme, value: key.slice(space + 1) };
}

/** The path in the API document, and a newer one that some instances use instead. */
const PATH = '/.api/mcp/v1';
const NEWER_PATH = '/.api/mcp';

async function list(
  { mcp, baseUrl, timeoutMs }: ListingsOptions,
  token: Token,
): Promise<ToolListing> {
  const request = (path: string) => mcp.list(addressOf(baseUrl, path), { token, timeoutMs });
  try {
    return toListing(await request(PATH));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // If the newer path fails too, the first error tells more.
    const found = await request(NEWER_PATH).catch(() => undefined);
    if (found === undefined) throw error;
    return toListing(found);
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ToolsDenied && (error.reason === 'off' || error.reason === 'too-old');

function addressOf(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
}

function toListing({ names, ...session }: ListedTools): ToolListing {
  return { session, names: resolveNames(names), available: availableTools(names) };
}
