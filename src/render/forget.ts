import { ACTIONS } from '../model/actions.js';
import { ERASURE_RESULTS, type Erasure, type ErasureResult } from '../model/forget.js';
import { actions, button, context, type Message, section } from './blocks/message.js';
import * as forgetTexts from './texts/forget.js';

/** Says what goes and what stays, and asks. */
export function renderForgetQuestion(about: forgetTexts.ForgetQuestion): Message {
  const text = forgetTexts.confirm(about);
  const confirm = button(forgetTexts.forgetLabel, { id: ACTIONS.forget, value: about.person });
  return { text, blocks: [section(text), actions([{ ...confirm, style: 'danger' }])] };
}

/** What was deleted, what was not and why. */
export function renderReceipt(
  erasure: Erasure,
  { auditDays }: { readonly auditDays: number },
): Message {
  const { person, by } = erasure;
  const head = forgetTexts.receiptHead(person.user, person.user === by);
  const deleted = deletedLines(erasure);
  const kept = keptLines(erasure);
  const lists = [
    [forgetTexts.deletedHead, deleted.length > 0 ? deleted : [forgetTexts.nothingDeleted]],
    [forgetTexts.keptHead, kept],
  ] as const;
  const sections = lists.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [[title, ...lines.map((line) => `• ${line}`)].join('\n')],
  );
  const end = forgetTexts.receiptEnd(auditDays);
  return {
    text: [head, ...sections, end].join('\n'),
    blocks: [...[head, ...sections].map(section), context(end)],
  };
}

function deletedLines({ conversations, questions, messages, votes, account }: Erasure): string[] {
  const gone = [...conversations.values()].filter((fate) => fate === 'deleted' || fate === 'gone');
  return [
    ...(gone.length > 0 ? [forgetTexts.conversationsDeleted(gone.length)] : []),
    ...(questions > 0 ? [forgetTexts.questionsDeleted(questions)] : []),
    ...(messages.deleted > 0 ? [forgetTexts.messagesDeleted(messages.deleted)] : []),
    ...(votes > 0 ? [forgetTexts.votesDeleted(votes)] : []),
    ...(account === undefined ? [] : [forgetTexts.accountDeleted[account]]),
  ];
}

const KEPT_FATES = ERASURE_RESULTS.filter((fate) => fate !== 'deleted' && fate !== 'gone');

function keptLines(erasure: Erasure): string[] {
  const conversations = KEPT_FATES.flatMap((fate) => keptConversations(erasure, fate));
  const open = erasure.stillOpen > 0 ? [forgetTexts.stillOpen(erasure.stillOpen)] : [];
  return [...conversations, ...open, ...keptMessages(erasure)];
}

const MOST_NAMED = 20;

function keptConversations({ conversations }: Erasure, fate: ErasureResult): string[] {
  const ids = [...conversations].flatMap(([id, each]) => (each === fate ? [id] : []));
  if (ids.length === 0) return [];
  const named = ids.slice(0, MOST_NAMED).map((id) => `#${id}`);
  const more = ids.length > MOST_NAMED ? [forgetTexts.idsMore(ids.length - MOST_NAMED)] : [];
  return [forgetTexts.conversationsKept(ids.length, [...named, ...more].join(', '), fate)];
}

/** By Slack's reason. */
function keptMessages({ messages }: Erasure): string[] {
  const counts = new Map<string, number>();
  for (const raw of messages.kept) {
    const code = raw.replace(/[^a-z_]/g, '');
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => forgetTexts.messagesKept(count, code));
}
