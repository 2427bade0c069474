import { type AuditAction, type AuditEntry, auditPlace } from '../model/audit.js';
import type { RequestContext } from './request-context.js';

/** What somebody did with a conversation, for the audit trail. */
export function conversationEntry(
  action: AuditAction & `conversation.${string}`,
  { user, place, requestId }: RequestContext,
  { id, outcome }: { readonly id: number; readonly outcome?: string },
): AuditEntry {
  return {
    action,
    id: outcome === undefined ? requestId : `${requestId} ${outcome}`,
    ...auditPlace(place),
    ...user,
    conversation: id,
    ...(outcome === undefined ? {} : { outcome }),
  };
}
