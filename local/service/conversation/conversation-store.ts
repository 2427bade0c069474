import { randomUUID } from 'node:crypto';
import type { ChangeNotifier } from './change-notifier.js';
import type { ConversationFiles } from './conversation-files.js';
import { type ConversationRecord, newQuestion, type QuestionRecord } from './records.js';

/** All conversations, read from memory; a change is on disk when its promise resolves. */
export interface ConversationStore {
  all(): readonly ConversationRecord[];
  get(id: number): ConversationRecord | undefined;
  byReadToken(token: string): ConversationRecord | undefined;
  create(userId: number, text: string): Promise<QuestionRecord>;
  followUp(conversation: ConversationRecord, text: string): Promise<QuestionRecord>;
  remove(id: number): Promise<void>;
  /** Call after changing a record in place: saves it and notifies listeners. */
  save(conversationId: number): Promise<void>;
  /** Notifies listeners of progress, which is not saved. */
  notify(): void;
  /** Resolves when all writes are done. */
  flush(): Promise<void>;
}

export async function openConversationStore(
  files: ConversationFiles,
  notifier: ChangeNotifier,
): Promise<ConversationStore> {
  const { conversations, lastConversationId, lastQuestionId } = await files.load();
  const records = new Map(conversations.map((record) => [record.id, record]));
  const highestIds = { conversation: lastConversationId, question: lastQuestionId };

  async function persist(record: ConversationRecord): Promise<void> {
    notifier.notify();
    if (records.has(record.id)) await files.save(record);
  }
  function add(record: ConversationRecord, text: string, now: number): QuestionRecord {
    highestIds.question += 1;
    const question = newQuestion({ id: highestIds.question, conversationId: record.id, text, now });
    record.questions.push(question);
    record.updatedAt = now;
    return question;
  }
  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    byReadToken: (token) => [...records.values()].find((record) => record.readToken === token),
    async create(userId, text) {
      highestIds.conversation += 1;
      const record = newConversation(highestIds.conversation, userId);
      const question = add(record, text, record.createdAt);
      records.set(record.id, record);
      await persist(record);
      return question;
    },
    async followUp(record, text) {
      const question = add(record, text, Date.now());
      await persist(record);
      return question;
    },
    async remove(id) {
      records.delete(id);
      notifier.notify();
      await files.remove(id, {
        conversation: highestIds.conversation,
        question: highestIds.question,
      });
    },
    async save(id) {
      const record = records.get(id);
      if (record) await persist(record);
    },
    notify: notifier.notify,
    flush: () => files.flush(),
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
