import type { Deprecation } from '../http/deprecation.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';

/** What the instance has said about the end of its APIs, as far as this process knows. */
export interface Deprecations {
  note(found: Deprecation): void;
  /** The last of each API. */
  current(): readonly Deprecation[];
}

export function createDeprecations({
  logger,
  metrics,
}: {
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Deprecations {
  const byApi = new Map<Deprecation['api'], Deprecation>();
  return {
    note(found) {
      metrics.apiDeprecated(found);
      const before = byApi.get(found.api);
      byApi.set(found.api, found);
      const isNews = before?.endsAt !== found.endsAt || before?.hasEnded !== found.hasEnded;
      if (before && !isNews) return;
      logger.warn(
        { api: found.api, endsAt: isoDate(found.endsAt), ended: found.hasEnded },
        'the instance announces the end of an API',
      );
    },
    current: () => [...byApi.values()],
  };
}

function isoDate(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
