import { type Environment, OAUTH_VARIABLES } from './config/environment.js';
import { ConfigError, EnvironmentReader } from './config/reader.js';
import type { AccessMode } from './model/access.js';
import type { QuestionLimits } from './model/limits.js';

export { describeSettings } from './config/environment.js';
export { ConfigError } from './config/reader.js';

export type Role = 'bot' | 'worker' | 'both';
export type LogLevel = Environment['LOG_LEVEL'];

/** How events arrive from Slack; `none` in a worker, which receives none. */
export type Transport =
  | {
      readonly kind: 'http';
      readonly port: number;
      readonly host?: string;
      readonly signingSecret: string;
    }
  | {
      readonly kind: 'socket';
      readonly appToken: string;
      readonly port: number;
      readonly host?: string;
    }
  | { readonly kind: 'none' };

/** One workspace with a bot token, or many by OAuth. */
export type Install =
  | { readonly kind: 'token'; readonly botToken: string }
  | {
      readonly kind: 'oauth';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly stateSecret: string;
      /** IDs of the workspaces and organizations that may install the app. */
      readonly workspaces: readonly string[];
    };

interface OAuthSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scope: string;
}

/** All settings, validated and frozen. Contains secrets: never log it. Only `apiUrl` ends with a slash. */
export interface Config {
  readonly role: Role;
  readonly slack: {
    readonly transport: Transport;
    readonly install: Install;
    readonly apiUrl?: string;
  };
  readonly deepsearch: {
    readonly url: string;
    /** Of the account that everyone shares. */
    readonly token?: string;
    readonly accessMode: AccessMode;
    /** How people sign in to connect their accounts; absent: with access tokens only. */
    readonly oauth?: OAuthSettings;
  };
  /** Whether the app reacts to messages. */
  readonly reactions: boolean;
  /** IDs of channels in which link previews may show code to everyone. */
  readonly inlineCodeIn: readonly string[];
  readonly publicUrl?: string;
  /** The page of a trace, with `{trace}` for its ID. */
  readonly traceUrl?: string;
  /** 32 bytes each; the first encrypts. */
  readonly vault: { readonly keys: readonly Buffer[] };
  readonly redis: { readonly url: string };
  readonly ops: { readonly port: number; readonly host: string };
  readonly limits: {
    readonly questions: QuestionLimits;
    /** Of one person, within a minute; 0: any number. */
    readonly requests: number;
  };
  readonly audit: {
    readonly retentionDays: number;
    readonly file?: string;
    readonly url?: string;
    /** For `url`. */
    readonly token?: string;
  };
  readonly tuning: {
    readonly workerConcurrency: number;
    readonly pollMinMs: number;
    readonly pollMaxMs: number;
    readonly questionTimeoutMs: number;
    readonly citationCheckMs: number;
    readonly lookUpRetryMs: number;
    readonly shutdownTimeoutMs: number;
    readonly retentionDays: number;
    readonly logLevel: LogLevel;
  };
}

/**
 * Reads the environment for one role. An empty variable counts as not set.
 *
 * @throws ConfigError that names every invalid variable with its fix, and contains no secret.
 */
export function readConfig(env: Record<string, string | undefined>, role: Role): Config {
  const reading = new EnvironmentReader(env);
  const config: Config = {
    role,
    slack: readSlack(reading, role),
    deepsearch: readDeepsearch(reading),
    reactions: reading.values.REACTIONS === 'on',
    inlineCodeIn: reading.values.INLINE_CODE_CHANNELS ?? [],
    ...present('publicUrl', reading.values.PUBLIC_URL),
    ...present('traceUrl', reading.values.TRACE_URL),
    vault: { keys: reading.need('ENCRYPTION_KEY', []) },
    redis: { url: reading.values.REDIS_URL },
    ops: { port: reading.values.OPS_PORT, host: reading.values.OPS_HOST },
    limits: readLimits(reading),
    audit: readAudit(reading),
    tuning: readTuning(reading),
  };
  if (reading.issues.length > 0) throw new ConfigError(reading.issues);
  return freeze(config);
}

function readSlack(reading: EnvironmentReader, role: Role): Config['slack'] {
  return {
    transport: role === 'worker' ? { kind: 'none' } : readTransport(reading),
    install: usesOauth(reading)
      ? readOauth(reading, role)
      : { kind: 'token', botToken: reading.text('SLACK_BOT_TOKEN') },
    ...present('apiUrl', reading.values.SLACK_API_URL),
  };
}

function readTransport(reading: EnvironmentReader): Transport {
  const { PORT: port, HOST: host, OPS_PORT: opsPort } = reading.values;
  if (port === opsPort && port !== 0) {
    reading.addIssue('OPS_PORT', `is ${port}, the same as PORT: choose another port`);
  }
  const address = { port, ...present('host', host) };
  return reading.has('SLACK_APP_TOKEN')
    ? { kind: 'socket', appToken: reading.text('SLACK_APP_TOKEN'), ...address }
    : { kind: 'http', signingSecret: reading.text('SLACK_SIGNING_SECRET'), ...address };
}

function usesOauth(reading: EnvironmentReader): boolean {
  if (reading.has('SLACK_BOT_TOKEN')) {
    if (reading.has('SLACK_CLIENT_ID')) {
      reading.addIssue(
        'SLACK_BOT_TOKEN',
        'and SLACK_CLIENT_ID are both set: keep SLACK_BOT_TOKEN for one workspace, or SLACK_CLIENT_ID for many, and remove the other',
      );
    }
    return false;
  }
  return OAUTH_VARIABLES.some((name) => reading.has(name));
}

function readOauth(reading: EnvironmentReader, role: Role): Install {
  if (reading.has('SLACK_APP_TOKEN')) {
    reading.addIssue(
      'SLACK_APP_TOKEN',
      'and SLACK_CLIENT_ID are both set: installing in many workspaces needs HTTP mode, so remove SLACK_APP_TOKEN, or set SLACK_BOT_TOKEN for one workspace',
    );
  }
  // Only the bot role serves the OAuth pages.
  if (role !== 'worker') reading.text('PUBLIC_URL');
  return {
    kind: 'oauth',
    clientId: reading.text('SLACK_CLIENT_ID'),
    clientSecret: reading.text('SLACK_CLIENT_SECRET'),
    stateSecret: reading.text('SLACK_STATE_SECRET'),
    workspaces: reading.need('SLACK_WORKSPACES', []),
  };
}

function readDeepsearch(reading: EnvironmentReader): Config['deepsearch'] {
  const accessMode = reading.values.ACCESS_MODE;
  const url = reading.text('DEEPSEARCH_URL');
  const token =
    accessMode === 'linked' ? reading.values.DEEPSEARCH_TOKEN : reading.text('DEEPSEARCH_TOKEN');
  const oauth = accessMode === 'shared' ? undefined : readAccountOauth(reading, url);
  return { url, ...present('token', token), accessMode, ...present('oauth', oauth) };
}

function readAccountOauth(reading: EnvironmentReader, url: string): OAuthSettings | undefined {
  const { values } = reading;
  const needsClient = ['DEEPSEARCH_OAUTH_CLIENT_SECRET', 'DEEPSEARCH_OAUTH_AUTH_URL'] as const;
  const isUsed = needsClient.some((name) => reading.has(name));
  const clientId = isUsed
    ? reading.text('DEEPSEARCH_OAUTH_CLIENT_ID')
    : values.DEEPSEARCH_OAUTH_CLIENT_ID;
  if (clientId === undefined) return undefined;
  return {
    issuer: values.DEEPSEARCH_OAUTH_AUTH_URL ?? url,
    clientId,
    ...present('clientSecret', values.DEEPSEARCH_OAUTH_CLIENT_SECRET),
    scope: values.DEEPSEARCH_OAUTH_SCOPE,
  };
}

function readLimits({ values }: EnvironmentReader): Config['limits'] {
  const { LIMIT_PERSON: person, LIMIT_CHANNEL: channel, LIMIT_WORKSPACE: workspace } = values;
  return { questions: { person, channel, workspace }, requests: values.LIMIT_REQUESTS };
}

function readAudit(reading: EnvironmentReader): Config['audit'] {
  const { AUDIT_FILE: file, AUDIT_URL: url, AUDIT_TOKEN: token } = reading.values;
  if (token !== undefined && url === undefined) {
    reading.addIssue('AUDIT_TOKEN', 'is set without AUDIT_URL: set that too, or remove it');
  }
  return {
    retentionDays: reading.values.AUDIT_RETENTION_DAYS,
    ...present('file', file),
    ...present('url', url),
    ...present('token', token),
  };
}

function readTuning(reading: EnvironmentReader): Config['tuning'] {
  const { values } = reading;
  if (values.POLL_MIN_MS > values.POLL_MAX_MS) {
    reading.addIssue(
      'POLL_MIN_MS',
      `is ${values.POLL_MIN_MS}, more than POLL_MAX_MS (${values.POLL_MAX_MS}): lower it, or raise POLL_MAX_MS`,
    );
  }
  return {
    workerConcurrency: values.WORKER_CONCURRENCY,
    pollMinMs: values.POLL_MIN_MS,
    pollMaxMs: values.POLL_MAX_MS,
    questionTimeoutMs: values.QUESTION_TIMEOUT_MS,
    citationCheckMs: values.CITATION_CHECK_MS,
    lookUpRetryMs: values.LOOKUP_RETRY_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    retentionDays: values.RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
  };
}

function present<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

/** Freezes every group. Buffers can't be frozen. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
