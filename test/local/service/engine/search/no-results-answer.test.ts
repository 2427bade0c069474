import { describe, expect, it } from 'vitest';
import { noResultsAnswer } from '../../../../../local/service/engine/search/answer.js';

describe('a search without enough', () => {
  const place = {
    statement: { markdown: '`limits`', reference: referenceTo('README.md:3') },
    code: { reference: referenceTo('README.md:3'), language: '', lines: ['fileSize: Infinity'] },
  };
  const scope = { commits: [], unreadable: [], partial: [], notes: [] };

  it('says so', () => {
    const answer = noResultsAnswer(scope, SIZE, { guess: place, places: [], others: [] });
    expect(answer).toMatch(/^Nothing in .* fits this question well\. Best guess: `limits`/);
  });

  it('has no such sentence above lines with all words of the question', () => {
    const closest = { guess: place, isWhole: true, places: [], others: [] };
    expect(noResultsAnswer(scope, SIZE, closest)).toMatch(/^Best guess: `limits`/);
  });

  it('names few places, and no lines, where a word of the question is in no file', () => {
    const words = { keywords: ['Kafka', 'size'], missing: ['Kafka'] };
    const answer = noResultsAnswer(scope, words, { guess: place, places: [], others: [] });
    expect(answer).toContain(
      'fits this question well: no file contains `Kafka`. The closest matches:\n\n- `limits` (',
    );
    expect(answer).not.toContain('fileSize: Infinity');
  });
});

const SIZE = { keywords: ['size'], missing: [] };

function referenceTo(text: string) {
  return { repo: 'shop', type: 'File', link: '/shop', text, label: 'shop · README.md' };
}
