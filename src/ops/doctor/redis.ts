import { checkRedisInfo, type RedisInfo } from '../../store/health.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** Managed servers may not offer these, and the app works without them: only a warning. */
const OPTIONAL = ['appendOnly', 'maxMemory', 'usedMemory'] as const;

/** Checks the configuration of each server; a finding about several servers is reported once. */
export function checkServers(servers: readonly RedisInfo[]): Findings {
  const known = servers.filter((info) => Object.keys(info).length > 0);
  if (known.length === 0) {
    return warning(
      'connected, but the server does not report its configuration',
      'allow INFO, or make sure that it is version 6.2 or later with "maxmemory-policy noeviction" and "appendonly yes"',
    );
  }
  const findings = known.flatMap(checkServer);
  const unique = new Map(findings.map((finding) => [finding.says, finding]));
  return unique.size > 0 ? [...unique.values()] : ok(describe(known));
}

function checkServer(info: RedisInfo): Findings {
  const optional = Object.fromEntries(OPTIONAL.map((name) => [name, info[name]]));
  const warnings = checkRedisInfo(definedOnly(optional)).map(({ problem: says }) => says);
  return checkRedisInfo(info).flatMap(({ problem: says, fix }) =>
    warnings.includes(says) ? warning(says, fix) : problem(says, fix),
  );
}

function definedOnly(info: object): RedisInfo {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined));
}

function describe(servers: readonly RedisInfo[]): string {
  const versions = new Set(servers.map(({ version }) => version ?? 'of an unknown version'));
  const count = servers.length === 1 ? '' : `${servers.length} servers, `;
  return `connected; ${count}Redis ${[...versions].join(', ')}, no eviction, append-only file on`;
}

/** `reason`: why there is no connection, as the connection logged it. */
export function redisUnreachable(reason: string): Findings {
  const { says, fix } = CAUSES.find(({ pattern }) => pattern.test(reason)) ?? UNKNOWN;
  // Only the first sentence is about the connection, the others are about the client library.
  return problem(`cannot connect: ${says ?? reason.split('. ')[0]}`, fix);
}

interface Cause {
  readonly pattern: RegExp;
  readonly says?: string;
  readonly fix: string;
}

const LOGIN = 'put the right user and password into REDIS_URL, before the host: "user:password@"';

const CAUSES: readonly Cause[] = [
  { pattern: /ECONNREFUSED/, fix: 'start Redis there, or correct REDIS_URL' },
  { pattern: /ENOTFOUND|EAI_AGAIN/, fix: 'correct the host name in REDIS_URL' },
  { pattern: /NOAUTH/, says: 'the server requires a password (NOAUTH)', fix: LOGIN },
  {
    pattern: /WRONGPASS|invalid password/i,
    says: 'the server refuses the password (WRONGPASS)',
    fix: LOGIN,
  },
  {
    pattern: /certificate|self.signed|TLS|SSL|wrong version/i,
    fix: 'use rediss:// if the server uses TLS and redis:// if not, and trust its certificate with NODE_EXTRA_CA_CERTS',
  },
  { pattern: /MISCONF|LOADING/, fix: 'see the log of Redis: it is not ready' },
  {
    pattern: /entinel/,
    fix: 'check that the Sentinels in REDIS_URL are running, and that they know a master of that name',
  },
  {
    pattern: /did not reply|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    fix: 'check whether a firewall blocks the host in REDIS_URL, whether Redis hangs, and, with rediss://, whether that port uses TLS',
  },
];
const UNKNOWN: Cause = {
  pattern: /$/,
  fix: 'check that Redis is running at the address in REDIS_URL',
};
