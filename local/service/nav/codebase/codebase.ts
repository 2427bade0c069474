import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../../git/tree.js';
import { findLines } from '../../tools/grep.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { FilesOf } from '../../tools/snapshot-files.js';
import type { ToolContext } from '../../tools/tool.js';
import type { Syntax } from '../parser/parser.js';
import type { Declaration, Summary } from '../symbols/symbol-table.js';

/** A file whose syntax was read. */
export interface SourceFile {
  readonly place: Snapshot;
  readonly path: string;
  readonly objectId: string;
  readonly summary: Summary;
  /** The numbers of the declarations of a name in a scope. */
  declared(scope: number, name: string): readonly number[];
  /** The numbers of the methods that are declared beside their type. */
  ofOwner(owner: string, name: string): readonly number[];
  declaration(n: number): Declaration;
}

/** The files of all repositories, for one call of a tool. */
export interface Library {
  /** The place that was asked about first. */
  readonly places: readonly Snapshot[];
  /** Nothing where there is no such file, or it cannot be read by syntax. */
  open(place: Snapshot, path: string): Promise<SourceFile | undefined>;
  files(place: Snapshot): Promise<ReadonlyMap<string, TreeEntry>>;
  /** A small text file, such as a package's description. */
  text(place: Snapshot, path: string): Promise<string | undefined>;
  /** The paths of the files that have the word; not all of them where time was short. */
  having(place: Snapshot, word: string): Promise<{ paths: readonly string[]; complete: boolean }>;
  /** Lets others have a turn now and then. Throws `OutOfTime`. */
  goOn(): Promise<void>;
}

/** The call's time is up: what was found so far is all. */
export class OutOfTime extends Error {
  constructor() {
    super('the time is up');
    this.name = 'OutOfTime';
  }
}

/** What is known already is followed without a pause, which is long where there is much of it. */
const STEPS_IN_A_TURN = 100;
const LARGEST_TEXT = 256 * 1024;

interface Parts {
  readonly places: readonly Snapshot[];
  readonly filesOf: FilesOf;
  readonly syntax: Syntax;
  readonly context: ToolContext;
}

export function openLibrary({ places, filesOf, syntax, context }: Parts): Library {
  const files = remembered((place: Snapshot) => placeKey(place), filesOf);
  let steps = 0;
  function check(): void {
    context.signal.throwIfAborted();
    if (Date.now() > context.deadline) throw new OutOfTime();
  }
  async function open(place: Snapshot, path: string): Promise<SourceFile | undefined> {
    check();
    const entry = (await files(place)).get(path);
    if (!entry) return undefined;
    const { objectId, size } = entry;
    const { read } = place.repository.blobs;
    const summary = await syntax.summaryOf({ path, objectId, size, read });
    check();
    return summary && sourceFile({ place, path, objectId, summary });
  }
  async function text(place: Snapshot, path: string): Promise<string | undefined> {
    const entry = (await files(place)).get(path);
    if (!entry || entry.size > LARGEST_TEXT) return undefined;
    return (await place.repository.blobs.read(entry.objectId)).toString('utf8');
  }
  async function having(snapshot: Snapshot, word: string) {
    check();
    const terms = [{ text: word, isRegex: false }];
    const options = { caseSensitive: true, wholeWords: true };
    const found = await findLines({ snapshot, terms, options }, context);
    return { paths: [...found.files.keys()], complete: found.complete };
  }
  const key = (place: Snapshot, path: string) => fileKey({ place, path });
  return {
    ...{ places, files },
    async goOn() {
      check();
      steps += 1;
      if (steps % STEPS_IN_A_TURN === 0) await setImmediate();
    },
    open: remembered(key, open),
    text: remembered(key, text),
    having: remembered(key, having),
  };
}

export function placeKey({ repository, commit }: Snapshot): string {
  return `${repository.name}@${commit}`;
}

/** Tells files of different places apart. */
export function fileKey({
  place,
  path,
}: {
  readonly place: Snapshot;
  readonly path: string;
}): string {
  return `${placeKey(place)}:${path}`;
}

/** Does for each key once. */
function remembered<A extends readonly unknown[], R>(
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

function sourceFile(file: Pick<SourceFile, 'place' | 'path' | 'objectId' | 'summary'>): SourceFile {
  const byName = new Map<string, number[]>();
  const put = (key: string, n: number) => {
    const known = byName.get(key);
    if (known) known.push(n);
    else byName.set(key, [n]);
  };
  for (const [n, { scope, name, owner }] of file.summary.declarations.entries()) {
    if (scope >= 0) put(`${scope} ${name}`, n);
    if (owner !== undefined) put(`.${owner} ${name}`, n);
  }
  return {
    ...file,
    declared: (scope, name) => byName.get(`${scope} ${name}`) ?? [],
    ofOwner: (owner, name) => byName.get(`.${owner} ${name}`) ?? [],
    declaration(n) {
      const found = file.summary.declarations[n];
      if (!found) throw new Error(`${file.path} has no declaration ${n}`);
      return found;
    },
  };
}
