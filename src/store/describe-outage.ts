import { parseRedisUrl, type RedisTarget } from './redis-url.js';

/** What ioredis says of a command for which there is no connection: neither Redis nor its address. */
const NOT_CONNECTED =
  /^(?:Stream isn't writeable|Connection is (?:closed|aborted)|Command aborted due to connection close|Reached the max retries per request limit|All sentinels are unreachable|Cluster is(?: disconnect|n't ready| ended)|None of startup nodes is available|Failed to refresh slots cache)/;
const NO_REPLY = /^(?:Command timed out|Socket timeout)/;

/** Says of an error that Redis at `url` is away, and which setting to look at; undefined for other errors. */
export function describeOutages(url: string): (error: Error) => string | undefined {
  const redis = nameRedis(url);
  return ({ message }) => {
    if (NOT_CONNECTED.test(message)) {
      return `${redis} is not reachable: check that it is running and that REDIS_URL is right (${message})`;
    }
    if (!NO_REPLY.test(message)) return undefined;
    return `${redis} does not reply: check whether it hangs and that REDIS_URL is right (${message})`;
  };
}

/** Redis and its address, without user and password. */
export function nameRedis(url: string): string {
  return `Redis at ${describeTarget(parseRedisUrl(url))}`;
}

/** The servers, for people: without user and password. */
export function describeTarget(target: RedisTarget): string {
  const name = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;
  if (target.kind === 'single') return name(target.node);
  if (target.kind === 'cluster') return `cluster ${target.nodes.map(name).join(', ')}`;
  return `${target.master} behind ${target.sentinels.map(name).join(', ')}`;
}
