import type { SyntaxNode, Tree } from '@lezer/common';
import { GFM, type MarkdownConfig, parser, Table, TaskList } from '@lezer/markdown';

/**
 * HTML is text here, and for Slack too once its `<` is escaped. Parsing it only here would disagree
 * with Slack about where code spans start.
 */
const NO_HTML = ['HTMLBlock', 'HTMLTag'];

const INLINES = [
  'Escape',
  'Entity',
  'InlineCode',
  'Emphasis',
  'HardBreak',
  'Link',
  'Image',
  'LinkEnd',
];

const LESS_THAN = 60;
const AUTOLINK = /^<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@`\\]+@[a-z0-9.-]+)>/i;

/** `<https://…>`: in the library a case of HTML. */
const Autolinks: MarkdownConfig = {
  parseInline: [
    {
      name: 'Autolink',
      before: 'Link',
      parse(cx, next, pos) {
        if (next !== LESS_THAN) return -1;
        const found = AUTOLINK.exec(cx.slice(pos, Math.min(cx.end, pos + 2_048)));
        if (found === null) return -1;
        return cx.addElement(cx.elt('Autolink', pos, pos + found[0].length));
      },
    },
  ],
};

const blockParser = parser.configure([Table, TaskList, { remove: [...NO_HTML, ...INLINES] }]);
// With nothing to look for, it would still go through every character.
blockParser.parseInline = () => [];
const wholeParser = parser.configure([GFM, Autolinks, { remove: NO_HTML }]);

/** Blocks only: containers, and leaves whose inline content is not looked at. Fast. */
export function parseBlocks(markdown: string): Tree {
  return blockParser.parse(markdown);
}

/** Blocks with their inline content. */
export function parseWhole(markdown: string): Tree {
  return wholeParser.parse(markdown);
}

export function children(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) all.push(child);
  return all;
}
