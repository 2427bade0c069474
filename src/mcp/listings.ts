import { orAborted } from '../http/deadline.js';
import { credential, type Token } from '../http/token.js';
import { remember } from '../memoize.js';
import { ToolsDenied } from './errors.js';
import { type Names, type Offer, offerOf, resolveNames } from './names.js';
import type { Listed, Seat, Wire } from './wire.js';

/** What an instance offers one credential, and where. */
export interface Listing {
  readonly seat: Seat;
  readonly names: Names;
  readonly offer: Offer;
}

export interface Listings {
  of(token: Token, signal?: AbortSignal): Promise<Listing>;
  /** It is no longer so: the next call asks again. */
  forget(token: Token): void;
}

interface Asking {
  readonly wire: Pick<Wire, 'list'>;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Tools come and go with an upgrade, and a person's right to use them with their role. */
const FOR_MS = 5 * 60_000;
const MOST_CREDENTIALS = 500;

/** Remembered a while for each credential; all who want one at the same time wait for one listing. */
export function createListings(asking: Asking): Listings {
  const memory = { forMs: FOR_MS, most: MOST_CREDENTIALS, now: asking.now };
  const lookUp = remember(memory, (key) => list(asking, tokenOf(key)));
  return {
    async of(token, signal) {
      const key = keyOf(token);
      try {
        return await (signal === undefined ? lookUp(key) : orAborted(lookUp(key), signal));
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

async function list({ wire, baseUrl, timeoutMs }: Asking, token: Token): Promise<Listing> {
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

function listingOf({ names, ...seat }: Listed): Listing {
  return { seat, names: resolveNames(names), offer: offerOf(names) };
}
