import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { agentAnswer } from '../../../../../local/service/engine/agent/answer.js';
import { createEvidence } from '../../../../../local/service/engine/agent/evidence.js';
import { ModelError } from '../../../../../local/service/engine/llm/model-error.js';

const CART = '[src/cart.ts:3–5](/shop/-/blob/src/cart.ts?L3-5)';

/** What becomes of a model's text after it was shown lines 1 to 20 of a file, and one address. */
function made(text: string, cut = false) {
  const ledger = createEvidence();
  ledger.addLines({ repo: 'shop', path: 'src/cart.ts' }, { start: 1, end: 20 });
  ledger.addLines({ repo: 'shop', path: 'a/__init__.py' }, { start: 1, end: 2 });
  ledger.addLines({ repo: 'shop', path: 'b/__init__.py' }, { start: 1, end: 2 });
  ledger.addText('See https://docs.example.com/cart for more.');
  const { answer, removedCitations } = agentAnswer(
    { text, truncated: cut, evidence: ledger },
    { repositories: ['shop', 'zoo'], model: 'tiny' },
  );
  const [body = ''] = answer.answer.split(/\n*\*Written by the model `tiny`/);
  return { ...answer, body, struckOut: removedCitations };
}

describe('an answer', () => {
  it.each([
    ['`shop/src/cart.ts:3-5`', CART],
    ['`shop/src/cart.ts:L3-L5`', CART],
    ['`shop/src/cart.ts#L3-L5`', CART],
    ['`src/cart.ts:3-5`', CART],
    ['`src/cart.ts:5-3`', CART],
    ['`src/cart.ts:4`', '[src/cart.ts:4](/shop/-/blob/src/cart.ts?L4)'],
    ['`src/cart.ts:18-40`', '[src/cart.ts:18–20](/shop/-/blob/src/cart.ts?L18-20)'],
    ['(shop/src/cart.ts:3-5)', `(${CART})`],
    ['[the cart](shop/src/cart.ts:3-5)', '[the cart](/shop/-/blob/src/cart.ts?L3-5)'],
    ['[the cart](/shop/-/blob/src/cart.ts?L3-5)', '[the cart](/shop/-/blob/src/cart.ts?L3-5)'],
    ['[`src/cart.ts:3-5`](https://evil.example)', CART],
    ['`shop/a/__init__.py:1`', '[a/\\_\\_init\\_\\_.py:1](/shop/-/blob/a/__init__.py?L1)'],
  ])('links a citation of lines that were read: %s', (text, expected) => {
    const { body, struckOut, sources } = made(text);
    expect(body).toBe(expected);
    expect(struckOut).toEqual([]);
    expect(sources).toHaveLength(2);
  });

  it.each([
    ['`shop/src/cart.ts:21-30`', '`shop/src/cart.ts`'],
    ['`zoo/Makefile:1`', '`zoo/Makefile`'],
    ['`src/other.ts:7`', '`src/other.ts`'],
    ['[it](/zoo/-/blob/x.py?L1-2)', 'it'],
    ['[it](zoo/x.py:1-2)', 'it'],
  ])('removes a citation of lines that were not read: %s', (text, expected) => {
    const { body, struckOut, sources } = made(text);
    expect(body).toBe(expected);
    expect(struckOut).toHaveLength(1);
    expect(sources).toEqual([]);
  });

  it.each([
    ['[here](https://docs.example.com/cart)', '[here](https://docs.example.com/cart)'],
    ['[here](https://evil.example/?q=secret)', 'here'],
    ['https://evil.example/?q=secret', '`https://evil.example/?q=secret`'],
    ['see www.evil.example', 'see `www.evil.example`'],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](//evil.example)', 'x'],
    ['[x](/deepsearch/shared/1)', 'x'],
    ['![pixel](https://evil.example/p.png)', 'pixel'],
    ['[x][y]\n\n[y]: https://evil.example', 'x'],
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)>'],
  ])('removes other links, images and HTML: %s', (text, expected) => {
    expect(made(text).body).toBe(expected);
  });

  it.each([
    '`127.0.0.1:3080`',
    '`redis:6379`',
    '`docker.io/library/redis:7`',
    '```ts\n// src/cart.ts:3-5\n[a](javascript:b)\n```',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    'It is 12:30 now.',
  ])('keeps code, tables and texts that only look like citations: %s', (text) => {
    expect(made(text)).toMatchObject({ body: text, struckOut: [] });
  });

  it('sources are listed once each, in the order of their citation', () => {
    const { sources } = made('`src/cart.ts:9` `shop/a/__init__.py:1-2` `shop/src/cart.ts:9`');
    expect(sources?.map(({ link }) => link)).toEqual([
      '/shop/-/blob/src/cart.ts?L9',
      '/shop/-/blob/a/__init__.py?L1-2',
      '/shop',
    ]);
  });

  it('an ambiguous path is not linked', () => {
    expect(made('`__init__.py:1`').body).toBe('`__init__.py:1`');
  });

  it('title and follow-ups are removed from the answer text', () => {
    const text = '# The *cart*\n\nIt holds.\n\n## Follow-ups\n\n1. Why `so`?\n2. How?\n\n- x\n';
    expect(made(text)).toMatchObject({
      ...{ title: 'The cart', body: 'It holds.', suggested_followups: ['Why so?', 'How?'] },
    });
    expect(made(`It.\n\n## Follow-ups\n\n- ${'long '.repeat(20)}?\n`).suggested_followups).toEqual(
      [],
    );
    const plain = made('It.\n\n## Details\n\n- one\n');
    expect(plain).toMatchObject({ body: 'It.\n\n## Details\n\n- one', suggested_followups: [] });
    expect(plain.title).toBeUndefined();
  });

  it('text with nothing but a title is an error', () => {
    expect(() => made('# The cart\n\n## Follow-ups\n\n- Why?\n')).toThrow(ModelError);
    expect(() => made('[x]: https://evil.example')).toThrow(ModelError);
  });

  it('a truncated answer says that it ends early', () => {
    expect(made('It', true).body).toMatch(/^It\n\n\*The answer reached/);
  });

  it('an answer links only to lines that were read, whatever the model writes', () => {
    const piece = fc.constantFrom(
      ...['[', ']', '(', ')', '<', '>', '!', '`', '\\', '*', '_', '|', '\n', '\n\n', ' ', '"', ':'],
      ...['https://evil.example', 'www.evil.example', 'javascript:x', 'me@evil.example', '//evil'],
      ...['<a href=x>', '[a]', ': https://evil.example', '](https://evil.example)', '![', '&#106;'],
      ...[
        'src/cart.ts:3',
        '`shop/src/cart.ts:3-5`',
        '[^1]',
        '```',
        '- ',
        '1. ',
        '> ',
        '# ',
        'word',
      ],
    );
    const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (written) => {
        for (const node of nodesIn(parsed(answerTo(written)))) {
          expect(['html', 'image', 'imageReference', 'definition']).not.toContain(node.type);
          if (node.type === 'link')
            expect(node.url).toMatch(/^\/shop\/-\/blob\/src\/cart\.ts\?L\d/);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

/** The answer; nothing where the text is none. */
function answerTo(text: string): string {
  try {
    return made(text).answer;
  } catch (error) {
    if (error instanceof ModelError) return '';
    throw error;
  }
}

function parsed(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function nodesIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];
}
