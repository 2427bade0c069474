import { randomUUID } from 'node:crypto';
import type { Changes } from './change-notifier.js';
import type { Disk } from './conversation-files.js';
import { type ConversationRecord, newQuestion, type QuestionRecord } from './records.js';

/** All conversations. Reading is immediate; what changes is on disk when the promise resolves. */
export interface Store {
  all(): readonly ConversationRecord[];
  get(id: number): ConversationRecord | undefined;
  byReadToken(token: string): ConversationRecord | undefined;
  create(userId: number, text: string): Promise<QuestionRecord>;
  followUp(conversation: ConversationRecord, text: string): Promise<QuestionRecord>;
  remove(id: number): Promise<void>;
  /** After a record was changed in place: writes it down and rings. */
  changed(conversationId: number): Promise<void>;
  /** Progress changed, which is shown and not kept. */
  ring(): void;
  /** When the last write is done. */
  settled(): Promise<void>;
}

export async function openStore(disk: Disk, changes: Changes): Promise<Store> {
  const { conversations, lastConversationId, lastQuestionId } = await disk.load();
  const records = new Map(conversations.map((record) => [record.id, record]));
  const last = { conversation: lastConversationId, question: lastQuestionId };

  async function keep(record: ConversationRecord): Promise<void> {
    changes.ring();
    if (records.has(record.id)) await disk.save(record);
  }
  function add(record: ConversationRecord, text: string, now: number): QuestionRecord {
    last.question += 1;
    const question = newQuestion({ id: last.question, conversationId: record.id, text, now });
    record.questions.push(question);
    record.updatedAt = now;
    return question;
  }
  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    byReadToken: (token) => [...records.values()].find((record) => record.readToken === token),
    async create(userId, text) {
      last.conversation += 1;
      const record = newConversation(last.conversation, userId);
      const question = add(record, text, record.createdAt);
      records.set(record.id, record);
      await keep(record);
      return question;
    },
    async followUp(record, text) {
      const question = add(record, text, Date.now());
      await keep(record);
      return question;
    },
    async remove(id) {
      records.delete(id);
      changes.ring();
      await disk.remove(id, { conversation: last.conversation, question: last.question });
    },
    async changed(id) {
      const record = records.get(id);
      if (record) await keep(record);
    },
    ring: changes.ring,
    settled: () => disk.settled(),
  };
}

function newConversation(id: number, userId: number): ConversationRecord {
  const now = Date.now();
  return {
    id,
    userId,
    readToken: randomUUID(),
    createdAt: now,
    updatedAt: now,
    starred: false,
    questions: [],
  };
}
