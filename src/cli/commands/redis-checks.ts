import { createLogger } from '../../log.js';
import { checkEncryptionKey } from '../../ops/doctor/encryption-key.js';
import { checkWorkload, readWorkload } from '../../ops/doctor/questions.js';
import { checkServers, redisUnreachable } from '../../ops/doctor/redis.js';
import { checkSockets } from '../../ops/doctor/slack.js';
import type { Check, Findings } from '../../ops/doctor.js';
import { createProducer } from '../../queue/producer.js';
import { createAccountStore } from '../../store/accounts.js';
import { type Connection, closeRedis, connectRedis, whenReady } from '../../store/connection.js';
import { readRedisInfo } from '../../store/health.js';
import { createInstallationStore, type InstallationStore } from '../../store/installations.js';
import { createQuestionStore } from '../../store/questions.js';
import { createPreviewStore } from '../../store/sealed-urls.js';
import { createSettingsStore, type SettingsStore } from '../../store/settings.js';
import { createSocketStore } from '../../store/sockets.js';
import type { SecretStores } from '../../vault/stored-secrets.js';
import { createVault, type Vault } from '../../vault/vault.js';
import { type Settings, skipped } from './settings.js';

const CONNECT_TIMEOUT_MS = 3_000;

/** The checks of Redis and of what is stored there, over one connection. */
export interface RedisChecks {
  readonly checks: Readonly<Record<string, Check>>;
  /** Runs a check of the stored installations, if they can be decrypted. */
  withInstallations(
    check: (installations: InstallationStore, vault: Vault) => Promise<Findings>,
  ): Promise<Findings>;
  /** Runs a check of the settings of workspaces and channels; says nothing without Redis. */
  withSettings(
    check: (settings: SettingsStore, redis: Connection) => Promise<Findings>,
  ): Promise<Findings>;
  /** Runs a check that needs a connection. */
  withConnection(check: (redis: Connection) => Promise<Findings>): Promise<Findings>;
  close(): Promise<void>;
}

/** Connects once a check needs it, if `REDIS_URL` is valid. */
export function createRedisChecks(settings: Settings): RedisChecks {
  const redis = connect(settings);
  const keys = settings.invalid.has('ENCRYPTION_KEY') ? undefined : settings.values.ENCRYPTION_KEY;
  const withInstallations: RedisChecks['withInstallations'] = async (check) => {
    if (keys === undefined) return skipped('ENCRYPTION_KEY');
    const vault = createVault(keys);
    return redis.ifConnected((connection) =>
      check(createInstallationStore({ redis: connection, ...vault }), vault),
    );
  };
  return {
    checks: {
      redis: redis.check,
      'encryption key': () =>
        withInstallations(async (installations, vault) =>
          redis.ifConnected((connection) =>
            checkEncryptionKey({ installations, secrets: secretStores(connection, vault), vault }),
          ),
        ),
      questions: () => redis.ifConnected(checkQuestions),
      ...(settings.values.SLACK_APP_TOKEN !== undefined && {
        'socket mode': () => redis.ifConnected(checkSocketMode),
      }),
    },
    withInstallations,
    withSettings: async (check) =>
      (await redis.isConnected())
        ? redis.ifConnected((connection) =>
            check(createSettingsStore({ redis: connection }), connection),
          )
        : [],
    withConnection: redis.ifConnected,
    close: redis.close,
  };
}

function secretStores(redis: Connection, vault: Vault): SecretStores {
  return {
    accounts: createAccountStore({ redis, ...vault, unreadable: () => undefined }),
    previews: createPreviewStore({ redis, retentionMs: 0, binder: vault }),
  };
}

interface CheckedConnection {
  readonly check: Check;
  isConnected(): Promise<boolean>;
  /** Runs a further check; without a connection it is skipped. */
  ifConnected(check: (redis: Connection) => Promise<Findings>): Promise<Findings>;
  close(): Promise<void>;
}

function connect({ values, invalid }: Settings): CheckedConnection {
  if (invalid.has('REDIS_URL')) {
    const check = async () => skipped('REDIS_URL');
    const isConnected = async () => false;
    return { check, isConnected, ifConnected: check, close: async () => undefined };
  }
  const { logger, lastReason } = createReasonLogger();
  let opened: { connection: Connection; connected: Promise<boolean> } | undefined;
  function open() {
    if (opened !== undefined) return opened;
    const connection = connectRedis(values.REDIS_URL, 'store', logger);
    const connected = whenReady(connection, CONNECT_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
    opened = { connection, connected };
    return opened;
  }
  return {
    check: async () =>
      (await open().connected)
        ? checkServers(await readRedisInfo(open().connection))
        : redisUnreachable(lastReason()),
    isConnected: () => open().connected,
    ifConnected: async (check) =>
      (await open().connected)
        ? check(open().connection)
        : skipped('the connection to Redis (REDIS_URL)'),
    close: async () => opened && closeRedis(opened.connection),
  };
}

/** A logger that prints nothing, and remembers why Redis is unavailable. */
function createReasonLogger() {
  let reason = `it did not reply within ${CONNECT_TIMEOUT_MS / 1000} s`;
  const write = (line: string) => {
    const entry = JSON.parse(line) as { reason?: string };
    if (entry.reason !== undefined) reason = entry.reason;
  };
  const logger = createLogger({ level: 'warn', name: 'doctor', destination: { write } });
  return { logger, lastReason: () => reason };
}

async function checkSocketMode(redis: Connection): Promise<Findings> {
  const now = Date.now();
  return checkSockets(await createSocketStore({ redis }).all(now), now);
}

async function checkQuestions(redis: Connection): Promise<Findings> {
  const producer = createProducer(redis);
  try {
    const questions = createQuestionStore({ redis, retentionMs: 0 });
    const { userFacingQueues: queues } = producer;
    return checkWorkload(await readWorkload({ questions, queues }), Date.now());
  } finally {
    await producer.close();
  }
}
