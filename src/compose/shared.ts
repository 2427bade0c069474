import { createRecordAudit } from '../audit/record.js';
import type { Config } from '../config.js';
import { createPostEphemeral } from '../deliver/post-ephemeral.js';
import type { Seal } from '../intake/parse/result.js';
import type { Logger } from '../log.js';
import { createMetrics } from '../metrics.js';
import { createProducer } from '../queue/producer.js';
import { createSuspensionWatch } from '../queue/suspension.js';
import { respond } from '../slack/respond.js';
import { connectRedis, replicationOf } from '../store/connection.js';
import { createInstallationStore, type InstallationStore } from '../store/installations.js';
import { createRateLimiter } from '../store/rate-limiter.js';
import type { Tracing } from '../tracing.js';
import { type ResealCounts, resealAll, type SealedValue } from '../vault/reseal.js';
import { PASTED_LINK, type SecretStores, storedSecrets } from '../vault/stored-secrets.js';
import { createVault, type Vault } from '../vault/vault.js';
import { readVersion } from '../version.js';
import { createSlack } from './slack.js';
import { createStores } from './stores.js';

/** The purpose for which a `response_url` is encrypted. */
const RESPONSE_URL = 'response_url' satisfies Parameters<Seal>[1];

const DAY_MS = 24 * 3600_000;

export type SharedParts = ReturnType<typeof createSharedParts>;

/** What both roles use: settings, logs and metrics, Redis and what is stored in it, Slack. */
export function createSharedParts(config: Config, logger: Logger, tracing: Tracing) {
  const version = readVersion();
  const metrics = createMetrics({ version });
  const vault = createVault(config.vault.keys);
  const redis = connectRedis(config.redis.url, 'store', logger);
  const producerRedis = connectRedis(config.redis.url, 'producer', logger);
  const suspension = createSuspensionWatch(Date.now);
  const installations = createInstallationStore({
    redis,
    seal: vault.seal,
    open: vault.open,
    ...allowedWorkspaces(config.slack),
  });
  const slack = createSlack({
    config: config.slack,
    installations,
    rateLimiter: createRateLimiter(redis),
    retryLimit: { forMs: config.tuning.lookUpRetryMs, now: Date.now },
    metrics,
    tracing,
    check: suspension.check,
    logger,
  });
  const stores = createStores({
    redis,
    redisUrl: config.redis.url,
    retentionMs: config.tuning.retentionDays * DAY_MS,
    binder: vault,
    sealer: { seal: vault.seal, open: vault.open },
    unreadable: warnOfUnreadable(logger),
    requestsPerMinute: config.limits.requests,
  });
  const audit = createRecordAudit({
    audit: stores.audit,
    lost: metrics.auditEntryLost,
    now: Date.now,
    logger,
  });
  return {
    config,
    logger,
    version,
    metrics,
    tracing,
    redis,
    producerRedis,
    installations,
    slack,
    seal: vault.seal,
    vault,
    openLink: (sealed: string) => vault.open(sealed, PASTED_LINK),
    reseal: () => reseal({ vault, installations, stores }),
    stores,
    audit,
    suspension,
    unbind: vault.unbind,
    producer: createProducer(producerRedis, {
      bind: vault.bind,
      tracing,
      replicated: replicationOf(producerRedis, config.redis.url),
    }),
    postEphemeral: createPostEphemeral({
      messages: slack.messages,
      respond: (sealed, note) => respond(vault.open(sealed, RESPONSE_URL), note, slack.api),
      logger,
    }),
    now: Date.now,
  };
}

function allowedWorkspaces({ install }: Config['slack']) {
  return install.kind === 'oauth' ? { allowed: install.workspaces } : {};
}

const warnOfUnreadable = (logger: Logger) => (error: unknown) => {
  const fix = 'add the key that encrypted it to ENCRYPTION_KEY, or its owner connects it again';
  logger.warn({ err: error, fix }, 'account cannot be decrypted');
};

/**
 * Seals installations, accounts and previews with the current key, and binds previews of earlier versions to their
 * records. What else is sealed expires within three days.
 */
async function reseal(parts: {
  readonly vault: Vault;
  readonly installations: InstallationStore;
  readonly stores: SecretStores;
}): Promise<ResealCounts> {
  async function* sealedValues(): AsyncGenerator<SealedValue> {
    yield* parts.installations.sealed();
    yield* storedSecrets(parts.stores);
  }
  return resealAll(sealedValues(), parts.vault);
}
