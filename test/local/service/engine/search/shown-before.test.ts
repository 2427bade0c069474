import { describe, expect, it } from 'vitest';
import { repeatsAnswer } from '../../../../../local/service/engine/search/facts/shown-before.js';

const LINES = ['', 'function loadTide(harbour) {', '  return tideOf(harbour);', '}', ''];
const ANSWER = '`loadTide` ([src/tide.ts:2–4](/shop@abc/-/blob/src/tide.ts?L2-4))';
const HISTORY = [{ question: 'How is the tide loaded?', answer: ANSWER, sources: [] }];

const shown = { path: 'src/tide.ts', start: 2, end: 4, lines: LINES };

describe('lines that stand in the answer before', () => {
  it('repeat it if they say nothing of what is asked beyond it', () => {
    expect(repeatsAnswer('is the tide cached?', { history: HISTORY })(shown)).toBe(true);
  });

  it.each([
    ['they have a word of the follow-up', 'for which harbour?', shown],
    ['the follow-up asks nothing further', 'so how is the tide loaded?', shown],
    ['they are other lines', 'is it cached?', { ...shown, start: 5, end: 5 }],
    ['they are in another file', 'is it cached?', { ...shown, path: 'src/tides.ts' }],
  ])('do not if %s', (_, question, lines) => {
    expect(repeatsAnswer(question, { history: HISTORY })(lines)).toBe(false);
  });

  it('are none without an answer before', () => {
    expect(repeatsAnswer('is it cached?', { history: [] })(shown)).toBe(false);
  });
});
