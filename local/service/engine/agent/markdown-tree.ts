import type { Nodes, Parents, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';

/** Parses Markdown. HTML becomes plain text. */
export function parseMarkdown(markdown: string): Root {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  htmlAsText(tree);
  return tree;
}

function htmlAsText(parent: Parents): void {
  const children = parent.children.map((child: RootContent): RootContent => {
    if ('children' in child) htmlAsText(child);
    if (child.type !== 'html') return child;
    const text = { type: 'text' as const, value: child.value };
    return BLOCK_CONTAINERS.has(parent.type) ? { type: 'paragraph', children: [text] } : text;
  });
  parent.children = children as typeof parent.children;
}

/** Nodes whose children are paragraphs, not text. */
const BLOCK_CONTAINERS: ReadonlySet<string> = new Set([
  'root',
  'blockquote',
  'listItem',
  'footnoteDefinition',
]);

export function toMarkdownText(tree: Root): string {
  const style = { bullet: '-', emphasis: '*', rule: '-', resourceLink: true } as const;
  return toMarkdown(tree, { ...style, extensions: [gfmToMarkdown()] }).trim();
}

/** The text of a node on one line, without formatting. */
export function plainTextOf(node: Nodes): string {
  return textIn(node).replace(/\s+/g, ' ').trim();
}

function textIn(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(textIn).join('');
  if (node.type === 'break') return ' ';
  return 'alt' in node ? (node.alt ?? '') : '';
}

/** Replaces nodes from the leaves up, in the order of the text. */
export function replaceNodes(parent: Parents, replace: (node: RootContent) => RootContent[]): void {
  const children = parent.children.flatMap((child: RootContent) => {
    if ('children' in child) replaceNodes(child, replace);
    return replace(child);
  });
  // Replacements are of a type that the parent may contain.
  parent.children = children as typeof parent.children;
}

const URL_OR_EMAIL =
  /((?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?()[\]"'*_~]|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+)/i;

/** URLs in text become code, since renderers would turn them into links again. */
export function urlsAsCode(parent: Parents): void {
  if (parent.type === 'link') return;
  const children = joinAdjacentTexts(parent.children).flatMap((child): RootContent[] => {
    if ('children' in child) urlsAsCode(child);
    if (child.type !== 'text') return [child];
    const parts = child.value.split(URL_OR_EMAIL);
    const type = (n: number) => (n % 2 === 1 ? ('inlineCode' as const) : ('text' as const));
    return parts.flatMap((value, n) => (value === '' ? [] : [{ type: type(n), value }]));
  });
  parent.children = children.flatMap((child, n) =>
    // Two adjacent code spans would share their backticks.
    child.type === 'inlineCode' && children[n - 1]?.type === 'inlineCode'
      ? [SPACE, child]
      : [child],
  ) as typeof parent.children;
}

const SPACE = { type: 'text' as const, value: ' ' };

/** Adjacent texts are read as one. */
function joinAdjacentTexts(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') {
      joined[joined.length - 1] = { type: 'text', value: last.value + node.value };
    } else joined.push(node);
  }
  return joined;
}
