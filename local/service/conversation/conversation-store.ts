import { randomUUID } from 'node:crypto';
import type { ChangeNotifier } from './change-notifier.js';
import type { ConversationFiles } from './conversation-files.js';
import {
  type ConversationRecord,
  type ConversationTimes,
  newQuestion,
  type QuestionRecord,
} from './records.js';

const MAX_DELETED = 10_000;

/** All conversations, read from memory; a change is on disk when its promise resolves. */
export interface ConversationStore {
  all(): readonly ConversationRecord[];
  get(id: number): ConversationRecord | undefined;
  /** One of the last 10,000 that were deleted since the start: clients may be paging after it. */
  deleted(id: number): ConversationTimes | undefined;
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
  const deleted = new Map<number, ConversationTimes>();
  const highestIds = { conversation: lastConversationId, question: lastQuestionId };

  function remember({ id, userId, createdAt, updatedAt }: ConversationRecord): void {
    deleted.set(id, { id, userId, createdAt, updatedAt });
    const [oldest] = deleted.keys();
    if (deleted.size > MAX_DELETED && oldest !== undefined) deleted.delete(oldest);
  }
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
    deleted: (id) => deleted.get(id),
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
      const record = records.get(id);
      if (record) remember(record);
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
