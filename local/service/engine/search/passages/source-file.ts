import type { Repository } from '../../../git/repository.js';
import { type Definition, outlineOf } from '../../../index/outline.js';
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
  const lines =
    text === '' ? [] : text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return { repo: repository.name, commit, path, lines, outline: outlineOf(path, lines) };
}
