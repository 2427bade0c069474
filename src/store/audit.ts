import type { Connection } from './connection.js';
import { keys } from './keys.js';

export type AuditStore = ReturnType<typeof createAuditStore>;

/** The audit trail: entries as they were recorded, which wait to be sealed. */
export function createAuditStore({ redis }: { redis: Connection }) {
  return {
    /** `recorded`: JSON. */
    async append(recorded: string): Promise<void> {
      await redis.xadd(keys.auditInbox, '*', 'e', recorded);
    },
  };
}
