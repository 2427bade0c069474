import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConversationRecord, resetForRestart } from './records.js';

/** Stores conversations between runs. Writes happen in order. */
export interface ConversationFiles {
  load(): Promise<LoadedConversations>;
  save(record: ConversationRecord): Promise<void>;
  /** `last`: the highest ids assigned, so that the id of a deleted one is never reused. */
  remove(id: number, last: { conversation: number; question: number }): Promise<void>;
  flush(): Promise<void>;
}

interface LoadedConversations {
  readonly conversations: readonly ConversationRecord[];
  readonly lastConversationId: number;
  readonly lastQuestionId: number;
}

/** Stores nothing: conversations live in memory only. */
export const noConversationFiles: ConversationFiles = {
  load: async () => ({ conversations: [], lastConversationId: 0, lastQuestionId: 0 }),
  save: async () => {},
  remove: async () => {},
  flush: async () => {},
};

/** One JSON file per conversation, readable by its owner only: it holds a read token. */
export async function openConversationFiles(dataDir: string): Promise<ConversationFiles> {
  const folder = join(dataDir, 'conversations');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const enqueue = createSerialQueue();
  const file = (id: number) => join(folder, `${id}.json`);
  return {
    load: () => load(folder),
    save: (record) => {
      const text = JSON.stringify(record);
      return enqueue(() => writeFileAtomically(file(record.id), text));
    },
    remove: (id, last) =>
      enqueue(async () => {
        await writeFileAtomically(join(folder, 'last.json'), JSON.stringify(last));
        await rm(file(id), { force: true });
      }),
    flush: () => enqueue(async () => {}),
  };
}

async function load(folder: string): Promise<LoadedConversations> {
  const names = await readdir(folder);
  const files = names.filter((name) => /^\d+\.json$/.test(name));
  const conversations = await Promise.all(files.map((name) => readRecord(join(folder, name))));
  const last = names.includes('last.json')
    ? JSON.parse(await readFile(join(folder, 'last.json'), 'utf8'))
    : { conversation: 0, question: 0 };
  const questions = conversations.flatMap((record) => record.questions.map(({ id }) => id));
  return {
    conversations: conversations.sort((a, b) => a.id - b.id),
    lastConversationId: Math.max(last.conversation, ...conversations.map(({ id }) => id)),
    lastQuestionId: Math.max(last.question, ...questions),
  };
}

async function readRecord(path: string): Promise<ConversationRecord> {
  const record = JSON.parse(await readFile(path, 'utf8')) as ConversationRecord;
  const questions = record.questions.map((question) =>
    question.phase === 'ended' ? question : resetForRestart(question),
  );
  return { ...record, questions };
}

/** Atomic: after a crash there is either the old file or the new one. */
async function writeFileAtomically(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Runs tasks one after the other; a failed task does not block the next. */
function createSerialQueue(): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (task) => {
    const current = last.then(task);
    last = current.catch(() => {});
    return current;
  };
}
