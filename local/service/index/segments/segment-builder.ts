import { FIELDS, type FileTable, FileTableBuilder, type IndexedFile } from './file-table.js';
import { ByteWriter, writePosting } from './postings.js';
import type { WordFilter } from './word-filter.js';

/** A term takes about 130 bytes of memory, and a posting 12. */
const MAX_POSTINGS = 1_500_000;
const MAX_TERMS = 250_000;

export interface TermPostings {
  readonly term: string;
  /** Its posting lists by field; valid until the next one is asked for. */
  readonly postings: Buffer;
}

/**
 * Collects the postings of files in memory. Those of a term in a field are linked: an array for each
 * would take several times the memory.
 */
export class SegmentBuilder {
  readonly #files = new FileTableBuilder();
  readonly #wordFilters = new ByteWriter();
  readonly #filterEnds: number[] = [];
  readonly #terms = new Map<string, number>();
  /** By term number and field: the first and the last posting of the list, and its length. */
  #first = new Uint32Array(1 << 12);
  #last = new Uint32Array(1 << 12);
  #lengths = new Uint32Array(1 << 12);
  /** By posting: its chunk, how often the term occurs there, and the next posting of the list. */
  #chunks = new Uint32Array(1 << 12);
  #counts = new Uint32Array(1 << 12);
  #next = new Uint32Array(1 << 12);
  #length = 0;

  get fileCount(): number {
    return this.#files.files;
  }
  get isFull(): boolean {
    return this.#length >= MAX_POSTINGS || this.#terms.size >= MAX_TERMS;
  }

  add({ path, objectId, chunks, words }: IndexedFile): void {
    this.#files.addFile(path, objectId);
    this.#wordFilters.writeBytes(words);
    this.#filterEnds.push(this.#wordFilters.length);
    for (const { start, end, terms } of chunks) {
      const chunk = this.#files.chunks;
      const lengths = FIELDS.map((field, n) => this.#addTerms(chunk, n, terms[field]));
      this.#files.addChunk(start, end, lengths);
    }
  }

  fileTable(): FileTable {
    return this.#files.build();
  }

  /** By file. */
  *wordFilters(): Generator<WordFilter> {
    const bytes = this.#wordFilters.bytes();
    let start = 0;
    for (const end of this.#filterEnds) {
      yield bytes.subarray(start, end);
      start = end;
    }
  }

  /** In ascending order of the terms. */
  *postings(): Generator<TermPostings> {
    const to = new ByteWriter();
    for (const term of [...this.#terms.keys()].sort()) {
      const number = this.#terms.get(term) ?? 0;
      to.clear();
      for (let field = 0; field < FIELDS.length; field += 1) {
        this.#writeList(to, FIELDS.length * number + field);
      }
      yield { term, postings: to.bytes() };
    }
  }

  /** Returns the number of different terms. */
  #addTerms(chunk: number, field: number, terms: readonly string[]): number {
    const before = this.#length;
    for (const term of terms) {
      const list = FIELDS.length * this.#numberOf(term) + field;
      const last = this.#last[list] ?? 0;
      if (this.#lengths[list] !== 0 && this.#chunks[last] === chunk) {
        this.#counts[last] = (this.#counts[last] ?? 0) + 1;
      } else this.#addPosting(list, chunk);
    }
    return this.#length - before;
  }

  #numberOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.size;
    this.#terms.set(term, number);
    if (FIELDS.length * (number + 1) > this.#first.length) {
      this.#first = grown(this.#first);
      this.#last = grown(this.#last);
      this.#lengths = grown(this.#lengths);
    }
    return number;
  }

  #addPosting(list: number, chunk: number): void {
    const posting = this.#length;
    if (posting === this.#chunks.length) {
      this.#chunks = grown(this.#chunks);
      this.#counts = grown(this.#counts);
      this.#next = grown(this.#next);
    }
    this.#chunks[posting] = chunk;
    this.#counts[posting] = 1;
    if (this.#lengths[list] === 0) this.#first[list] = posting;
    else this.#next[this.#last[list] ?? 0] = posting;
    this.#last[list] = posting;
    this.#lengths[list] = (this.#lengths[list] ?? 0) + 1;
    this.#length += 1;
  }

  #writeList(to: ByteWriter, list: number): void {
    const length = this.#lengths[list] ?? 0;
    to.writeNumber(length);
    let posting = this.#first[list] ?? 0;
    let previous = 0;
    for (let n = 0; n < length; n += 1) {
      const chunk = this.#chunks[posting] ?? 0;
      writePosting(to, chunk - previous, this.#counts[posting] ?? 0);
      previous = chunk;
      posting = this.#next[posting] ?? 0;
    }
  }
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
