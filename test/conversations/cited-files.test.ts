import { describe, expect, it } from 'vitest';
import { citedFiles } from '../../src/conversations/cited-files.js';
import type { Snapshot } from '../../src/model/answer.js';

const BASE = 'https://search.example';

/** A question, answered after 500 ms, whose answer cites a file of the repository `shop`. */
function answered(createdAt: number, path: string): Snapshot {
  const stats = { timeMs: 500, toolCalls: 0, totalTokens: 0, credits: 0 };
  const source = { type: 'Repository', label: path, link: `${BASE}/shop@main/-/blob/${path}` };
  return {
    ref: { conversationId: 1, questionId: 1 },
    text: 'why?',
    createdAt,
    steps: [],
    stats,
    status: 'completed',
    answer: { title: '', text: '', sources: [source], followups: [], stats },
  };
}

describe('cited files', () => {
  it('each file is listed once, as of the newest answer that cites it', () => {
    const files = citedFiles([answered(1_000, 'a.ts'), answered(2_000, 'a.ts')], BASE);
    expect(files).toMatchObject([{ repo: 'shop', path: 'a.ts', since: 2_500 }]);
  });

  it('an answer without a time gives none to its files', () => {
    expect(citedFiles([answered(0, 'a.ts')], BASE)).toMatchObject([{ path: 'a.ts', since: 0 }]);
  });
});
