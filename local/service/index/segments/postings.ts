/** Where a term occurs in one field: chunk numbers in ascending order, and how often in each. */
export interface PostingList {
  readonly chunks: Uint32Array;
  readonly counts: Uint32Array;
}

/** A growing buffer of bytes and of numbers below 2^31 in 7-bit groups, lowest first (LEB128). */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;
  constructor(capacity = 1_024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }
  get length(): number {
    return this.#length;
  }
  writeNumber(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
  writeBytes(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }
  /** Valid until the next write. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
  clear(): void {
    this.#length = 0;
  }
  #grow(by: number): void {
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + by));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }
  readNumber(): number {
    let value = 0;
    let shift = 0;
    let byte = this.#bytes[this.#at++] ?? 0;
    while (byte > 0x7f) {
      value |= (byte & 0x7f) << shift;
      shift += 7;
      byte = this.#bytes[this.#at++] ?? 0;
    }
    return value | (byte << shift);
  }
  readBytes(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/**
 * Writes a posting: the distance of its chunk from the one before in the list, doubled, plus 1 if the
 * term occurs once in it; otherwise followed by how often. A list starts with its length.
 */
export function writePosting(to: ByteWriter, distance: number, count: number): void {
  if (count === 1) to.writeNumber(2 * distance + 1);
  else {
    to.writeNumber(2 * distance);
    to.writeNumber(count);
  }
}

/** A term's posting lists by field, one after the other. */
export function readPostingLists(bytes: Buffer): PostingList[] {
  const from = new ByteReader(bytes);
  const lists: PostingList[] = [];
  while (!from.isAtEnd) lists.push(readPostingList(from));
  return lists;
}

function readPostingList(from: ByteReader): PostingList {
  const length = from.readNumber();
  const chunks = new Uint32Array(length);
  const counts = new Uint32Array(length);
  let chunk = 0;
  for (let n = 0; n < length; n += 1) {
    const value = from.readNumber();
    chunk += value >>> 1;
    chunks[n] = chunk;
    counts[n] = value & 1 ? 1 : from.readNumber();
  }
  return { chunks, counts };
}
