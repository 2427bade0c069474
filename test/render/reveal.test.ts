import { describe, expect, it } from 'vitest';
import { renderAnswer } from '../../src/render/question/answer.js';
import { renderCopy, renderMoreSources } from '../../src/render/question/reveal.js';
import { allNodes, parseMarkdown } from './markdown.js';
import { expectWithinLimits, markdownOf } from './slack.js';

const BASE_URL = 'https://code.example.com';

function answer(text: string, sources = 0) {
  return {
    title: 'Where [retries] are decided',
    text,
    sources: Array.from({ length: sources }, (_, i) => ({
      type: 'File',
      label: `acme/shop src/part-${i}.ts`,
      link: `/acme/shop/-/blob/src/part-${i}.ts?L${i + 1}`,
    })),
    followups: [],
    stats: { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 },
  };
}

/** What stands in the code blocks, one after the other. */
function copied(text: string, sources = 0): string {
  const messages = renderCopy(answer(text, sources), BASE_URL);
  for (const message of messages) expectWithinLimits(message);
  const codes = messages.flatMap(markdownOf).map((markdown) => allNodes(parseMarkdown(markdown)));
  return codes
    .map((nodes) => nodes.flatMap((n) => (n.type === 'code' ? [n.value] : [])))
    .join('\n');
}

describe('a copy', () => {
  it('a copy is the answer as Markdown with absolute links and a list of sources', () => {
    expect(copied('See [it](/acme/shop/-/blob/a.ts?L1), says @channel.', 1)).toBe(
      [
        '# Where [retries] are decided',
        'See [it](https://code.example.com/acme/shop/-/blob/a.ts?L1), says @channel.',
        '## Sources',
        '- [acme/shop src/part-0.ts:1](https://code.example.com/acme/shop/-/blob/src/part-0.ts?L1)',
      ].join('\n\n'),
    );
  });

  it('a copy is complete whatever code fences the answer has', () => {
    const text = 'Look:\n\n````md\n```ts\nlet a;\n```\n````\n\n~~~\n`````\n~~~';
    expect(copied(text)).toBe(`# Where [retries] are decided\n\n${text}`);
  });

  it('a copy of a long answer has parts, and says where it is split', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `- line ${i} ${'x'.repeat(40)}`);
    expect(copied(lines.join('\n'))).toContain(lines.join('\n'));
    const notes = renderCopy(answer('y'.repeat(100_000)), BASE_URL);
    for (const note of notes) expectWithinLimits(note);
    expect(notes).toHaveLength(5);
    expect(JSON.stringify(notes.at(-1))).toContain('left out');
  });
});

describe('more sources', () => {
  it('more sources omits a repository whose files are listed', () => {
    const { sources, ...rest } = answer('Yes.', 10);
    const itself = { type: 'Repository', label: 'acme/shop', link: '/acme/shop' };
    const other = { type: 'Repository', label: 'acme/web', link: '/acme/web' };
    const renderOf = (all: (typeof itself)[]) =>
      JSON.stringify(
        renderAnswer({
          ...{ answer: { ...rest, sources: all }, question: { id: 'q1', text: 'Why?' } },
          ...{ baseUrl: BASE_URL, elapsedMs: 1, afterStop: false },
        }),
      );
    const alone = renderOf([...sources, itself]);
    expect(alone).not.toContain('more source');
    expect(alone).toContain('*<https://code.example.com/acme/shop|acme/shop>*');
    expect(renderOf([...sources, itself, other])).toContain('1 more source');
    expect(renderOf([itself])).toContain('*<https://code.example.com/acme/shop|acme/shop>*');
  });

  const sourcesIn = (messages: object[]) =>
    [...JSON.stringify(messages).matchAll(/part-(\d+)\.ts:/g)].map(([, i]) => Number(i));

  it('more sources are those not shown under the answer', () => {
    const many = answer('Yes.', 200);
    const question = { id: 'q1', text: 'Why?' };
    const about = { question, baseUrl: BASE_URL, elapsedMs: 1, afterStop: false };
    const shown = renderAnswer({ answer: many, ...about });
    const rest = renderMoreSources(many, BASE_URL);
    for (const message of rest) expectWithinLimits(message);
    expect(sourcesIn(shown)).toEqual([...Array(10).keys()]);
    expect(sourcesIn(rest)).toEqual([...Array(200).keys()].slice(10));
    expect(JSON.stringify(shown)).toContain('190 more sources');
  });

  it('there are no more sources if all are shown', () => {
    expect(renderMoreSources(answer('Yes.', 10), BASE_URL)).toEqual([]);
  });
});
