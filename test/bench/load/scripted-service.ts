import { type Conversation, conversationObject, questionObject } from './conversation-json.js';
import { type JsonReply, startJsonServer } from './json-server.js';

/** What is known of a question, by its mark. Times are ms since the epoch. */
export interface ServiceRecord {
  readonly createdAt: number;
  finishedAt?: number;
  /** How often it was created. */
  times: number;
}

/** Since the start. */
export interface ServiceCounts {
  /** Of conversations and of the list. */
  readonly reads: number;
  /** The most questions that were open at once. */
  readonly mostOpen: number;
}

export interface ScriptedService {
  readonly url: string;
  /** How long it works on the n-th question from now on, ms. */
  work(workMs: (n: number) => number): void;
  record(mark: string): ServiceRecord | undefined;
  counts(): ServiceCounts;
  stop(): Promise<void>;
}

const ROOT = '/.api/deepsearch/v1';
const NOT_FOUND: JsonReply = { status: 404, body: { message: 'not found' } };

/**
 * An instance whose answers take as long as they are told to. It has the conversation API and no code
 * tools. As on the local service, a conversation's `updated_at` changes when it is created and when its
 * question ends.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  const store = createConversations();
  let reads = 0;

  function read(path: string, query: URLSearchParams): JsonReply {
    reads += 1;
    if (path === '') return { body: page(store, query) };
    const [, id, , question] = path.split('/');
    const found = store.conversations[Number(id) - 1];
    if (found === undefined) return NOT_FOUND;
    return { body: question === undefined ? conversationObject(found) : questionObject(found) };
  }

  function cancel(path: string): JsonReply {
    const id = Number(/^\/(\d+)\/.*cancel$/.exec(path)?.[1]);
    const found = store.conversations[id - 1];
    if (found === undefined) return NOT_FOUND;
    store.end(found, 'cancelled');
    return { body: questionObject(found) };
  }

  const server = await startJsonServer(({ method, url = '' }, body) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (!pathname.startsWith(ROOT)) return NOT_FOUND;
    const path = pathname.slice(ROOT.length).replace(/\/$/, '');
    if (method === 'GET') return read(path, searchParams);
    if (path !== '') return cancel(path);
    const { question } = JSON.parse(body) as { question: string };
    return { body: conversationObject(store.create(question)) };
  });
  return {
    url: server.url,
    work: store.work,
    record: (mark) => store.records.get(mark),
    counts: () => ({ reads, mostOpen: store.mostOpen() }),
    async stop() {
      store.stop();
      await server.stop();
    },
  };
}

type Conversations = ReturnType<typeof createConversations>;

/** The conversations, each of which ends when its time has come. */
function createConversations() {
  const conversations: Conversation[] = [];
  /** Every change, oldest first. */
  const changes: Conversation[] = [];
  const records = new Map<string, ServiceRecord>();
  const timers = new Set<NodeJS.Timeout>();
  let workMs: (n: number) => number = () => 0;
  let open = 0;
  let mostOpen = 0;

  function end(conversation: Conversation, status: 'completed' | 'cancelled'): void {
    if (conversation.status !== 'processing') return;
    const now = Date.now();
    Object.assign(conversation, { status, updatedAt: now });
    changes.push(conversation);
    open -= 1;
    const record = records.get(conversation.mark);
    if (record !== undefined) record.finishedAt ??= now;
  }

  function endLater(conversation: Conversation): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        end(conversation, 'completed');
      },
      workMs(Number(conversation.mark.slice(1, -1))),
    );
    timers.add(timer);
  }

  function create(question: string): Conversation {
    const mark = question.match(/q\d+q/)?.[0] ?? 'unmarked';
    const now = Date.now();
    const id = conversations.length + 1;
    const times = { createdAt: now, updatedAt: now };
    const created: Conversation = { id, question, mark, ...times, status: 'processing' };
    conversations.push(created);
    changes.push(created);
    const record = records.get(mark) ?? { createdAt: now, times: 0 };
    record.times += 1;
    records.set(mark, record);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    endLater(created);
    return created;
  }

  return {
    conversations,
    changes,
    records,
    create,
    end,
    mostOpen: () => mostOpen,
    work(next: (n: number) => number) {
      workMs = next;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** A page of the list, newest first; the cursor is the place in the order that it is in. */
function page(
  { conversations, changes }: Pick<Conversations, 'conversations' | 'changes'>,
  query: URLSearchParams,
) {
  const byUpdate = /^-?updated_at$/.test(query.get('sort') ?? '-updated_at');
  const all = byUpdate ? changes : conversations;
  const size = Math.min(100, Number(query.get('page_first') ?? 50));
  const items = new Set<Conversation>();
  let at = Number(query.get('page_after') ?? all.length);
  while (at > 0 && items.size < size) {
    at -= 1;
    const one = all[at];
    // What changed again later is further in front.
    if (one !== undefined && (!byUpdate || all.lastIndexOf(one) === at)) items.add(one);
  }
  return {
    conversations: [...items].map(conversationObject),
    next_cursor: at > 0 ? String(at) : null,
  };
}
