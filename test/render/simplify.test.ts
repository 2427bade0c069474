import { expect, it } from 'vitest';
import { renderAnswer } from '../../src/render/question/answer.js';
import { simplify } from '../../src/render/question/simplify.js';

const [message] = renderAnswer({
  question: { id: 'T1-C1-1.1', text: 'How does retry work?' },
  answer: {
    title: 'Retries',
    text: 'In **[retry.ts](/acme/shop)**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    sources: [{ type: 'Repository', label: 'acme/shop', link: '/acme/shop' }],
    followups: ['Why?'],
    stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
  },
  baseUrl: 'https://code.example.com',
  elapsedMs: 1_000,
  afterStop: false,
});

it('simplifies from Markdown to sections to text', () => {
  const sections = message && simplify(message);
  expect(sections?.blocks.map(({ type }) => type)).toEqual([
    ...['section', 'section', 'context', 'actions', 'actions'],
  ]);
  const text = sections && simplify(sections);
  expect(text?.blocks).toEqual([]);
  expect(text?.text).toContain('<https://code.example.com/acme/shop|retry.ts>');
  expect(text?.text).toContain('Follow-up questions:\n• Why?');
  expect(text?.text).not.toContain('How does retry work?');
  expect(text && simplify(text)).toBeUndefined();
});
