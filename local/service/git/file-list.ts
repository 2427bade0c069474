import type { TreeEntry } from './tree.js';

type FileEntry = TreeEntry & { readonly kind: 'file' };

/**
 * Files by path, in the order of their bytes. 100,000 files with paths of 40 bytes take 8 MB; in a map with an object
 * for each they take 21.
 */
export class FileList implements ReadonlyMap<string, FileEntry> {
  /** UTF-8, one after the other. */
  readonly #paths: Buffer;
  readonly #pathEnds: Uint32Array;
  readonly #objectIds: Buffer;
  readonly #idBytes: number;
  readonly #sizes: Float64Array;

  constructor(entries: readonly TreeEntry[]) {
    const files = entries.filter(({ kind }) => kind === 'file');
    const sorted = files.map((file) => ({ file, path: Buffer.from(file.path) }));
    // They are in order, except for those whose names have escapes.
    sorted.sort((a, b) => Buffer.compare(a.path, b.path));
    this.#paths = Buffer.concat(sorted.map(({ path }) => path));
    this.#pathEnds = new Uint32Array(files.length);
    this.#sizes = Float64Array.from(sorted, ({ file }) => file.size);
    this.#idBytes = (files[0]?.objectId.length ?? 0) / 2;
    this.#objectIds = Buffer.alloc(this.#idBytes * files.length);
    let end = 0;
    for (const [n, { file, path }] of sorted.entries()) {
      end += path.length;
      this.#pathEnds[n] = end;
      this.#objectIds.write(file.objectId, n * this.#idBytes, 'hex');
    }
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
