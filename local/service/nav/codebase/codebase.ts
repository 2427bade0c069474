import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../../git/tree.js';
import type { FindWord } from '../../tools/candidates.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { FilesOf } from '../../tools/snapshot-files.js';
import type { ToolContext } from '../../tools/tool.js';
import type { SyntaxParser } from '../parser/parser.js';
import type { Declaration, SymbolTable } from '../symbols/symbol-table.js';

/** A parsed file. */
export interface SourceFile {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly objectId: string;
  readonly symbols: SymbolTable;
  /** The indexes of the declarations of a name in a scope. */
  declarationsNamed(scope: number, name: string): readonly number[];
  /** The indexes of Go methods, by the type of their receiver. */
  methodsOfReceiver(owner: string, name: string): readonly number[];
  declaration(n: number): Declaration;
}

/** The files of all repositories, for one tool call. */
export interface Codebase {
  /** The first is the one that was asked about. */
  readonly snapshots: readonly Snapshot[];
  /** `undefined` if there is no such file, or it cannot be parsed. */
  open(snapshot: Snapshot, path: string): Promise<SourceFile | undefined>;
  files(snapshot: Snapshot): Promise<ReadonlyMap<string, TreeEntry>>;
  /** The text of a small file, such as a package manifest. */
  text(snapshot: Snapshot, path: string): Promise<string | undefined>;
  /** The paths of the files that contain the word; not `complete` if the time was up. */
  filesContaining(
    snapshot: Snapshot,
    word: string,
  ): Promise<{ paths: readonly string[]; complete: boolean }>;
  /** Yields to the event loop now and then. Throws `TimeLimitError`. */
  checkpoint(): Promise<void>;
}

/** The tool call's time is up: it returns what it has found so far. */
export class TimeLimitError extends Error {
  constructor() {
    super('the time is up');
    this.name = 'TimeLimitError';
  }
}

/** Cached results are resolved synchronously, which could block the event loop for long. */
const STEPS_BETWEEN_YIELDS = 100;
const MAX_TEXT_BYTES = 256 * 1024;

interface CodebaseOptions {
  readonly snapshots: readonly Snapshot[];
  readonly filesOf: FilesOf;
  readonly findWord: FindWord;
  readonly syntax: SyntaxParser;
  readonly context: ToolContext;
}

export function openCodebase({
  snapshots,
  filesOf,
  findWord,
  syntax,
  context,
}: CodebaseOptions): Codebase {
  const files = memoize((snapshot: Snapshot) => snapshotKey(snapshot), filesOf);
  let steps = 0;
  function check(): void {
    context.signal.throwIfAborted();
    if (Date.now() > context.deadline) throw new TimeLimitError();
  }
  async function open(snapshot: Snapshot, path: string): Promise<SourceFile | undefined> {
    check();
    const entry = (await files(snapshot)).get(path);
    if (!entry) return undefined;
    const { objectId, size } = entry;
    const { read } = snapshot.repository.blobs;
    const summary = await syntax.symbolTableOf({ path, objectId, size, read });
    check();
    return summary && sourceFile({ snapshot, path, objectId, symbols: summary });
  }
  async function text(snapshot: Snapshot, path: string): Promise<string | undefined> {
    const entry = (await files(snapshot)).get(path);
    if (!entry || entry.size > MAX_TEXT_BYTES) return undefined;
    return (await snapshot.repository.blobs.read(entry.objectId)).toString('utf8');
  }
  async function having(snapshot: Snapshot, word: string) {
    check();
    const found = await findWord({ snapshot, word }, context);
    return { paths: [...found.files.keys()], complete: found.complete };
  }
  const key = (snapshot: Snapshot, path: string) => fileKey({ snapshot, path });
  return {
    snapshots,
    files,
    async checkpoint() {
      check();
      steps += 1;
      if (steps % STEPS_BETWEEN_YIELDS === 0) await setImmediate();
    },
    open: memoize(key, open),
    text: memoize(key, text),
    filesContaining: memoize(key, having),
  };
}

function snapshotKey({ repository, commit }: Snapshot): string {
  return `${repository.name}@${commit}`;
}

/** Identifies a file across repositories. */
export function fileKey({
  snapshot,
  path,
}: {
  readonly snapshot: Snapshot;
  readonly path: string;
}): string {
  return `${snapshotKey(snapshot)}:${path}`;
}

/** Runs once per key. */
function memoize<A extends readonly unknown[], R>(
  keyOf: (...args: A) => string,
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const known = new Map<string, Promise<R>>();
  return (...args) => {
    const key = keyOf(...args);
    const promise = known.get(key) ?? run(...args);
    known.set(key, promise);
    return promise;
  };
}

function sourceFile(
  file: Pick<SourceFile, 'snapshot' | 'path' | 'objectId' | 'symbols'>,
): SourceFile {
  const byName = new Map<string, number[]>();
  const put = (key: string, n: number) => {
    const known = byName.get(key);
    if (known) known.push(n);
    else byName.set(key, [n]);
  };
  for (const [n, { scope, name, receiverType }] of file.symbols.declarations.entries()) {
    if (scope >= 0) put(`${scope} ${name}`, n);
    if (receiverType !== undefined) put(`.${receiverType} ${name}`, n);
  }
  return {
    ...file,
    declarationsNamed: (scope, name) => byName.get(`${scope} ${name}`) ?? [],
    methodsOfReceiver: (owner, name) => byName.get(`.${owner} ${name}`) ?? [],
    declaration(n) {
      const found = file.symbols.declarations[n];
      if (!found) throw new Error(`${file.path} has no declaration ${n}`);
      return found;
    },
  };
}
