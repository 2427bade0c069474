import type { Repository } from '../../../git/repository.js';
import { type Definition, outlineOf, READING_OPTIONS } from '../../../index/outline.js';
import { decodeText } from '../../../index/text-files.js';

/** A text file at a commit. */
export interface SourceFile {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly lines: readonly string[];
  readonly outline: readonly Definition[];
}

interface FileAt {
  readonly repository: Repository;
  readonly commit: string;
  readonly path: string;
  readonly objectId: string;
}

/** The rest of a longer line is neither shown nor indexed. */
const MAX_LINE_LENGTH = 1_000;

/** Without lines if the file is binary. */
export async function readSourceFile(file: FileAt): Promise<SourceFile> {
  const { repository, commit, path, objectId } = file;
  const text = decodeText(await repository.blobs.read(objectId)) ?? '';
  const lines = text === '' ? [] : sourceLines(text);
  return {
    repo: repository.name,
    commit,
    path,
    lines,
    outline: outlineOf(path, lines, READING_OPTIONS),
  };
}

/** A row of a table may be long only because its columns are as wide as the widest cell. */
export function sourceLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) =>
    line.length <= MAX_LINE_LENGTH
      ? line
      : line
          .slice(0, MAX_PADDED_LENGTH)
          .replace(/(?<=\S) {2,}/g, ' ')
          .slice(0, MAX_LINE_LENGTH),
  );
}

const MAX_PADDED_LENGTH = 20 * MAX_LINE_LENGTH;
