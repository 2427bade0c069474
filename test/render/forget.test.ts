import { expect, it } from 'vitest';
import type { Erasure } from '../../src/model/forget.js';
import { renderForgetQuestion, renderReceipt } from '../../src/render/forget.js';

const nothing: Erasure = {
  person: { workspace: 'T1', user: 'U1' },
  by: 'U1',
  conversations: new Map(),
  questions: 0,
  stillOpen: 0,
  messages: { deleted: 0, kept: [] },
  votes: 0,
};

const receipt = (erasure: Partial<Erasure>) =>
  renderReceipt({ ...nothing, ...erasure }, { auditDays: 365 }).text;

it('a receipt of nothing says so', () => {
  expect(receipt({})).toContain('• nothing: no conversations, questions or messages were stored');
  expect(receipt({})).not.toContain('Not deleted');
});

it('a receipt says what was not deleted, and why', () => {
  const fates = ['deleted', 'gone', 'others', 'refused', 'account', 'unreachable'] as const;
  const text = receipt({
    conversations: new Map(fates.map((fate, i) => [i + 1, fate])),
    questions: 6,
    stillOpen: 1,
    messages: { deleted: 9, kept: ['cant_delete_message', 'cant_delete_message', '<!channel>'] },
    votes: 1,
    account: 'revoked',
  });
  expect(text.split('\n')).toEqual([
    '*Your data was deleted*',
    'Deleted:',
    '• 2 conversations',
    '• the records of 6 questions',
    '• 9 messages and files',
    '• 1 vote',
    '• the connected account; its token was revoked',
    'Not deleted:',
    '• 1 conversation (#3): others asked there too; these questions are hidden in Slack, and stay on Deep Search',
    '• 1 conversation (#4): Deep Search refused the deletion',
    '• 1 conversation (#5): from an account that is no longer connected; delete on Deep Search',
    '• 1 conversation (#6): Deep Search did not answer for hours; delete there',
    '• 1 question: still being stopped, and removed after that',
    '• 2 messages and files: Slack refused (`cant_delete_message`)',
    '• 1 message or file: Slack refused (`channel`)',
    'The audit trail keeps IDs, without content, for 365 days. Short notes of the app, such as _Shared in…_ or _Answered in private…_, may stay in Slack. The app does not know conversations older than its retention: delete those on Deep Search.',
  ]);
});

it('a receipt names some of many conversations, and is never too long for Slack', () => {
  const conversations = new Map(
    Array.from({ length: 500 }, (_, i) => [1_000_000 + i, 'others'] as const),
  );
  const message = renderReceipt({ ...nothing, conversations }, { auditDays: 1 });
  expect(message.text).toContain('500 conversations (#1000000, ');
  expect(message.text).toContain('and 480 more');
  for (const block of message.blocks) expect(JSON.stringify(block).length).toBeLessThan(3_000);
});

it('an admin is told whose data it is', () => {
  const about = { person: 'U2', isOwn: false, conversations: 2, open: 1, hasAccount: true };
  const { text } = renderForgetQuestion({ ...about, auditDays: 365 });
  expect(text).toContain('*Delete the data of <@U2> for good?*');
  expect(text).toContain('• their connected account');
  expect(receipt({ by: 'U9' })).toContain('*The data of <@U1> was deleted*');
});
