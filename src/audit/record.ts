import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { AuditStore } from '../store/audit.js';
import type { RecordedEntry } from './plan-seal.js';

export interface RecordAuditOptions {
  readonly audit: Pick<AuditStore, 'append'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** While Redis is away, hardly anything else happens that would be recorded. */
const MAX_UNSENT = 1_000;

/** Records entries with one command each; those that Redis did not take go out before the next one. */
export function createRecordAudit({ audit, now, logger }: RecordAuditOptions): {
  readonly record: RecordAudit;
  /** Sends what Redis did not take. Never rejects. */
  readonly flush: () => Promise<void>;
} {
  let unsent: RecordedEntry[] = [];

  function keep(entries: readonly RecordedEntry[], error: unknown): void {
    unsent = [...entries, ...unsent];
    const dropped = unsent.splice(MAX_UNSENT);
    logger.warn({ err: error, waiting: unsent.length }, 'audit entry not stored yet');
    // The log is then the only place that has it.
    for (const { setting, ...entry } of dropped) {
      // What a setting was and is may be instructions that somebody wrote.
      const changed = setting === undefined ? {} : { setting: { name: setting.name } };
      logger.error({ entry: { ...entry, ...changed } }, 'audit entry lost: Redis is away');
    }
  }

  async function send(entries: readonly RecordedEntry[]): Promise<void> {
    for (const [i, entry] of entries.entries()) {
      try {
        await audit.append(JSON.stringify(entry));
      } catch (error) {
        return keep(entries.slice(i), error);
      }
    }
  }

  async function flush(more: readonly RecordedEntry[] = []): Promise<void> {
    const waiting = unsent;
    unsent = [];
    await send([...waiting, ...more]);
  }

  return {
    record: (entry) => flush([{ ...entry, at: now() }]),
    flush: () => flush(),
  };
}
