import { rejectOnAbort } from '../http/deadline.js';
import { credential, type Token } from '../http/token.js';
import { memoize } from '../memoize.js';
import { ToolsDenied } from './errors.js';
import type { ListedTools, McpClient, McpSession } from './mcp-client.js';
import { type AvailableTools, availableTools, resolveNames, type ToolNames } from './names.js';

/** What an instance offers one credential, and where. */
export interface ToolListing {
  readonly session: McpSession;
  readonly names: ToolNames;
  readonly available: AvailableTools;
}

export interface ToolListings {
  of(token: Token, signal?: AbortSignal): Promise<ToolListing>;
  /** It is no longer so: the next call asks again. */
  forget(token: Token): void;
}

interface ListingsOptions {
  readonly wire: Pick<McpClient, 'list'>;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Tools come and go with an upgrade, and a person's right to use them with their role. */
const FOR_MS = 5 * 60_000;
const MOST_CREDENTIALS = 500;

/** Remembered a while for each credential; all who want one at the same time wait for one listing. */
export function createListings(asking: ListingsOptions): ToolListings {
  const memory = { ttlMs: FOR_MS, maxEntries: MOST_CREDENTIALS, now: asking.now };
  const lookUp = memoize(memory, (key) => list(asking, tokenOf(key)));
  return {
    async of(token, signal) {
      const key = keyOf(token);
      try {
        return await (signal === undefined ? lookUp(key) : rejectOnAbort(lookUp(key), signal));
      } catch (error) {
        // One that took too long for somebody may hang: the next call asks again.
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

/** The document's, and where that is not there the newer one of the field. */
const ADDRESS = '/.api/mcp/v1';
const NEWER_ADDRESS = '/.api/mcp';

async function list(
  { wire, baseUrl, timeoutMs }: ListingsOptions,
  token: Token,
): Promise<ToolListing> {
  const ask = (path: string) => wire.list(addressOf(baseUrl, path), { token, timeoutMs });
  try {
    return listingOf(await ask(ADDRESS));
  } catch (error) {
    if (!isNowhere(error)) throw error;
    // The document's own answer stands where the other has no better one.
    const found = await ask(NEWER_ADDRESS).catch(() => undefined);
    if (found === undefined) throw error;
    return listingOf(found);
  }
}

const isNowhere = (error: unknown): boolean =>
  error instanceof ToolsDenied && (error.reason === 'off' || error.reason === 'too-old');

function addressOf(baseUrl: string, path: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
}

function listingOf({ names, ...seat }: ListedTools): ToolListing {
  return { session: seat, names: resolveNames(names), available: availableTools(names) };
}
