import { z } from 'zod';
import {
  apiRoot,
  auditUrl,
  channelIds,
  encryptionKeys,
  httpUrl,
  oneOf,
  questionLimit,
  redisUrl,
  secretText,
  signingKey,
  slackIds,
  slackToken,
  traceUrl,
  wholeNumber,
} from './formats.js';

interface About {
  readonly meaning: string;
  /** How to get a value; completes "NAME is missing: …". */
  readonly fix?: string;
  readonly secret?: true;
}

const about = z.registry<About>();

/**
 * Every variable the bot reads: its format, default and meaning. A test keeps the table in
 * docs/settings.md equal to this. Whether a variable is required depends on others, so all are
 * optional here.
 */
export const Environment = z.object({
  SLACK_BOT_TOKEN: slackToken(['xoxb-', 'xoxe.xoxb-']).optional().register(about, {
    meaning: 'Bot token (`xoxb-…`), for a single workspace',
    fix: 'copy the "Bot User OAuth Token" (xoxb-…) from your app\'s OAuth & Permissions page; for many workspaces set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and SLACK_WORKSPACES instead',
    secret: true,
  }),
  SLACK_SIGNING_SECRET: secretText.optional().register(about, {
    meaning: 'Verifies that requests come from Slack; required in HTTP mode',
    fix: 'copy the "Signing Secret" from your app\'s Basic Information page; for Socket Mode set SLACK_APP_TOKEN instead',
    secret: true,
  }),
  SLACK_APP_TOKEN: slackToken(['xapp-']).optional().register(about, {
    meaning: 'App-level token (`xapp-…`); setting it switches from HTTP to Socket Mode',
    fix: "generate one with the scope connections:write under Basic Information, App-Level Tokens, on the app's page",
    secret: true,
  }),
  SLACK_CLIENT_ID: z.string().optional().register(about, {
    meaning:
      'OAuth client ID; set it instead of `SLACK_BOT_TOKEN` to install the app in many workspaces',
    fix: 'copy the "Client ID" from your app\'s Basic Information page',
  }),
  SLACK_CLIENT_SECRET: secretText.optional().register(about, {
    meaning: 'OAuth client secret; required with `SLACK_CLIENT_ID`',
    fix: 'copy the "Client Secret" from your app\'s Basic Information page',
    secret: true,
  }),
  SLACK_STATE_SECRET: signingKey.optional().register(about, {
    meaning:
      'Signs the OAuth `state` parameter, at least 32 characters; required with `SLACK_CLIENT_ID`',
    fix: 'generate one with "openssl rand -hex 32" and keep it',
    secret: true,
  }),
  SLACK_WORKSPACES: slackIds.optional().register(about, {
    meaning:
      'IDs of the workspaces (T…) and organizations (E…) that may install the app, comma-separated; required with `SLACK_CLIENT_ID`',
    fix: 'list the IDs of your own workspaces (T…, as in https://app.slack.com/client/T012ABCD), because everyone who installs the app uses your DEEPSEARCH_TOKEN',
  }),
  SLACK_API_URL: apiRoot.optional().register(about, {
    meaning: "Web API root to use instead of Slack's own, for tests and the local workspace",
  }),
  DEEPSEARCH_URL: httpUrl.optional().register(about, {
    meaning: 'Base URL of the Deep Search instance',
    fix: 'set it to the address of your instance, such as https://code.example.com',
  }),
  DEEPSEARCH_TOKEN: secretText.optional().register(about, {
    meaning:
      'Access token of the shared account; required unless `ACCESS_MODE` is `linked`, where only questions from before that mode use it',
    fix: 'create an access token in the user settings of the instance',
    secret: true,
  }),
  ACCESS_MODE: oneOf(['shared', 'linked', 'both']).prefault('shared').register(about, {
    meaning:
      "`shared`: every question uses `DEEPSEARCH_TOKEN`; `linked`: everyone connects an account of their own, and questions wait for that; `both`: a person's own account where they have connected one, else `DEEPSEARCH_TOKEN`",
  }),
  DEEPSEARCH_OAUTH_CLIENT_ID: z.string().optional().register(about, {
    meaning:
      'Client ID of an OAuth application on the instance; set it to let people connect their accounts by signing in, as docs/connect.md says',
    fix: 'create an OAuth application on the instance and copy its client ID',
  }),
  DEEPSEARCH_OAUTH_CLIENT_SECRET: secretText.optional().register(about, {
    meaning: 'Its client secret; a public client has none',
    secret: true,
  }),
  DEEPSEARCH_OAUTH_AUTH_URL: httpUrl.optional().register(about, {
    meaning:
      'Issuer of the authorization server, whose metadata is at `/.well-known/openid-configuration` or `/.well-known/oauth-authorization-server`; `DEEPSEARCH_URL` if not set',
  }),
  DEEPSEARCH_OAUTH_SCOPE: z.string().prefault('user:all').register(about, {
    meaning: 'OAuth scopes to ask for, space-separated; newer instances may want `mcp`',
  }),
  PUBLIC_URL: httpUrl.optional().register(about, {
    meaning: 'Public URL of the app, for OAuth redirects',
    fix: 'set it to the https:// URL at which browsers reach this server',
  }),
  ENCRYPTION_KEY: encryptionKeys.optional().register(about, {
    meaning:
      '32 bytes in base64; encrypts the secrets stored in Redis. To rotate it, list several keys, comma-separated: the first encrypts, all of them decrypt',
    fix: 'generate one with "openssl rand -base64 32" and keep it as safe as a password',
    secret: true,
  }),
  REDIS_URL: redisUrl.prefault('redis://127.0.0.1:6379').register(about, {
    meaning:
      'Redis to connect to: `redis://…`, `rediss://…`, `redis+sentinel://…` or `redis+cluster://…`',
    secret: true,
  }),
  PORT: wholeNumber(0, 65535).prefault('3000').register(about, {
    meaning:
      'Port for requests from Slack (`POST /slack/events`) and the OAuth pages; 0 picks a free one',
  }),
  HOST: z.string().optional().register(about, {
    meaning: 'Address that `PORT` listens on; all interfaces if not set',
  }),
  OPS_PORT: wholeNumber(0, 65535).prefault('9090').register(about, {
    meaning: 'Port for `/healthz`, `/readyz`, `/metrics` and `/queues`; 0 picks a free one',
  }),
  OPS_HOST: z.string().prefault('127.0.0.1').register(about, {
    meaning: 'Address that `OPS_PORT` listens on; it asks for no password, so keep it private',
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 1000).prefault('50').register(about, {
    meaning: 'Maximum number of questions that one worker process handles at once',
  }),
  POLL_MIN_MS: wholeNumber(10, 600_000).prefault('1000').register(about, {
    meaning: 'Shortest interval between two polls of one question, in milliseconds',
  }),
  POLL_MAX_MS: wholeNumber(10, 600_000).prefault('5000').register(about, {
    meaning:
      'Longest interval between two polls of one question, in milliseconds, unless a list is read for many',
  }),
  QUESTION_TIMEOUT_MS: wholeNumber(100, 86_400_000).prefault('900000').register(about, {
    meaning:
      'After this many milliseconds, the app asks whether to keep waiting; without a reply, it stops the question after twice as long',
  }),
  CITATION_CHECK_MS: wholeNumber(0, 60_000).prefault('300').register(about, {
    meaning:
      'How many milliseconds an answer waits for the check of its sources; what the check finds later is added to the message. 0 turns the check off',
  }),
  LOOKUP_RETRY_MS: wholeNumber(100, 600_000).prefault('30000').register(about, {
    meaning:
      'How many milliseconds a look-up in Slack is retried while Slack fails, before the app goes on without it or refuses the request; four times as long while Slack limits the rate. The outcome of a question waits longer, up to three days, for Slack to say who may see it and to open a direct message for it',
  }),
  INLINE_CODE_CHANNELS: channelIds.optional().register(about, {
    meaning:
      'IDs of channels (C…), comma-separated, in which link previews may show code and the subjects of commits to everyone; elsewhere previews show none',
  }),
  REACTIONS: oneOf(['on', 'off']).prefault('on').register(about, {
    meaning:
      '`on`: the app reacts to the message of a question: :eyes: while it runs, :white_check_mark: or :warning: when it has ended; `off`: it adds no reactions',
  }),
  LIMIT_PERSON: questionLimit.prefault('50/200').register(about, {
    meaning:
      'How many questions of one person may be open at once, and asked within an hour, as `OPEN/HOUR`; 0 is no limit, for one of them or, alone, for both',
  }),
  LIMIT_CHANNEL: questionLimit.prefault('500/2000').register(about, {
    meaning: 'The same for one channel or direct message',
  }),
  LIMIT_WORKSPACE: questionLimit.prefault('0').register(about, {
    meaning: 'The same for one workspace',
  }),
  LIMIT_REQUESTS: wholeNumber(0, 100_000).prefault('120').register(about, {
    meaning:
      'How many questions of one person are taken from Slack within a minute, and as many other requests, such as clicks; what is more is acknowledged and dropped, and the person is told; a workflow’s step fails and says so. 0 is no limit',
  }),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).prefault('10000').register(about, {
    meaning: 'Time limit for a graceful shutdown after SIGTERM, in milliseconds',
  }),
  RETENTION_DAYS: wholeNumber(1, 3650).prefault('30').register(about, {
    meaning: 'Days that finished questions, their threads and votes are kept in Redis',
  }),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 3650).prefault('365').register(about, {
    meaning:
      'Days that entries of the audit trail are kept in Redis, at most 1,000,000 entries; the trail still verifies without those that were removed',
  }),
  AUDIT_FILE: z.string().optional().register(about, {
    meaning:
      'File to which each entry of the audit trail is appended as it happens, one JSON object a line; something else has to rotate it',
  }),
  AUDIT_URL: auditUrl.optional().register(about, {
    meaning:
      'URL to which entries of the audit trail are posted as they happen, as JSON Lines, at least once; https, or http on this machine',
  }),
  AUDIT_TOKEN: secretText.optional().register(about, {
    meaning: 'Sent to `AUDIT_URL` as a bearer token',
    secret: true,
  }),
  TRACE_URL: traceUrl.optional().register(about, {
    meaning:
      'Page of a trace in your tracing backend, with `{trace}` for its ID, such as `https://traces.example.com/trace/{trace}`; admins see it as a link, see docs/traces.md',
  }),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .register(about, {
      meaning: 'Lowest level that is logged: `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    }),
});

/** The checked values, with defaults filled in. */
export type Environment = z.output<typeof Environment>;
export type Variable = keyof Environment;

/** With one of them and no bot token, the app is for several workspaces. */
export const OAUTH_VARIABLES = [
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
] as const;

/** One row of the table in docs/settings.md. `fallback` is absent if there is no default. */
export interface Setting {
  readonly name: string;
  readonly fallback?: string;
  readonly meaning: string;
  readonly secret: boolean;
}

/** All settings, in the order in which they are documented. */
export function describeSettings(): readonly Setting[] {
  return Object.entries(Environment.shape).map(([name, schema]) => ({
    name,
    ...(schema instanceof z.ZodPrefault ? { fallback: String(schema.def.defaultValue) } : {}),
    meaning: about.get(schema)?.meaning ?? '',
    secret: about.get(schema)?.secret ?? false,
  }));
}

/** How to get a value, or the meaning if there is nothing more to say. */
export function fixFor(name: Variable): string {
  const entry = about.get(Environment.shape[name]);
  return entry?.fix ?? `set it (${entry?.meaning})`;
}
