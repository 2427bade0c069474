import type { Snapshot } from '../model/answer.js';
import { fileOn } from '../render/markdown/instance-link.js';

/** A file that a conversation's answers cite. */
export interface CitedFile {
  readonly repo: string;
  readonly path: string;
  /** As the answer gave it. */
  readonly link: string;
  /** When the newest answer that cites it was complete, ms since the epoch; 0: not known. */
  readonly since: number;
}

/** Each cited file once, those of the newest answers first. */
export function citedFiles(questions: readonly Snapshot[], baseUrl: string): CitedFile[] {
  const byName = new Map<string, CitedFile>();
  for (const question of [...questions].sort((a, b) => b.createdAt - a.createdAt)) {
    if (question.status !== 'completed') continue;
    const { createdAt, stats } = question;
    const since = createdAt === 0 ? 0 : createdAt + stats.timeMs;
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
