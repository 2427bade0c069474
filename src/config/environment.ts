import { z } from 'zod';
import {
  apiRoot,
  channelIds,
  encryptionKeys,
  httpUrl,
  oneOf,
  redisUrl,
  secretText,
  slackIds,
  slackToken,
  wholeNumber,
} from './formats.js';

interface About {
  readonly meaning: string;
  /** Where the value is found; completes "NAME is missing: …". */
  readonly fix?: string;
  readonly secret?: true;
}

const about = z.registry<About>();

/**
 * Every variable that we read: its form, its default and its meaning. The README's table is held
 * against this one. Whether a variable is required depends on others, so none is here.
 */
export const Environment = z.object({
  SLACK_BOT_TOKEN: slackToken(['xoxb-', 'xoxe.xoxb-']).optional().register(about, {
    meaning: 'Bot token, for one workspace',
    fix: 'copy the "Bot User OAuth Token" (xoxb-…) from your app\'s OAuth & Permissions page; for many workspaces set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_STATE_SECRET instead',
    secret: true,
  }),
  SLACK_SIGNING_SECRET: secretText.optional().register(about, {
    meaning: 'Proves that a request comes from Slack; required for HTTP mode',
    fix: 'copy the "Signing Secret" from your app\'s Basic Information page; for Socket Mode set SLACK_APP_TOKEN instead',
    secret: true,
  }),
  SLACK_APP_TOKEN: slackToken(['xapp-']).optional().register(about, {
    meaning: 'Set: Socket Mode instead of HTTP',
    secret: true,
  }),
  SLACK_CLIENT_ID: z.string().optional().register(about, {
    meaning: 'Set: installs into many workspaces by OAuth, in place of `SLACK_BOT_TOKEN`',
    fix: 'copy the "Client ID" from your app\'s Basic Information page',
  }),
  SLACK_CLIENT_SECRET: secretText.optional().register(about, {
    meaning: 'Goes with `SLACK_CLIENT_ID`',
    fix: 'copy the "Client Secret" from your app\'s Basic Information page',
    secret: true,
  }),
  SLACK_STATE_SECRET: secretText.optional().register(about, {
    meaning: 'Goes with `SLACK_CLIENT_ID`: signs the state of an install',
    fix: 'make one with "openssl rand -hex 32" and keep it',
    secret: true,
  }),
  SLACK_WORKSPACES: slackIds.optional().register(about, {
    meaning:
      'Goes with `SLACK_CLIENT_ID`: ids of the workspaces (T…) or organisations (E…) that may install the app, comma-separated',
    fix: 'list the ids of your own workspaces (T…, from a web address such as https://app.slack.com/client/T012ABCD): whoever installs the app asks with your DEEPSEARCH_TOKEN',
  }),
  SLACK_API_URL: apiRoot.optional().register(about, {
    meaning: "Another Web API root than Slack's own, for tests and the demo",
  }),
  DEEPSEARCH_URL: httpUrl.optional().register(about, {
    meaning: 'Address of the instance',
    fix: 'set it to the address of your instance, such as https://code.example.com',
  }),
  DEEPSEARCH_TOKEN: secretText.optional().register(about, {
    meaning: 'Access token with which everyone asks',
    fix: "create an access token in the instance's user settings",
    secret: true,
  }),
  ACCESS_MODE: oneOf(['shared', 'linked', 'both']).prefault('shared').register(about, {
    meaning: '`shared`: everyone asks with `DEEPSEARCH_TOKEN`; the others are not in this release',
  }),
  PUBLIC_URL: httpUrl.optional().register(about, {
    meaning: 'Where Slack and browsers reach us, for OAuth redirects',
    fix: 'set it to the https:// address under which browsers reach this server',
  }),
  ENCRYPTION_KEY: encryptionKeys.optional().register(about, {
    meaning:
      '32 bytes in base64: encrypts every secret at rest; several, comma-separated, for rotation: the first encrypts',
    fix: 'make one with "openssl rand -base64 32" and keep it as safe as a password',
    secret: true,
  }),
  REDIS_URL: redisUrl.prefault('redis://127.0.0.1:6379').register(about, {
    meaning: 'One Redis, `rediss://…`, `redis+sentinel://…` or `redis+cluster://…`',
    secret: true,
  }),
  PORT: wholeNumber(0, 65535).prefault('3000').register(about, {
    meaning: "Port for Slack's requests (`POST /slack/events`) and OAuth pages; 0: any free one",
  }),
  HOST: z.string().optional().register(about, {
    meaning: "Address for Slack's requests; all when not set",
  }),
  OPS_PORT: wholeNumber(0, 65535).prefault('9090').register(about, {
    meaning: 'Port for `/healthz`, `/readyz`, `/metrics` and `/queues`; 0: any free one',
  }),
  OPS_HOST: z.string().prefault('127.0.0.1').register(about, {
    meaning: 'Address for those; keep it private',
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 1000).prefault('50').register(about, {
    meaning: 'Jobs that one worker runs at the same time',
  }),
  POLL_MIN_MS: wholeNumber(10, 600_000).prefault('1000').register(about, {
    meaning: 'Shortest wait between two reads of one question',
  }),
  POLL_MAX_MS: wholeNumber(10, 600_000).prefault('5000').register(about, {
    meaning: 'Longest wait between two reads of one question',
  }),
  QUESTION_TIMEOUT_MS: wholeNumber(100, 86_400_000).prefault('900000').register(about, {
    meaning: 'After this the asker is asked whether to keep waiting; after twice this it ends',
  }),
  CITATION_CHECK_MS: wholeNumber(0, 60_000).prefault('300').register(about, {
    meaning:
      'Time that an answer waits for its sources to be looked up; what is found later is marked later; 0: they are not looked up',
  }),
  INLINE_CODE_CHANNELS: channelIds.optional().register(about, {
    meaning:
      'Ids of channels (C…), comma-separated, whose every reader may see code: links to lines show them there; in all others none are shown',
  }),
  SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).prefault('10000').register(about, {
    meaning: 'Time for work in hand to finish after SIGTERM',
  }),
  RETENTION_DAYS: wholeNumber(1, 3650).prefault('30').register(about, {
    meaning: 'Days for which finished questions and their threads are remembered',
  }),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .register(about, { meaning: 'Least severe log lines to write' }),
});

/** The checked values, with defaults filled in. */
export type Environment = z.output<typeof Environment>;
export type Variable = keyof Environment;

/** One row of the README's table. `fallback` is absent where there is no default. */
export interface Setting {
  readonly name: string;
  readonly fallback?: string;
  readonly meaning: string;
  readonly secret: boolean;
}

/** All settings in their documented order. */
export function describeSettings(): readonly Setting[] {
  return Object.entries(Environment.shape).map(([name, schema]) => ({
    name,
    ...(schema instanceof z.ZodPrefault ? { fallback: String(schema.def.defaultValue) } : {}),
    meaning: about.get(schema)?.meaning ?? '',
    secret: about.get(schema)?.secret ?? false,
  }));
}

/** How to come by a value, where there is more to say than its meaning. */
export function fixFor(name: Variable): string {
  const entry = about.get(Environment.shape[name]);
  return entry?.fix ?? `set it (${entry?.meaning})`;
}
