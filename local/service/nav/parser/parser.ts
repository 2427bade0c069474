import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../workers/start-worker.js';
import { type Grammar, grammarOf } from '../languages/languages.js';
import type { Summary } from '../symbols/symbol-table.js';
import type { ParseReply, ParseRequest } from './worker-messages.js';

/** Reads files by their language's syntax, on a thread of its own, so that nothing else waits. */
export interface Syntax {
  /** Nothing for a file of another language, one that is too large, or that took too long. */
  summaryOf(file: Parsing): Promise<Summary | undefined>;
  /** Ends the thread; what is asked afterwards gets nothing. */
  stop(): Promise<void>;
}

export interface Parsing {
  readonly path: string;
  readonly objectId: string;
  /** Bytes. */
  readonly size: number;
  read(objectId: string): Promise<Buffer>;
}

/** Larger files are generated; nobody waits for their trees. */
const LARGEST_FILE = 512 * 1024;
/** Names in all the summaries that are kept: some hundred bytes each. */
const MOST_KEPT = 300_000;
/** A thread that says nothing for so long is ended, with what it has in hand. */
const SILENCE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

export function createSyntax(): Syntax {
  const thread = createThread();
  const kept = createKept();
  return {
    async summaryOf({ path, objectId, size, read }) {
      const grammar = grammarOf(path);
      if (!grammar || size > LARGEST_FILE) return undefined;
      const key = `${grammar} ${objectId}`;
      const known = kept.get(key);
      if (known) return known;
      const bytes = await read(objectId);
      if (bytes.includes(0)) return undefined;
      const summary = await thread.parse(grammar, bytes.toString('utf8'));
      if (summary) kept.put(key, summary);
      return summary;
    },
    stop: thread.stop,
  };
}

/** What was used last is kept: a blob's summary never changes. */
function createKept() {
  const summaries = new Map<string, Summary>();
  let size = 0;
  function drop(key: string): void {
    const summary = summaries.get(key);
    if (summary) size -= weightOf(summary);
    summaries.delete(key);
  }
  function put(key: string, summary: Summary): void {
    drop(key);
    summaries.set(key, summary);
    size += weightOf(summary);
    for (const [oldest] of summaries) {
      if (size <= MOST_KEPT) break;
      drop(oldest);
    }
  }
  return {
    put,
    get(key: string): Summary | undefined {
      const summary = summaries.get(key);
      if (summary) put(key, summary);
      return summary;
    },
  };
}

function weightOf({ uses, declarations }: Summary): number {
  return 20 + uses.length + declarations.length;
}

/** One worker, started when first needed and again after it died. */
function createThread() {
  let worker: Worker | undefined;
  let silence: NodeJS.Timeout | undefined;
  let lastId = 0;
  let stopped = false;
  const waiting = new Map<number, (summary: Summary | undefined) => void>();

  function start(): Worker {
    const entry = new URL('./worker.js', import.meta.url);
    const started = startWorker({ entry, resourceLimits: MEMORY });
    started.on('message', receive);
    started.on('error', () => over(started));
    started.on('exit', () => over(started));
    return started;
  }
  function receive({ id, summary }: ParseReply): void {
    waiting.get(id)?.(summary);
    waiting.delete(id);
    watch();
  }
  function over(ended: Worker): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
    watch();
  }
  function watch(): void {
    clearTimeout(silence);
    if (waiting.size === 0) return;
    silence = setTimeout(() => void worker?.terminate(), SILENCE_MS);
    silence.unref();
  }
  return {
    parse(grammar: Grammar, text: string): Promise<Summary | undefined> {
      if (stopped) return Promise.resolve(undefined);
      lastId += 1;
      const request: ParseRequest = { id: lastId, grammar, text };
      return new Promise((resolve) => {
        waiting.set(request.id, resolve);
        worker ??= start();
        worker.postMessage(request);
        if (waiting.size === 1) watch();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      await worker?.terminate();
    },
  };
}
