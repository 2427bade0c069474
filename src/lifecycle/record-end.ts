import { auditPlace, type RecordAudit } from '../model/audit.js';
import type { Outcome } from '../model/outcome.js';
import type { Question } from '../model/question.js';

export type RecordEnd = (question: Question, outcome: Outcome) => Promise<void>;

/** Records in the audit trail how a question ended, and who stopped it: that may have been before it was accepted. */
export function createRecordEnd(audit: RecordAudit): RecordEnd {
  return async ({ id, place, user, ref }, outcome) => {
    const conversation = ref === undefined ? {} : { conversation: ref.conversationId };
    const about = { id, ...auditPlace(place), ...conversation, question: id };
    if (outcome.kind === 'cancelled' && outcome.by !== undefined) {
      await audit({ action: 'question.stopped', ...about, user: outcome.by });
    }
    await audit({ action: 'question.ended', ...about, user, outcome: outcome.kind });
  };
}
