import type { Element, Root, RootContent } from 'hast';
import { describe, expect, it } from 'vitest';
import { markdownTree } from '../../../local/workspace/page/client/text/markdown.js';
import { safeUrl } from '../../../local/workspace/page/client/text/safe-url.js';

/** A tree as short text: `p(strong(a) b)`. */
function short(node: Root | RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'root' && node.type !== 'element') return `?${node.type}`;
  const inside = node.children.map(short).join('').trim();
  return node.type === 'root' ? inside : `${label(node)}(${inside})`;
}
const label = ({ tagName, properties }: Element): string =>
  [tagName, properties['href'] ?? properties['id'] ?? properties['align']]
    .filter(Boolean)
    .join(':');

describe('markdownTree', () => {
  it.each([
    ['**a** _b_ ~~c~~ `d`', 'p(strong(a) em(b) del(c) code(d))'],
    ['one\ntwo', 'p(onebr()\ntwo)'],
    ['![a graph](https://a.b/c.png)', 'p(a:https://a.b/c.png(a graph))'],
    ['![ref][x]\n\n[x]: https://a.b/c.png', 'p(a:https://a.b/c.png(ref))'],
    ['[![badge](https://a.b/i.png)](https://a.b)', 'p(a:https://a.b(badge))'],
    ['a <b onclick="x()">c</b> &amp; d', 'p(a <b onclick="x()">c</b> & d)'],
    ['<script>x()</script>', '<script>x()</script>'],
    ['[a](javascript:x()) [b](data:text/html,x)', 'p(a(a) a(b))'],
    ['hi <@U1> in <#C1>, <!here>', 'p(hi slack-ref:U1() in slack-ref:C1(), slack-ref:here())'],
    ['`<@U1> :tada:` :tada:', 'p(code(<@U1> :tada:) 🎉)'],
  ])('%s', (given, expected) => {
    expect(short(markdownTree(given))).toBe(expected);
  });

  it('keeps task lists, and tables with their alignment', () => {
    const table = short(markdownTree('| a | b |\n|:-:|--:|\n| 1 | 2 |')).replace(/\s/g, '');
    expect(table).toBe(
      'table(thead(tr(th:center(a)th:right(b)))tbody(tr(td:center(1)td:right(2))))',
    );
    expect(short(markdownTree('- [x] done'))).toContain('input');
  });
});

describe('safeUrl', () => {
  it('allows only http, https and mailto URLs', () => {
    expect(safeUrl('https://a.b/c')).toBe('https://a.b/c');
    expect(safeUrl('mailto:a@b.c')).toBe('mailto:a@b.c');
    for (const bad of [
      'javascript:x()',
      ' JaVaScript:x()',
      'java\nscript:x()',
      'data:text/html,x',
      '/path',
      'file:///x',
      '',
    ]) {
      expect(safeUrl(bad)).toBeUndefined();
    }
  });
});
