import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/model/answer.js';
import type { Message } from '../../src/render/blocks/message.js';
import { LIST_PAGE, renderList } from '../../src/render/conversations/list.js';
import { renderDeleteQuestion } from '../../src/render/conversations/result.js';
import { renderRunning, renderStopping } from '../../src/render/conversations/running.js';
import {
  conversationPages,
  renderPage,
  renderShared,
} from '../../src/render/conversations/show.js';
import { conversationMarkdown } from '../../src/render/markdown/conversation.js';
import * as conversationTexts from '../../src/render/texts/conversations.js';
import { connectedTo } from '../../src/render/texts/views.js';
import { expectWithinLimits } from './slack.js';

const BASE = 'https://deep.example.com';
const AT = 1_767_225_600_000;
const NO_STATS = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };

function answered(text: string, answer: string, title = 'Title'): Snapshot {
  return {
    ref: { conversationId: 7, questionId: 1 },
    text,
    createdAt: AT,
    steps: [],
    stats: NO_STATS,
    status: 'completed',
    answer: { title, text: answer, sources: [], followups: ['What next?'], stats: NO_STATS },
  };
}

const page = { id: 7, at: AT, page: 0, starred: false, mayDelete: true };

/** Texts that people, the service or a repository may contain. */
const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4_000 }),
  fc
    .array(
      fc.constantFrom('<!channel>', '<@U1>', '@here', '*', '`', '&', '\n', '<http://x|y>', 'a'),
    )
    .map((parts) => parts.join('')),
);

function expectHarmless(message: Message): void {
  expectWithinLimits(message);
  const said = JSON.stringify(message).replace(/<!date\^[^>]*>/g, '');
  expect(said).not.toMatch(/<!|<@(?!U0ASK>)|<#|<http:\/\/x/);
  expect(said).not.toMatch(/@(?:channel|here|everyone)\b/i);
}

it('shows a title that contains a code block in bold, on one line', () => {
  const title = '```\nfoo(*args)\n```';
  expect(conversationTexts.deleted(title)).toMatch(/^\*foo\(args\)\* was deleted/);
});

describe('Home', () => {
  it.each([
    ['shared', 'Everyone here asks with one shared account.'],
    ['linked', 'Everyone here asks with their own account.'],
    ['both', 'You ask with your own account if you have connected one'],
  ] as const)('Home names the account that questions are asked with: access %s', (access, said) => {
    expect(connectedTo(BASE, access)).toContain(`Connected to deep.example.com. ${said}`);
  });
});

describe('conversations', () => {
  it('conversations mention nobody and stay within Slack’s limits', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const row = { id: 7, title: text, at: AT, starred: true, link: text };
        const rows = Array.from({ length: LIST_PAGE }, () => row);
        expectHarmless(
          renderList({
            filter: 'all',
            sortBy: 'updated',
            page: 1,
            more: true,
            partial: true,
            rows,
          }),
        );
        const running = Array.from({ length: 12 }, () => ({ id: 'q1', text, askedAt: AT }));
        expectHarmless(renderRunning(running));
        expectHarmless(renderStopping(running));
        expectHarmless(
          renderDeleteQuestion({ id: 7, title: text, questions: 1, askers: ['U0ASK'] }),
        );
        for (const done of [
          conversationTexts.starred,
          conversationTexts.unstarred,
          conversationTexts.deleted,
        ]) {
          expect(done(text)).not.toMatch(/[<>]/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('conversations are divided into pages that fit with their buttons', () => {
    const long = Array.from({ length: 1_200 }, (_, i) => `Line ${i} with "quotes" & <signs>.`);
    const pages = conversationPages([answered('why '.repeat(900), long.join('\n\n'))], BASE);
    expect(pages.length).toBeGreaterThan(5);
    for (const at of pages.keys()) expectHarmless(renderPage(pages, { ...page, page: at }));
    expectHarmless(renderPage(pages, { ...page, page: 999 }));
    const shared = renderShared(pages);
    expect(shared).toHaveLength(4);
    expect(JSON.stringify(shared.at(-1))).toContain(`${pages.length - 4} more parts left out`);
  });

  it('a conversation shows the outcome of each question, without suggested questions', () => {
    const open = { ...answered('and?', ''), status: 'working' as const };
    const stopped = { ...answered('so?', ''), status: 'cancelled' as const };
    const pages = conversationPages([answered('why?', 'Because.'), open, stopped], BASE);
    const said = pages.map((it) => JSON.stringify(it.blocks));
    expect(said).toEqual([
      expect.stringContaining('Because.'),
      expect.stringContaining('still working on this'),
      expect.stringContaining('Stopped.'),
    ]);
    expect(said.join()).not.toContain('What next?');
    expect(conversationPages([], BASE)).toHaveLength(1);
  });
});

it('an export keeps the content and escapes data in Markdown', () => {
  const sources = [{ type: 'File', label: 'a]b', link: '/acme/-/blob/a.ts' }];
  const asked = answered('why\n# not a heading', 'See [it](/x) <script>.', 'A *bold* # title');
  const answer = asked.status === 'completed' ? { ...asked.answer, sources } : undefined;
  const question =
    answer === undefined ? asked : { ...asked, status: 'completed' as const, answer };
  const markdown = conversationMarkdown({ id: 7, createdAt: AT, questions: [question] }, BASE);
  expect(markdown.split('\n\n').slice(0, 4)).toEqual([
    '# A \\*bold\\* \\# title',
    'Conversation 7, asked 2026-01-01',
    '---',
    '> why\n> # not a heading',
  ]);
  expect(markdown).toContain(`[it](${BASE}/x)`);
  expect(markdown).toContain(`- [a\\]b](${BASE}/acme/-/blob/a.ts)`);
  expect(markdown).not.toContain('<script>');
});
