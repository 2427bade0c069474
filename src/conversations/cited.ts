import { bulkhead } from 'cockatiel';
import { ToolServerError } from '../mcp/errors.js';
import type { Snapshot } from '../model/answer.js';
import { fileOn } from '../render/instance-link.js';

/** A file that a conversation's answers rest on. */
export interface CitedFile {
  readonly repo: string;
  readonly path: string;
  /** As the answer had it. */
  readonly link: string;
  /** When the newest of those answers stood, ms since the epoch. */
  readonly since: number;
}

/** Each file once, those of the newest answers first. */
export function citedFiles(questions: readonly Snapshot[], baseUrl: string): CitedFile[] {
  const byName = new Map<string, CitedFile>();
  for (const question of [...questions].sort((a, b) => b.createdAt - a.createdAt)) {
    if (question.status !== 'completed') continue;
    const since = question.createdAt + question.stats.timeMs;
    for (const source of question.answer.sources) {
      const place = fileOn(source, baseUrl);
      const name = `${place?.repository} ${place?.path}`;
      if (place === undefined || byName.has(name)) continue;
      const { repository: repo, path } = place;
      byName.set(name, { repo, path, link: source.link, since });
    }
  }
  return [...byName.values()];
}

/** What a look at one file found; undefined where it could not be looked up. */
export interface Looked<T> {
  readonly file: CitedFile;
  readonly found: T | undefined;
}

const AT_ONCE = 4;

/**
 * Looks at each file, few at once. Trouble with one says nothing of the others; where it is with
 * all of them, what the first one met is thrown.
 */
export async function lookAtEach<T>(
  files: readonly CitedFile[],
  look: (file: CitedFile) => Promise<T | undefined>,
): Promise<Looked<T>[]> {
  const few = bulkhead(AT_ONCE, files.length);
  const trouble: unknown[] = [];
  const lookAt = async (file: CitedFile): Promise<Looked<T>> => {
    try {
      return { file, found: await few.execute(() => look(file)) };
    } catch (error) {
      if (!(error instanceof ToolServerError || error instanceof DOMException)) throw error;
      trouble.push(error);
      return { file, found: undefined };
    }
  };
  const looked = await Promise.all(files.map(lookAt));
  if (trouble.length > 0 && trouble.length === files.length) throw trouble[0];
  return looked;
}
