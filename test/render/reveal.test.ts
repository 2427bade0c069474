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

describe('more sources, in answers of older versions', () => {
  const sourcesIn = (messages: object[]) =>
    [...JSON.stringify(messages).matchAll(/part-(\d+)\.ts:/g)].map(([, i]) => Number(i));

  it('are those that were not shown under the answer', () => {
    const rest = renderMoreSources(answer('Yes.', 200), BASE_URL);
    for (const message of rest) expectWithinLimits(message);
    expect(sourcesIn(rest)).toEqual([...Array(200).keys()].slice(10));
  });

  it('are none if all were shown', () => {
    expect(renderMoreSources(answer('Yes.', 10), BASE_URL)).toEqual([]);
  });
});

describe('an answer without buttons', () => {
  const { sources, ...rest } = answer('Yes.', 12);
  const itself = { type: 'Repository', label: 'acme/shop', link: '/acme/shop' };
  const other = { type: 'Repository', label: 'acme/web', link: '/acme/web' };
  const about = { baseUrl: BASE_URL, elapsedMs: 1, afterStop: false };

  it('lists its first sources, and a repository only as the head of its files', () => {
    const all = [...sources.slice(0, 10), itself];
    const shown = JSON.stringify(renderAnswer({ ...about, answer: { ...rest, sources: all } }));
    expect(shown).toContain('*<https://code.example.com/acme/shop|acme/shop>*');
    expect(shown).not.toContain('more');
    const more = { ...rest, sources: [...all, other] };
    expect(JSON.stringify(renderAnswer({ ...about, answer: more }))).toContain('and 1 more');
  });

  it('has all of its sources in plain text, where Slack takes no blocks', () => {
    const question = { id: 'q1', text: 'Why?' };
    const messages = renderAnswer({
      ...{ ...about, question, plainness: 2 },
      answer: { ...rest, sources },
    });
    expect(messages.at(-1)?.text).toContain('part-11.ts:');
    expect(messages.at(-1)?.blocks).toEqual([]);
  });
});
