import { scrub } from '../logging/log.js';

/** Why a fetch failed. */
export interface FetchProblem {
  /** A stable word, for metrics. */
  readonly kind: FetchProblemKind;
  /** The end of a sentence about the repository, for answers and pages: in our own words only. */
  readonly sentence: string;
  /** What git said, for the log: the remote may have written it. */
  readonly detail?: string;
}

export type FetchProblemKind =
  | 'unreachable'
  | 'timeout'
  | 'denied'
  | 'unknown-host-key'
  | 'certificate'
  | 'not-found'
  | 'redirected'
  | 'too-large'
  | 'too-many-branches'
  | 'no-branch'
  | 'no-head'
  | 'disk'
  | 'other';

/** A fetch failed for a reason that is known; `problem` can be shown to people. */
export class FetchError extends Error {
  readonly problem: FetchProblem;
  constructor(problem: FetchProblem, options?: ErrorOptions) {
    super(problem.sentence, options);
    this.name = 'FetchError';
    this.problem = problem;
  }
}

/*
 * What git, curl and ssh print, from the most to the least specific: "could not read from remote
 * repository" follows every failure of ssh.
 */
const MESSAGES: readonly (readonly [RegExp, FetchProblemKind, string])[] = [
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'unknown-host-key',
    "ssh does not know the host key of its remote: add it to the service's known_hosts",
  ],
  [
    /unable to update url base from redirection|requested URL returned error: 30\d|redirection to/i,
    'redirected',
    'its remote redirects to another address: put that one into the file',
  ],
  [
    /dubious ownership/,
    'denied',
    "another user owns its remote's files: allow them in git's safe.directory",
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|requested URL returned error: 40[137]|Permission denied|Invalid username or password/i,
    'denied',
    'its remote refuses access: check the credentials that git has',
  ],
  [
    /repository not found|requested URL returned error: 4(?:04|10)|does not appear to be a git repository|repository '[^']{0,1000}' (?:not found|does not exist)|access denied or repository not exported/i,
    'not-found',
    'its remote has no such repository, or denies access to it',
  ],
  [
    /SSL certificate|certificate verif|server certificate|SSL_ERROR|TLS (?:connect|alert)|SSL: /i,
    'certificate',
    'the certificate of its remote is not valid, or its issuer is not trusted',
  ],
  [/No space left on device|Disk quota exceeded/, 'disk', 'the disk of the service is full'],
  [
    /Could ?n[o']t resolve|Name or service not known|Connection (?:refused|timed out|reset|closed)|Failed to connect|Could not connect|No route to host|Network is unreachable|unable to connect|Operation (?:timed out|too slow)|hung up|early EOF|unexpected disconnect|requested URL returned error: (?:5\d\d|429)|Empty reply|RPC failed|transfer closed|unable to look up|kex_exchange_identification/i,
    'unreachable',
    "its remote can't be reached",
  ],
];

const URLS = /[a-z][a-z\d+.-]{1,20}:\/\/[^\s'"<>]{1,2000}/gi;
const MAX_LENGTH = 200;

/** What a failed git says, as a problem. Its detail has no URL: git may have added credentials to it. */
export function problemIn(stderr: string): FetchProblem {
  const lines = stderr.split(/[\r\n]+/).map((line) => line.trim());
  // Whatever the server says, git says in its own words as well.
  const own = lines.filter((line) => !line.startsWith('remote:')).join('\n');
  const known = MESSAGES.find(([pattern]) => pattern.test(own));
  if (known) return { kind: known[1], sentence: known[2] };
  const last =
    lines.findLast((line) => /^(?:fatal|error): ./.test(line)) ?? lines.findLast(Boolean);
  const detail = scrub((last ?? 'no reason given').replace(URLS, '[URL]')).slice(0, MAX_LENGTH);
  return { kind: 'other', sentence: "git could not fetch it: the service's log says why", detail };
}
