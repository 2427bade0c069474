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

interface KnownProblem {
  /** What git, curl or ssh print. */
  readonly printed: readonly RegExp[];
  readonly kind: FetchProblemKind;
  readonly sentence: string;
}

/** From the most to the least specific: "could not read from remote repository" follows every failure of ssh. */
const KNOWN_PROBLEMS: readonly KnownProblem[] = [
  {
    printed: [/Host key verification failed/, /REMOTE HOST IDENTIFICATION HAS CHANGED/],
    kind: 'unknown-host-key',
    sentence: "ssh does not know the host key of its remote: add it to the service's known_hosts",
  },
  {
    printed: [
      /unable to update url base from redirection/i,
      /requested URL returned error: 30\d/i,
      /redirection to/i,
    ],
    kind: 'redirected',
    sentence: 'its remote redirects to another address: put that one into the file',
  },
  {
    printed: [/dubious ownership/],
    kind: 'denied',
    sentence: "another user owns its remote's files: allow them in git's safe.directory",
  },
  {
    printed: [
      /Authentication failed|Invalid username or password|Permission denied/i,
      /could not read (?:Username|Password)|terminal prompts disabled/i,
      /requested URL returned error: 40[137]/i,
    ],
    kind: 'denied',
    sentence: 'its remote refuses access: check the credentials that git has',
  },
  {
    printed: [
      /repository not found|access denied or repository not exported/i,
      /repository '[^']{0,1000}' (?:not found|does not exist)/i,
      /does not appear to be a git repository/i,
      /requested URL returned error: 4(?:04|10)/i,
    ],
    kind: 'not-found',
    sentence: 'its remote has no such repository, or denies access to it',
  },
  {
    printed: [
      /SSL certificate|certificate verif|server certificate/i,
      /SSL_ERROR|TLS (?:connect|alert)|SSL: /i,
    ],
    kind: 'certificate',
    sentence: 'the certificate of its remote is not valid, or its issuer is not trusted',
  },
  {
    printed: [/No space left on device/, /Disk quota exceeded/],
    kind: 'disk',
    sentence: 'the disk of the service is full',
  },
  {
    printed: [
      /Could ?n[o']t resolve|Name or service not known|unable to look up/i,
      /Connection (?:refused|timed out|reset|closed)|kex_exchange_identification/i,
      /Failed to connect|Could not connect|unable to connect/i,
      /No route to host|Network is unreachable/i,
      /Operation (?:timed out|too slow)|hung up|early EOF|unexpected disconnect/i,
      /requested URL returned error: (?:5\d\d|429)|Empty reply|RPC failed|transfer closed/i,
    ],
    kind: 'unreachable',
    sentence: "its remote can't be reached",
  },
];

const URLS = /[a-z][a-z\d+.-]{1,20}:\/\/[^\s'"<>]{1,2000}/gi;
const MAX_LENGTH = 200;

/** What a failed git says, as a problem. Its detail has no URL: git may have added credentials to it. */
export function problemIn(stderr: string): FetchProblem {
  const lines = stderr.split(/[\r\n]+/).map((line) => line.trim());
  // Whatever the server says, git says in its own words as well.
  const own = lines.filter((line) => !line.startsWith('remote:')).join('\n');
  const known = KNOWN_PROBLEMS.find(({ printed }) => printed.some((one) => one.test(own)));
  if (known) return { kind: known.kind, sentence: known.sentence };
  const last =
    lines.findLast((line) => /^(?:fatal|error): ./.test(line)) ?? lines.findLast(Boolean);
  const detail = scrub((last ?? 'no reason given').replace(URLS, '[URL]')).slice(0, MAX_LENGTH);
  return { kind: 'other', sentence: "git could not fetch it: the service's log says why", detail };
}
