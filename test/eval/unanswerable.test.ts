import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readLabels } from '../../local/service/eval/labels.js';

const FOLDER = fileURLToPath(new URL('./unanswerable/', import.meta.url));
const index = JSON.parse(readFileSync(`${FOLDER}index.json`, 'utf8')) as {
  readonly labels: string;
  readonly repository: string;
  readonly revision: string;
}[];

describe('the questions that a repository does not answer', () => {
  it('are at least a hundred over ten repositories, each at a fixed revision', async () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
    expect(index.map(({ labels }) => labels).sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(10);
    for (const { repository, revision } of index) {
      expect(repository).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+$/);
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
    }
    const labels = await Promise.all(files.map((name) => readLabels(`${FOLDER}${name}`)));
    const questions = labels.flat();
    expect(questions.length).toBeGreaterThanOrEqual(100);
    expect(questions.filter(({ files: its }) => its.length > 0)).toEqual([]);
    for (const own of labels) {
      expect(new Set(own.map(({ question }) => question)).size).toBe(own.length);
    }
  });
});
