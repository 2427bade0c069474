import { DeepSearchSlackError } from '../model/error.js';

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** A parsed `REDIS_URL`. User and password are decoded, in plain text. */
export type RedisTarget = {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
} & (
  | { readonly kind: 'single'; readonly node: RedisNode; readonly db: number }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisNode[];
      readonly master: string;
      readonly db: number;
      readonly sentinelUsername?: string;
      readonly sentinelPassword?: string;
    }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] }
);

/** The URL is invalid. The message never contains a part of it that may be secret. */
export class RedisUrlError extends DeepSearchSlackError {
  readonly code = 'redis_url';
}

const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?<authority>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/i;

interface Parts {
  readonly hosts: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/**
 * Parses `redis[s]://[user:pass@]host[:port][/db]`,
 * `redis[s]+sentinel://[user:pass@]h1[:p1],h2[:p2]/<master-name>[/db][?sentinelUsername=…&sentinelPassword=…]`
 * and `redis[s]+cluster://[user:pass@]h1[:p1],h2[:p2]`. Special characters in a user or password
 * are percent-encoded. Ports default to 6379, for a Sentinel to 26379.
 *
 * @throws RedisUrlError if the text has another format.
 */
export function parseRedisUrl(text: string): RedisTarget {
  const form = FORM.exec(text.trim())?.groups;
  if (!form) {
    throw new RedisUrlError(
      'must have the format redis://host:port, rediss://…, redis+sentinel://h1:p1,h2:p2/<master-name> or redis+cluster://h1:p1,h2:p2 (percent-encode special characters in the password)',
    );
  }
  const authority = form['authority'] ?? '';
  const at = authority.lastIndexOf('@');
  const parts: Parts = {
    hosts: authority.slice(at + 1),
    path: (form['path'] ?? '').split('/').filter((part) => part !== ''),
    query: new URLSearchParams(form['query'] ?? ''),
  };
  return {
    tls: form['scheme']?.toLowerCase() === 'rediss',
    ...parseAccess(at < 0 ? '' : authority.slice(0, at)),
    ...parseServers(form['kind']?.toLowerCase(), parts),
  };
}

function parseServers(kind: string | undefined, parts: Parts) {
  if (kind === 'sentinel') return parseSentinel(parts);
  rejectUnknownOptions(parts.query, []);
  if (kind === 'cluster') return parseCluster(parts);
  const [node, ...more] = parseNodes(parts.hosts, 6379);
  if (!node || more.length > 0) {
    throw new RedisUrlError('names several servers: use redis+sentinel:// or redis+cluster://');
  }
  if (parts.path.length > 1) throw new RedisUrlError('has more after the database number');
  return { kind: 'single' as const, node, db: parseDb(parts.path[0]) };
}

function parseSentinel({ hosts, path, query }: Parts) {
  rejectUnknownOptions(query, ['sentinelUsername', 'sentinelPassword']);
  const [master, db, ...more] = path;
  if (!master || more.length > 0) {
    throw new RedisUrlError(
      'needs the name of the master after the sentinels: redis+sentinel://h1:p1,h2:p2/<master-name>[/db]',
    );
  }
  const sentinelUsername = query.get('sentinelUsername');
  const sentinelPassword = query.get('sentinelPassword');
  return {
    kind: 'sentinel' as const,
    sentinels: parseNodes(hosts, 26379),
    master: decode(master),
    db: parseDb(db),
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
  };
}

function parseCluster({ hosts, path }: Parts) {
  if (path.length > 0 && path.join('/') !== '0') {
    throw new RedisUrlError('names a database, but a Redis Cluster has only database 0');
  }
  return { kind: 'cluster' as const, nodes: parseNodes(hosts, 6379) };
}

function parseAccess(userinfo: string): { username?: string; password?: string } {
  if (userinfo === '') return {};
  const colon = userinfo.indexOf(':');
  const username = decode(colon < 0 ? userinfo : userinfo.slice(0, colon));
  const password = colon < 0 ? '' : decode(userinfo.slice(colon + 1));
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
}

function parseNodes(hosts: string, defaultPort: number): RedisNode[] {
  return hosts.split(',').map((text) => parseNode(text.trim(), defaultPort));
}

function parseNode(text: string, defaultPort: number): RedisNode {
  const match = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text);
  const host = match?.groups?.['v6'] ?? match?.groups?.['name'];
  if (!host) throw new RedisUrlError('has a server that is not host or host:port');
  const port = Number(match?.groups?.['port'] ?? defaultPort);
  if (port < 1 || port > 65535) throw new RedisUrlError('has a port outside 1 to 65535');
  return { host, port };
}

function parseDb(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,4}$/.test(text)) throw new RedisUrlError('has a database that is not a number');
  return Number(text);
}

// The operator may rely on an option that we do not support, such as a TLS setting. The message does
// not contain it: it may be the part of a password after an unescaped "?".
function rejectUnknownOptions(query: URLSearchParams, known: readonly string[]): void {
  if ([...query.keys()].every((key) => known.includes(key))) return;
  const supported = known.length > 0 ? `only ${known.join(', ')}` : 'none is';
  throw new RedisUrlError(
    `has an option after "?" that is not supported (${supported}); in a password write ? as %3F`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RedisUrlError('has a "%" that is not part of a percent-encoding: write it as %25');
  }
}
