import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { ReceivedRequestStore } from '../store/received-requests.js';

interface ReceivedRequestsOptions {
  readonly receivedRequests: Pick<ReceivedRequestStore, 'record'>;
  readonly signingSecret: string;
  readonly now: () => number;
  readonly logger: Logger;
}

/** However many requests arrive. */
const RECORD_EVERY_MS = 10_000;

/** Records for `doctor` whether requests have the right signature, without holding up any of them. */
export function createRecordSignature(options: ReceivedRequestsOptions) {
  const { receivedRequests, signingSecret, now, logger } = options;
  const record = memoize({ ttlMs: RECORD_EVERY_MS, maxEntries: 2, now }, async (what) => {
    await receivedRequests.record(
      signingSecret,
      what === 'verified' ? 'verified' : 'refused',
      now(),
    );
    return true;
  });
  return (matches: boolean): void => {
    record(matches ? 'verified' : 'refused').catch((error: unknown) => {
      logger.debug({ err: error }, 'not recorded whether a signature matches');
    });
  };
}
