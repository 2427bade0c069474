import { checkRedisInfo, type RedisInfo } from '../../store/health.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** Managed servers may not offer these, and the bot works without: a warning, no more. */
const SOFT = ['appendOnly', 'maxMemory', 'usedMemory'] as const;

/** Judges what each server said of itself; a finding that several share is told once. */
export function checkServers(servers: readonly RedisInfo[]): Findings {
  const known = servers.filter((facts) => Object.keys(facts).length > 0);
  if (known.length === 0) {
    return warning(
      'reached, but it does not say how it is set up',
      'allow INFO, or make sure of version 6.2 or later, "maxmemory-policy noeviction" and "appendonly yes"',
    );
  }
  const findings = known.flatMap(judge);
  const once = new Map(findings.map((finding) => [finding.says, finding]));
  return once.size > 0 ? [...once.values()] : ok(describe(known));
}

function judge(facts: RedisInfo): Findings {
  const soft = Object.fromEntries(SOFT.map((name) => [name, facts[name]]));
  const softly = checkRedisInfo(clean(soft)).map(({ problem: says }) => says);
  return checkRedisInfo(facts).flatMap(({ problem: says, fix }) =>
    softly.includes(says) ? warning(says, fix) : problem(says, fix),
  );
}

function clean(facts: object): RedisInfo {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function describe(servers: readonly RedisInfo[]): string {
  const versions = new Set(servers.map(({ version }) => version ?? 'of an unknown version'));
  const count = servers.length === 1 ? '' : `${servers.length} servers, `;
  return `reached; ${count}Redis ${[...versions].join(', ')}, keeps all keys, append-only file on`;
}

/** Why Redis was not reached, from what the connection reported. */
export function redisUnreachable(reason: string): Findings {
  const { says, fix } = CURES.find(({ when }) => when.test(reason)) ?? UNKNOWN;
  // What follows the first sentence is of the client library's own doings.
  return problem(`not reached: ${says ?? reason.split('. ')[0]}`, fix);
}

interface Cure {
  readonly when: RegExp;
  readonly says?: string;
  readonly fix: string;
}

const ACCESS = 'put the right user and password into REDIS_URL, before the host: "user:password@"';

const CURES: readonly Cure[] = [
  { when: /ECONNREFUSED/, fix: 'start Redis there, or set REDIS_URL to where it runs' },
  { when: /ENOTFOUND|EAI_AGAIN/, fix: 'correct the host name in REDIS_URL' },
  { when: /NOAUTH/, says: 'it wants a password (NOAUTH)', fix: ACCESS },
  { when: /WRONGPASS|invalid password/i, says: 'it refuses the password (WRONGPASS)', fix: ACCESS },
  {
    when: /certificate|self.signed|TLS|SSL|wrong version/i,
    fix: 'use rediss:// where the server speaks TLS, redis:// where it does not, and trust its certificate with NODE_EXTRA_CA_CERTS',
  },
  { when: /MISCONF|LOADING/, fix: 'see the log of Redis: it is not ready to serve' },
  {
    when: /entinel/,
    fix: 'see that the Sentinels in REDIS_URL run, and that they know a master of that name',
  },
  {
    when: /did not answer|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    fix: 'see whether a firewall stands between here and the host in REDIS_URL, whether Redis hangs, and, with rediss://, whether that port speaks TLS',
  },
];
const UNKNOWN: Cure = { when: /$/, fix: 'see that REDIS_URL names a Redis that runs' };
