import { bulkhead } from 'cockatiel';
import { ToolServerError } from '../mcp/errors.js';
import type { Snapshot } from '../model/answer.js';
import { fileOn } from '../render/markdown/instance-link.js';

/** A file that a conversation's answers cite. */
export interface CitedFile {
  readonly repo: string;
  readonly path: string;
  /** As the answer gave it. */
  readonly link: string;
  /** When the newest answer that cites it was complete, ms since the epoch. */
  readonly since: number;
}

/** Each cited file once, those of the newest answers first. */
export function citedFiles(questions: readonly Snapshot[], baseUrl: string): CitedFile[] {
  const byName = new Map<string, CitedFile>();
  for (const question of [...questions].sort((a, b) => b.createdAt - a.createdAt)) {
    if (question.status !== 'completed') continue;
    const since = question.createdAt + question.stats.timeMs;
    for (const source of question.answer.sources) {
      const location = fileOn(source, baseUrl);
      const name = `${location?.repository} ${location?.path}`;
      if (location === undefined || byName.has(name)) continue;
      const { repository: repo, path } = location;
      byName.set(name, { repo, path, link: source.link, since });
    }
  }
  return [...byName.values()];
}

/** What was found for one file; undefined if it could not be checked. */
export interface FileResult<T> {
  readonly file: CitedFile;
  readonly found: T | undefined;
}

const CONCURRENCY = 4;

/**
 * Looks up each file, a few at a time. The failure of one does not affect the others; if all of them
 * fail, the first error is thrown.
 */
export async function lookUpFiles<T>(
  files: readonly CitedFile[],
  lookUp: (file: CitedFile) => Promise<T | undefined>,
): Promise<FileResult<T>[]> {
  const limit = bulkhead(CONCURRENCY, files.length);
  const errors: unknown[] = [];
  const lookUpOne = async (file: CitedFile): Promise<FileResult<T>> => {
    try {
      return { file, found: await limit.execute(() => lookUp(file)) };
    } catch (error) {
      if (!(error instanceof ToolServerError || error instanceof DOMException)) throw error;
      errors.push(error);
      return { file, found: undefined };
    }
  };
  const results = await Promise.all(files.map(lookUpOne));
  if (errors.length > 0 && errors.length === files.length) throw errors[0];
  return results;
}
