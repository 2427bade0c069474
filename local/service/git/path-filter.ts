const BITS_PER_PATH = 16;
const PROBES = 3;

/** Says of most paths that are not among the given ones that they are not: a Bloom filter, of two bytes for each. */
export class PathFilter {
  readonly #bits: Uint8Array;
  readonly #mask: number;

  constructor(paths: Iterable<string>, count: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, BITS_PER_PATH * count)));
    this.#bits = new Uint8Array(size / 8);
    this.#mask = size - 1;
    for (const path of paths) this.#add(path);
  }

  /** Of the given paths always true. */
  mayHave(path: string): boolean {
    const [first, step] = hashesOf(path);
    for (let n = 0; n < PROBES; n += 1) {
      const bit = (first + n * step) & this.#mask;
      if (((this.#bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #add(path: string): void {
    const [first, step] = hashesOf(path);
    for (let n = 0; n < PROBES; n += 1) {
      const bit = (first + n * step) & this.#mask;
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
}

/** FNV-1a, and its bits mixed once more. */
function hashesOf(text: string): readonly [number, number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return [hash ^ (hash >>> 13), (mixed ^ (mixed >>> 13)) | 1];
}
