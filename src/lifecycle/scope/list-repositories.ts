import { credential, type Token } from '../../http/credential.js';
import type { Logger } from '../../log.js';
import type { ToolServer } from '../../mcp/tool-server.js';
import { withTimeout } from '../../timeout.js';
import { createRepositoryNames, type RepositoryNames } from './repository-names.js';

export interface ListedNamesOptions {
  readonly tools: Pick<ToolServer, 'listRepos'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * The repositories that an account can see; undefined if the instance does not list them in time. `maxAgeMs`: an older
 * list is not good enough; default: it is, while a new one is requested.
 */
export type ListedNames = (token: Token, maxAgeMs?: number) => Promise<RepositoryNames | undefined>;

/** How long questions wait for a list after it was requested, ms. */
const WAIT_MS = 5_000;
/** How long a list of many pages may take, ms. */
const LISTING_MS = 60_000;
/** The most that instances are known to give at once. */
const PAGE = 100;
/** What else a name may hold cannot be part of an instruction's list. */
const NAME = /^[^\s,\p{C}]{1,300}$/u;
const MAX_NAMES = 10_000;
/** Somebody may have been given access to a repository, or have added one. */
const NEW_MS = 5 * 60_000;
/** After a failure, the list is not requested again for this long, ms. */
const RETRY_MS = 30_000;
const MAX_ACCOUNTS = 100;

/** The list of one account. */
interface Entry {
  readonly names?: RepositoryNames;
  /** When it was listed, or when that failed, ms since the epoch. */
  readonly listedAt?: number;
  readonly failedAt?: number;
  readonly request?: Promise<Entry>;
  readonly requestedAt?: number;
}

/** Lists the names of repositories, cached for each account. Never throws. */
export function createListedNames({ tools, now, logger }: ListedNamesOptions): ListedNames {
  const entries = new Map<string, Entry>();

  function keep(key: string, entry: Entry): Entry {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_ACCOUNTS && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  async function request(token: Token, key: string, before: Entry): Promise<Entry> {
    try {
      const names = await listNames(tools, token);
      return keep(key, { ...(names && { names }), listedAt: now() });
    } catch (error) {
      logger.debug({ err: error }, 'repositories not listed: questions are asked without the list');
      const { names, listedAt } = before;
      const known = { ...(names && { names }), ...(listedAt !== undefined && { listedAt }) };
      return keep(key, { ...known, failedAt: now() });
    }
  }

  function refreshed(token: Token, key: string, entry: Entry): Promise<Entry> {
    if (entry.request !== undefined) return entry.request;
    const { failedAt = Number.NEGATIVE_INFINITY } = entry;
    if (now() - failedAt < RETRY_MS) return Promise.resolve(entry);
    const started = request(token, key, entry);
    keep(key, { ...entry, request: started, requestedAt: now() });
    return started;
  }

  return async (token, maxAgeMs) => {
    const { scheme, value } = credential(token);
    const key = `${scheme} ${value}`;
    const entry = entries.get(key) ?? {};
    const { names, listedAt } = entry;
    const age = listedAt === undefined ? Number.POSITIVE_INFINITY : now() - listedAt;
    if (age <= (maxAgeMs ?? NEW_MS)) return names;
    const next = refreshed(token, key, entry);
    if (names !== undefined && maxAgeMs === undefined) return names;
    const { requestedAt = now() } = entry;
    const waitMs = Math.max(0, requestedAt + WAIT_MS - now());
    return (await withTimeout(next, waitMs, () => entry)).names;
  };
}

/** Undefined if there are none, or if the result is no list. */
async function listNames(
  tools: ListedNamesOptions['tools'],
  token: Token,
): Promise<RepositoryNames | undefined> {
  const call = { token, signal: AbortSignal.timeout(LISTING_MS) };
  const found = new Set<string>();
  let after: string | undefined;
  while (found.size < MAX_NAMES) {
    const before = found.size;
    const asked = { query: '', limit: PAGE, ...(after === undefined ? {} : { after }) };
    const result = await tools.listRepos(asked, call);
    if (result.kind !== 'record') break;
    const { repositories, pagination } = result.record;
    for (const { name } of repositories) if (NAME.test(name)) found.add(name);
    if (!pagination.hasNextPage || pagination.endCursor === undefined) break;
    // An instance that knows no cursors gives the same page again.
    if (found.size === before) break;
    after = pagination.endCursor;
  }
  return found.size === 0 ? undefined : createRepositoryNames([...found].slice(0, MAX_NAMES));
}
