import { createWorkerClient } from '../../workers/worker-client.js';
import { type Grammar, grammarOf } from '../languages/languages.js';
import type { SymbolTable } from '../symbols/symbol-table.js';
import type { ParseReply, ParseRequest } from './worker-messages.js';

/** Parses source files with tree-sitter, on a worker thread so that the main thread is not blocked. */
export interface SyntaxParser {
  /** `undefined` for files of other languages, too large ones, and those that take too long. */
  symbolTableOf(file: SourceBlob): Promise<SymbolTable | undefined>;
  /** Terminates the worker. Later calls give `undefined`. */
  stop(): Promise<void>;
}

export interface SourceBlob {
  readonly path: string;
  readonly objectId: string;
  /** Bytes. */
  readonly size: number;
  read(objectId: string): Promise<Buffer>;
}

/** Larger files are generated code, and slow to parse. */
const MAX_FILE_BYTES = 512 * 1024;
/** References and declarations in all cached symbol tables, of 280 bytes each: those of several hundred files. */
const MAX_CACHED_SYMBOLS = 150_000;
/** A worker without a reply for so long is terminated, and its requests give `undefined`. */
const UNRESPONSIVE_MS = 30_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 };

export function createSyntaxParser(): SyntaxParser {
  const parserWorker = createParserWorker();
  const cache = createSymbolTableCache();
  return {
    async symbolTableOf({ path, objectId, size, read }) {
      const grammar = grammarOf(path);
      if (!grammar || size > MAX_FILE_BYTES) return undefined;
      const key = `${grammar} ${objectId}`;
      const known = cache.get(key);
      if (known) return known;
      const bytes = await read(objectId);
      if (bytes.includes(0)) return undefined;
      const table = await parserWorker.parse(grammar, bytes.toString('utf8'));
      if (table) cache.put(key, table);
      return table;
    },
    stop: parserWorker.stop,
  };
}

/** A least-recently-used cache: the symbol table of a blob never changes. */
function createSymbolTableCache() {
  const tables = new Map<string, SymbolTable>();
  let size = 0;
  function drop(key: string): void {
    const table = tables.get(key);
    if (table) size -= symbolCount(table);
    tables.delete(key);
  }
  function put(key: string, table: SymbolTable): void {
    drop(key);
    tables.set(key, table);
    size += symbolCount(table);
    for (const [oldest] of tables) {
      if (size <= MAX_CACHED_SYMBOLS) break;
      drop(oldest);
    }
  }
  return {
    put,
    get(key: string): SymbolTable | undefined {
      const table = tables.get(key);
      if (table) put(key, table);
      return table;
    },
  };
}

function symbolCount({ references, declarations }: SymbolTable): number {
  return 20 + references.length + declarations.length;
}

function createParserWorker() {
  let watchdog: NodeJS.Timeout | undefined;
  let lastId = 0;
  let stopped = false;
  const pending = new Map<number, (table: SymbolTable | undefined) => void>();
  const client = createWorkerClient<ParseRequest, ParseReply>({
    name: 'nav/parser',
    resourceLimits: RESOURCE_LIMITS,
    onReply({ id, symbolTable }) {
      pending.get(id)?.(symbolTable);
      pending.delete(id);
      restartWatchdog();
    },
    onExit() {
      for (const resolve of pending.values()) resolve(undefined);
      pending.clear();
      restartWatchdog();
    },
  });

  function restartWatchdog(): void {
    clearTimeout(watchdog);
    if (pending.size === 0) return;
    watchdog = setTimeout(() => void client.thread()?.terminate(), UNRESPONSIVE_MS);
    watchdog.unref();
  }
  return {
    parse(grammar: Grammar, text: string): Promise<SymbolTable | undefined> {
      if (stopped) return Promise.resolve(undefined);
      lastId += 1;
      const request: ParseRequest = { id: lastId, grammar, text };
      return new Promise((resolve) => {
        pending.set(request.id, resolve);
        client.send(request);
        if (pending.size === 1) restartWatchdog();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      await client.thread()?.terminate();
    },
  };
}
