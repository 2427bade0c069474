import { ANSWER_SOURCES, shortAnswer } from '../../chaos/planned-engine.js';
import { type JsonReply, startJsonServer } from './json-server.js';

/** What is known of a question, by its mark. Times are ms since the epoch. */
export interface ServiceRecord {
  readonly createdAt: number;
  finishedAt?: number;
  /** How often it was created. */
  times: number;
}

export interface ScriptedService {
  readonly url: string;
  /** How long it works on the n-th question from now on, ms. */
  work(workMs: (n: number) => number): void;
  record(mark: string): ServiceRecord | undefined;
  /** Since the start: reads of a conversation and of the list, and the most questions open at once. */
  counts(): ServiceCounts;
  stop(): Promise<void>;
}

export interface ServiceCounts {
  readonly reads: number;
  readonly mostOpen: number;
}

interface Conversation {
  readonly id: number;
  readonly question: string;
  readonly mark: string;
  readonly createdAt: number;
  updatedAt: number;
  status: 'processing' | 'completed' | 'cancelled';
}

const ROOT = '/.api/deepsearch/v1';
const STEP_MS = 3_000;
const MAX_STEPS = 20;
const NOT_FOUND: JsonReply = { status: 404, body: { message: 'not found' } };

/**
 * An instance whose answers take as long as they are told to. It has the conversation API and no code
 * tools. As on the local service, a conversation's `updated_at` changes when it is created and when its
 * question ends.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  const conversations: Conversation[] = [];
  /** Every change, oldest first. */
  const changes: Conversation[] = [];
  const records = new Map<string, ServiceRecord>();
  const timers = new Set<NodeJS.Timeout>();
  let workMs: (n: number) => number = () => 0;
  let reads = 0;
  let open = 0;
  let mostOpen = 0;

  function end(conversation: Conversation, status: Conversation['status']): void {
    if (conversation.status !== 'processing') return;
    const now = Date.now();
    Object.assign(conversation, { status, updatedAt: now });
    changes.push(conversation);
    open -= 1;
    const record = records.get(conversation.mark);
    if (record !== undefined) record.finishedAt ??= now;
  }

  function create(body: string): JsonReply {
    const { question } = JSON.parse(body) as { question: string };
    const mark = question.match(/q\d+q/)?.[0] ?? 'unmarked';
    const now = Date.now();
    const id = conversations.length + 1;
    const status = 'processing';
    const created: Conversation = { id, question, mark, createdAt: now, updatedAt: now, status };
    conversations.push(created);
    changes.push(created);
    const record = records.get(mark) ?? { createdAt: now, times: 0 };
    record.times += 1;
    records.set(mark, record);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        end(created, 'completed');
      },
      workMs(Number(mark.slice(1, -1))),
    );
    timers.add(timer);
    return { body: conversationObject(created) };
  }

  function read(path: string, query: URLSearchParams): JsonReply {
    reads += 1;
    if (path === '') return { body: page({ conversations, changes }, query) };
    const [, id, , question] = path.split('/');
    const found = conversations[Number(id) - 1];
    if (found === undefined) return NOT_FOUND;
    return { body: question === undefined ? conversationObject(found) : questionObject(found) };
  }

  const server = await startJsonServer(({ method, url = '' }, body) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (!pathname.startsWith(ROOT)) return NOT_FOUND;
    const path = pathname.slice(ROOT.length).replace(/\/$/, '');
    if (method === 'GET') return read(path, searchParams);
    if (path === '') return create(body);
    const cancelled = conversations[Number(/^\/(\d+)\/.*cancel$/.exec(path)?.[1]) - 1];
    if (cancelled === undefined) return NOT_FOUND;
    end(cancelled, 'cancelled');
    return { body: questionObject(cancelled) };
  });
  return {
    url: server.url,
    work: (next) => {
      workMs = next;
    },
    record: (mark) => records.get(mark),
    counts: () => ({ reads, mostOpen }),
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await server.stop();
    },
  };
}

interface Kept {
  readonly conversations: readonly Conversation[];
  readonly changes: readonly Conversation[];
}

/** A page of the list, newest first; the cursor is the place in the order that it is in. */
function page({ conversations, changes }: Kept, query: URLSearchParams) {
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

function conversationObject(conversation: Conversation) {
  const { id, createdAt, updatedAt, status } = conversation;
  const token = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  const base = {
    id,
    questions: [questionObject(conversation)],
    created_at: isoString(createdAt),
    updated_at: isoString(updatedAt),
    user_id: 1,
    read_token: token,
    share_url: `https://service.example.com/deepsearch/shared/${token}`,
  };
  if (status === 'processing') return base;
  const quota_usage = { total_quota: id, quota_limit: -1, reset_time: isoString(updatedAt) };
  return { ...base, viewer: { is_owner: true }, quota_usage };
}

function questionObject({ id, question, mark, createdAt, updatedAt, status }: Conversation) {
  const workedMs = (status === 'processing' ? Date.now() : updatedAt) - createdAt;
  const steps = Math.min(MAX_STEPS, Math.floor(workedMs / STEP_MS));
  return {
    id,
    conversation_id: id,
    question,
    created_at: isoString(createdAt),
    updated_at: isoString(updatedAt),
    turns: [
      { reasoning: question, timestamp: createdAt / 1000, role: 'user' },
      ...Array.from({ length: steps }, (_, step) => ({
        reasoning: `Searching for "retry" in src/${step}`,
        timestamp: (createdAt + (step + 1) * STEP_MS) / 1000,
        role: 'assistant',
      })),
    ],
    stats: { time_millis: workedMs, tool_calls: steps, total_tokens: 1_000 * steps, credits: 0 },
    suggested_followups: null,
    ...outcomeOf(status, mark),
  };
}

function outcomeOf(status: Conversation['status'], mark: string) {
  if (status === 'processing') return { status };
  if (status === 'cancelled') {
    const error = { title: 'Cancelled', kind: 'Cancelled', message: 'The question was cancelled.' };
    return { status: 'completed', error };
  }
  return {
    status,
    title: 'Where retries are decided',
    answer: shortAnswer(mark),
    sources: ANSWER_SOURCES,
    suggested_followups: [],
  };
}

function isoString(ms: number): string {
  return new Date(ms).toISOString();
}
