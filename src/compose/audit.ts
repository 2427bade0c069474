import { fileOutlet, urlOutlet } from '../audit/outlets.js';
import { createSealer, type Sealer } from '../audit/sealer.js';
import type { SharedParts } from './shared.js';

const DAY_MS = 24 * 3600_000;

/** Each takes about 600 bytes of Redis' memory. */
const MOST_ENTRIES = 1_000_000;

/** What writes the audit trail, and sends it to where the settings say. */
export function composeSealer({ config, stores, audit, now, logger }: SharedParts): Sealer {
  const { retentionDays, file, url, token } = config.audit;
  return createSealer({
    audit: stores.audit,
    outlets: [
      ...(file === undefined ? [] : [fileOutlet(file)]),
      ...(url === undefined ? [] : [urlOutlet(url, token)]),
    ],
    retention: { ms: retentionDays * DAY_MS, mostEntries: MOST_ENTRIES },
    flush: audit.flush,
    now,
    random: Math.random,
    logger,
  });
}
