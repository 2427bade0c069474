import type { Git } from './git.js';
import { PathFilter } from './path-filter.js';
import { readFiles, type TreeEntry } from './tree.js';

type FileEntry = TreeEntry & { readonly kind: 'file' };

/** All files of a commit, by path. */
export async function readFileList(git: Git, commit: string): Promise<FileList> {
  const list = new FileListBuilder();
  await readFiles(git, commit, (entries) => list.add(entries));
  return list.build();
}

interface PackedFiles {
  /** UTF-8, one after the other. */
  readonly paths: Buffer;
  readonly pathEnds: Uint32Array;
  readonly objectIds: Buffer;
  readonly sizes: Float64Array;
}

/** Packs files some at a time, so that there is never an object for each of them. */
export class FileListBuilder {
  readonly #paths: Buffer[] = [];
  readonly #pathEnds: number[] = [];
  readonly #objectIds: Buffer[] = [];
  readonly #sizes: number[] = [];
  #end = 0;

  add(entries: readonly TreeEntry[]): void {
    const files = entries.filter(({ kind }) => kind === 'file');
    for (const { path, size } of files) {
      this.#end += Buffer.byteLength(path);
      this.#pathEnds.push(this.#end);
      this.#sizes.push(size);
    }
    this.#paths.push(Buffer.from(files.map(({ path }) => path).join('')));
    this.#objectIds.push(Buffer.from(files.map(({ objectId }) => objectId).join(''), 'hex'));
  }

  build(): FileList {
    const list = new FileList({
      paths: Buffer.concat(this.#paths),
      pathEnds: Uint32Array.from(this.#pathEnds),
      objectIds: Buffer.concat(this.#objectIds),
      sizes: Float64Array.from(this.#sizes),
    });
    if (list.isInOrder()) return list;
    // Git's order is another one if names have escapes.
    const sorted = new FileListBuilder();
    sorted.add(inOrder([...list.values()]));
    return sorted.build();
  }
}

function inOrder(files: readonly FileEntry[]): FileEntry[] {
  const withBytes = files.map((file) => ({ file, path: Buffer.from(file.path) }));
  withBytes.sort((a, b) => Buffer.compare(a.path, b.path));
  return withBytes.map(({ file }) => file);
}

/**
 * Files by path, in the order of their bytes. 100,000 files with paths of 40 bytes take 8 MB; in a map with an object
 * for each they take 21.
 */
export class FileList implements ReadonlyMap<string, FileEntry> {
  readonly #paths: Buffer;
  readonly #pathEnds: Uint32Array;
  readonly #objectIds: Buffer;
  readonly #idBytes: number;
  readonly #sizes: Float64Array;
  #filter: PathFilter | undefined;

  constructor({ paths, pathEnds, objectIds, sizes }: PackedFiles) {
    this.#paths = paths;
    this.#pathEnds = pathEnds;
    this.#objectIds = objectIds;
    this.#idBytes = sizes.length === 0 ? 0 : objectIds.length / sizes.length;
    this.#sizes = sizes;
  }

  isInOrder(): boolean {
    for (let n = 1; n < this.size; n += 1) {
      const [before, start, end] = [this.#startOf(n - 1), this.#startOf(n), this.#pathEnds[n]];
      if (this.#paths.compare(this.#paths, start, end, before, start) > 0) return false;
    }
    return true;
  }

  get size(): number {
    return this.#sizes.length;
  }

  get(path: string): FileEntry | undefined {
    const n = this.#indexOf(path);
    return n === undefined ? undefined : this.#entryAt(n, path);
  }

  has(path: string): boolean {
    return this.#indexOf(path) !== undefined;
  }

  forEach(
    run: (entry: FileEntry, path: string, all: ReadonlyMap<string, FileEntry>) => void,
  ): void {
    for (const [path, entry] of this) run(entry, path, this);
  }

  *keys(): MapIterator<string> {
    for (let n = 0; n < this.size; n += 1) yield this.#pathAt(n);
  }

  *values(): MapIterator<FileEntry> {
    for (let n = 0; n < this.size; n += 1) yield this.#entryAt(n, this.#pathAt(n));
  }

  *entries(): MapIterator<[string, FileEntry]> {
    for (const entry of this.values()) yield [entry.path, entry];
  }

  [Symbol.iterator](): MapIterator<[string, FileEntry]> {
    return this.entries();
  }

  #startOf(n: number): number {
    return this.#pathEnds[n - 1] ?? 0;
  }

  #pathAt(n: number): string {
    return this.#paths.toString('utf8', this.#startOf(n), this.#pathEnds[n]);
  }

  #entryAt(n: number, path: string): FileEntry {
    const start = n * this.#idBytes;
    const objectId = this.#objectIds.toString('hex', start, start + this.#idBytes);
    return { path, kind: 'file', objectId, size: this.#sizes[n] ?? 0 };
  }

  #indexOf(path: string): number | undefined {
    this.#filter ??= new PathFilter(this.keys(), this.size);
    // What an import may mean are many paths, most of which do not exist.
    if (!this.#filter.mayHave(path)) return undefined;
    const wanted = Buffer.from(path);
    let from = 0;
    let to = this.size;
    while (from < to) {
      const middle = (from + to) >> 1;
      const end = this.#pathEnds[middle];
      const order = this.#paths.compare(wanted, 0, wanted.length, this.#startOf(middle), end);
      if (order === 0) return middle;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return undefined;
  }
}
