import type { AccessMode } from '../model/access.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import { isSameUser } from '../model/conversation-record.js';
import { askerOf, isAccountOpen, type Question } from '../model/question.js';
import type { Policy } from './policy.js';

/** Whether somebody who may ask where a question is may also stop it, or keep it waiting. */
export type MayStop = (question: Question, by: WorkspaceUser) => Promise<boolean>;

/**
 * What runs with somebody's own account is theirs: only they and admins of their workspace, or
 * of all that the app is installed in, stop it. With a shared account,
 * everybody who may ask there.
 */
export function createMayStop(
  mode: AccessMode,
  { isAdmin, isAdminOf }: Pick<Policy, 'isAdmin' | 'isAdminOf'>,
): MayStop {
  return async (question, by) => {
    const isOwn = question.account === 'own' || (mode === 'linked' && isAccountOpen(question));
    if (!isOwn) return true;
    const asker = askerOf(question);
    if (isSameUser(asker, by) || (await isAdmin(by.workspace, by.user))) return true;
    // Of another workspace that has the app, Slack tells us nothing here.
    return asker.workspace === by.workspace && isAdminOf(by.workspace, by.user, asker.user);
  };
}
