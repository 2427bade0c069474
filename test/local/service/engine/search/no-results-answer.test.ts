import { describe, expect, it } from 'vitest';
import { noResultsAnswer } from '../../../../../local/service/engine/search/answer.js';

describe('a search without enough', () => {
  const place = {
    statement: { markdown: '`limits`', reference: referenceTo('README.md:3') },
    code: { reference: referenceTo('README.md:3'), language: '', lines: ['fileSize: Infinity'] },
  };
  const scope = { commits: [], unreadable: [], partial: [], notes: [] };

  it('says so', () => {
    const answer = noResultsAnswer(scope, ['size'], { guess: place, places: [], others: [] });
    expect(answer).toMatch(/^Nothing in .* fits this question well\. Best guess: `limits`/);
  });

  it('has no such sentence above lines with all words of the question', () => {
    const closest = { guess: place, isWhole: true, places: [], others: [] };
    expect(noResultsAnswer(scope, ['size'], closest)).toMatch(/^Best guess: `limits`/);
  });
});

function referenceTo(text: string) {
  return { repo: 'shop', type: 'File', link: '/shop', text, label: 'shop · README.md' };
}
