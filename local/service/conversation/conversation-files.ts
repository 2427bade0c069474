import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConversationRecord, rewound } from './records.js';

/** Where conversations rest between two runs. Writes of one file happen in order. */
export interface Disk {
  load(): Promise<Kept>;
  save(record: ConversationRecord): Promise<void>;
  /** `last` are the highest ids given out, so that a deleted one is never given again. */
  remove(id: number, last: { conversation: number; question: number }): Promise<void>;
  settled(): Promise<void>;
}

interface Kept {
  readonly conversations: readonly ConversationRecord[];
  readonly lastConversationId: number;
  readonly lastQuestionId: number;
}

/** Keeps nothing. */
export const noDisk: Disk = {
  load: async () => ({ conversations: [], lastConversationId: 0, lastQuestionId: 0 }),
  save: async () => {},
  remove: async () => {},
  settled: async () => {},
};

/** One JSON file a conversation, readable by its owner alone: they hold read tokens. */
export async function openDisk(dataDir: string): Promise<Disk> {
  const folder = join(dataDir, 'conversations');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const inOrder = sequence();
  const file = (id: number) => join(folder, `${id}.json`);
  return {
    load: () => load(folder),
    save: (record) => {
      const text = JSON.stringify(record);
      return inOrder(() => replaceFile(file(record.id), text));
    },
    remove: (id, last) =>
      inOrder(async () => {
        await replaceFile(join(folder, 'last.json'), JSON.stringify(last));
        await rm(file(id), { force: true });
      }),
    settled: () => inOrder(async () => {}),
  };
}

async function load(folder: string): Promise<Kept> {
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
    question.phase === 'ended' ? question : rewound(question),
  );
  return { ...record, questions };
}

/** A reader, or a crash, sees the old file or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Runs tasks one after the other; a failed one does not hold up the next. */
function sequence(): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => {});
    return mine;
  };
}
