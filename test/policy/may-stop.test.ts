import { expect, it } from 'vitest';
import type { AccessMode } from '../../src/model/access.js';
import type { Question } from '../../src/model/question.js';
import { createMayStop } from '../../src/policy/may-stop.js';
import { questionRecord } from '../store/question-record.js';

const record = questionRecord();
const ref = { conversationId: 7, questionId: 8 };

it.each<[AccessMode, Partial<Question>, asker: boolean, admin: boolean, other: boolean]>([
  ['shared', {}, true, true, true],
  ['shared', { ref }, true, true, true],
  ['shared', { account: 'own', ref }, true, true, false],
  ['linked', {}, true, true, false],
  ['linked', { account: 'own' }, true, true, false],
  ['linked', { ref }, true, true, true],
  ['linked', { attempt: { at: 1 } }, true, true, true],
  ['both', {}, true, true, true],
  ['both', { account: 'own', ref }, true, true, false],
  ['both', { account: 'shared', ref }, true, true, true],
])('in %s, %o may be stopped by its asker %s, an admin %s, others %s', async (...row) => {
  const [mode, change, asker, admin, other] = row;
  const isAdmin = async (_workspace: string, user: string) => user === 'UADMIN';
  const mayStop = createMayStop(mode, { isAdmin, isAdminOf: async () => false });
  const question = { ...record, ...change };
  const by = (user: string) => mayStop(question, { workspace: record.place.workspace, user });
  expect(await Promise.all([by(record.user), by('UADMIN'), by('UOTHER')])).toEqual([
    asker,
    admin,
    other,
  ]);
});

it('on an organization, admins of the workspace of whoever asked stop it, no other ones', async () => {
  const mayStop = createMayStop('linked', {
    isAdmin: async () => false,
    isAdminOf: async (_workspace, user, asker) => user === 'UADMIN' && asker === record.user,
  });
  const question: Question = { ...record, account: 'own', ref };
  const { workspace } = record.place;
  expect(await mayStop(question, { workspace, user: 'UADMIN' })).toBe(true);
  expect(await mayStop(question, { workspace, user: 'UADMINELSEWHERE' })).toBe(false);
  expect(await mayStop(question, { workspace: 'T0OTHER', user: 'UADMIN' })).toBe(false);
});
