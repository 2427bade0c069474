import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { AuditStore, LostEntries } from '../store/audit.js';
import type { RecordedEntry } from './plan-seal.js';

export interface RecordAuditOptions {
  readonly audit: Pick<AuditStore, 'append' | 'countLost'>;
  /** Called for each entry that only the log has. */
  readonly lost: () => void;
  readonly now: () => number;
  readonly logger: Logger;
}

/** While Redis is away, hardly anything else happens that would be recorded. */
const MAX_UNSENT = 1_000;

/**
 * Records entries with one command each; those that Redis did not take go out before the next one. One that can be
 * kept nowhere is in the log, and the trail says how many there were.
 */
export function createRecordAudit({ audit, now, logger, lost }: RecordAuditOptions): {
  readonly record: RecordAudit;
  /** Sends what Redis did not take. Never rejects. */
  readonly flush: () => Promise<void>;
} {
  let unsent: RecordedEntry[] = [];
  /** What Redis does not know to be lost. */
  let uncounted: LostEntries | undefined;

  /** Counts it as lost, and gives what is logged of it: the log then is the only place that has it. */
  function giveUp({ setting, ...entry }: RecordedEntry): object {
    // What a setting was and is may be instructions that somebody wrote.
    const changed = setting === undefined ? {} : { setting: { name: setting.name } };
    lost();
    return { entry: { ...entry, ...changed } };
  }

  function keep(entries: readonly RecordedEntry[], error: unknown): void {
    unsent = [...entries, ...unsent];
    const dropped = unsent.splice(MAX_UNSENT);
    logger.warn({ err: error, waiting: unsent.length }, 'audit entry not stored yet');
    for (const entry of dropped) {
      logger.error(giveUp(entry), 'audit entry lost: Redis is away');
      uncounted = withLost(uncounted, entry.at);
    }
  }

  async function countLost(): Promise<void> {
    if (uncounted === undefined) return;
    const counted = uncounted;
    uncounted = undefined;
    try {
      await audit.countLost(counted);
    } catch (error) {
      uncounted = counted;
      throw error;
    }
  }

  async function send(entries: readonly RecordedEntry[]): Promise<void> {
    let next = 0;
    try {
      // The trail tells of them with the entries that follow.
      await countLost();
      for (const entry of entries) {
        const isStored = await audit.append(JSON.stringify(entry), entry.at);
        if (!isStored) logger.error(giveUp(entry), 'audit entry lost: too many wait to be sealed');
        next += 1;
      }
    } catch (error) {
      keep(entries.slice(next), error);
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

function withLost(before: LostEntries | undefined, at: number): LostEntries {
  if (before === undefined) return { entries: 1, since: at, until: at };
  return {
    entries: before.entries + 1,
    since: Math.min(before.since, at),
    until: Math.max(before.until, at),
  };
}
