import { expect, it } from 'vitest';
import { SHOWN } from '../../src/render/format/limits.js';
import { renderDelivered } from '../../src/render/question/long-answer.js';
import { markdownOf } from './slack.js';

it('the outline of a long answer counts the omitted headings', () => {
  const chapters = Array.from(
    { length: SHOWN.headings + 5 },
    (_, n) => `## Chapter ${n}\n\n${'It waits. '.repeat(200)}`,
  );
  const { parts, file } = renderDelivered({
    answer: {
      ...{ title: 'All of it', text: chapters.join('\n\n'), sources: [], followups: [] },
      stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    },
    ...{ question: { id: 'q1', text: 'Why?' }, asked: 'Why?', baseUrl: 'https://code.example.com' },
    ...{ elapsedMs: 1, afterStop: false, withoutFile: false },
  });
  expect(file?.name).toBe('all-of-it.md');
  const text = parts.flatMap(markdownOf).join('\n');
  expect(text).toContain(`- Chapter ${SHOWN.headings - 1}\n- and 5 more`);
});

it('has a title that contains a code block in bold, on one line', () => {
  const { parts } = renderDelivered({
    answer: {
      ...{ title: '```\nfoo(*args)\n```', text: 'It calls it.', sources: [], followups: [] },
      stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
    },
    ...{ question: { id: 'q1', text: 'Why?' }, asked: 'Why?', baseUrl: 'https://code.example.com' },
    ...{ elapsedMs: 1, afterStop: false, withoutFile: false },
  });
  expect(parts[0]?.blocks?.[0]).toMatchObject({ text: { text: '*foo(args)*' } });
});
