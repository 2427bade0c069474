import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/render/blocks/message.js';
import { renderAnswer } from '../../src/render/question/answer.js';
import { allNodes, parseMarkdown } from './markdown.js';
import { expectWithinLimits, markdownOf } from './slack.js';

const STATS = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

function render(text: string, more: { plainness?: 0 | 1 | 2; budget?: number } = {}): Message[] {
  return renderAnswer({
    question: { id: 'T1-C1-1.1', text: 'Why?' },
    answer: { title: '', text, sources: [], followups: [], stats: STATS },
    baseUrl: 'https://code.example.com/ds',
    elapsedMs: 0,
    afterStop: false,
    ...more,
  });
}

const LIVE = /<[@#!]|@(?:channel|here|everyone)(?![\p{L}\p{N}_])/iu;

/** The Markdown with its code blanked. */
function withoutCode(markdown: string, nodes: Nodes[]): string {
  let bare = markdown;
  for (const { type, position } of nodes) {
    if ((type !== 'code' && type !== 'inlineCode') || position === undefined) continue;
    const [from, to] = [position.start.offset ?? 0, position.end.offset ?? 0];
    bare = bare.slice(0, from) + '.'.repeat(to - from) + bare.slice(to);
  }
  return bare;
}

function expectHarmless(markdown: string): void {
  const nodes = allNodes(parseMarkdown(`${markdown}\n\nafter`));
  expect(nodes.at(-1)).toMatchObject({ type: 'text', value: 'after' });
  expect(withoutCode(markdown, nodes)).not.toMatch(LIVE);
  for (const node of nodes) {
    expect(node.type).not.toMatch(/^(?:html|image|definition|imageReference|linkReference)/);
    if (node.type === 'text') expect(node.value).not.toMatch(LIVE);
    // A bare mail address is text for us, and a link for whoever likes to make one of it.
    if (node.type === 'link') expect(node.url).toMatch(/^(?:https?:\/\/|mailto:[^@]+@)/);
  }
}

const NASTY = fc.constantFrom(
  ...['<@U123>', '<!channel>', '<#C1|x>', '<!subteam^S1>', '@here', '@channel', '&#64;everyone'],
  ...[
    '<@',
    '<!',
    '@',
    'channel',
    'here',
    '!channel>',
    'U123>',
    '&lt;',
    '&#60;',
    '\\<',
    '\\@',
    '\\',
  ],
  ...['[x](javascript:alert(1))', '[y](/a?b#L1)', '[', ']', '](', '(', ')', '![', '![i](data:x)'],
  ...[
    '[r]',
    '[r][]',
    '[z][r]',
    '\n[r]: javascript:x\n',
    '\n[q]: /ok\n',
    '[q]',
    '[^1]',
    '\n[^1]: n ',
  ],
  ...[
    '`',
    '``',
    '```',
    '\n```\n',
    '\n~~~js\n',
    '\n\n',
    '\n',
    '\n    ',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\t',
  ],
  ...[
    '\n| a | b |\n|---|---|\n',
    '|',
    '\n---\n',
    '\n# ',
    '\n===\n',
    '*',
    '**',
    '_',
    '~~',
    '- [ ] ',
  ],
  ...['<div>', '</div>', '<!-- ', ' -->', '<a href="', '">', '<https://x.y>', '<javascript:x>'],
  ...[
    'https://x.y/@here',
    'www.x.y',
    'kim@example.com',
    'word',
    'é',
    '🙂',
    ' ',
    '  \n',
    '"',
    "'",
    ':',
  ],
);
const nasty = fc.array(NASTY, { maxLength: 40 }).map((tokens) => tokens.join(''));

describe('whatever an answer holds', () => {
  it('an answer mentions nobody, links only to web pages, and cannot open a code block', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        for (const message of render(text))
          for (const md of markdownOf(message)) expectHarmless(md);
      }),
      { numRuns: 1_500 },
    );
  });

  it('every form of an answer stays within the limits and mentions nobody', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(1 as const, 2 as const), (text, plainness) => {
        for (const message of render(text, { plainness })) {
          expectWithinLimits(message);
          const shown = JSON.stringify(message).replaceAll(/<https?:[^<>|]*\|/g, '');
          expect(shown).not.toMatch(LIVE);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('code between very many backticks mentions nobody', () => {
    const ticks = '`'.repeat(60);
    const text = `x \\\` ${ticks} ${'<@U1> @here \\` [x](javascript:x) '.repeat(900)}${ticks} y`;
    for (const message of render(text)) for (const md of markdownOf(message)) expectHarmless(md);
  });

  it('title, sources and follow-ups cannot break out of their place', () => {
    const data = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 4_000 }), fc.webUrl());
    const source = fc.record({ type: data, label: data, link: data });
    const more = fc.record({
      title: data,
      sources: fc.array(source, { maxLength: 40 }),
      followups: fc.array(data, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(more, (answer) => {
        const messages = renderAnswer({
          question: { id: 'T1-C1-1.1', text: answer.title },
          answer: { ...answer, text: 'Yes.', stats: STATS },
          baseUrl: 'https://code.example.com',
          elapsedMs: 1,
          afterStop: false,
        });
        for (const message of messages) {
          expectWithinLimits(message);
          for (const block of message.blocks) {
            expect(block.type).toMatch(/^(?:section|markdown|context|actions)$/);
            if (block.type !== 'actions') expect(JSON.stringify(block)).not.toMatch(LIVE);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('an answer truncated anywhere stays safe', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 60, maxLength: 90 }), (texts) => {
        for (const message of render(texts.join(' '), { budget: 1_500 })) {
          expectWithinLimits(message);
          for (const md of markdownOf(message)) expectHarmless(md);
        }
      }),
      { numRuns: 60 },
    );
  });
});
