import type { Element, ElementContent, Root } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { newlineToBreak } from 'mdast-util-newline-to-break';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { replaceShortcodes } from './emoji.js';
import { parseAngleBrackets } from './mrkdwn.js';

/**
 * The HTML elements that a `markdown` block may contain:
 * https://docs.slack.dev/reference/block-kit/blocks/markdown-block
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  attributes: {
    a: ['href'],
    code: [['className', /^language-./]],
    input: [['type', 'checkbox'], 'checked', 'disabled'],
    li: [['className', 'task-list-item']],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  clobber: [],
};

/**
 * Markdown → a sanitised hast tree. HTML in it is shown as text and images become links. References
 * such as `<@U…>` and `<!here>` become `slack-ref` elements with `kind` and `id`, so that the page
 * shows the mention that Slack would send.
 */
export function markdownTree(text: string): Root {
  const tree = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  newlineToBreak(tree);
  htmlAsText(tree);
  const drawn = toHast(tree) as Root;
  imagesAsLinks(drawn, false);
  const safe = sanitize(drawn, SCHEMA) as Root;
  addReferences(safe);
  return safe;
}

/** Turns HTML nodes into text nodes. */
function htmlAsText(node: Nodes): void {
  if (!('children' in node)) return;
  const parent = node as Parents;
  parent.children = parent.children.map((child) => {
    if (child.type === 'html') return { type: 'text', value: child.value };
    htmlAsText(child);
    return child;
  }) as typeof parent.children;
}

/** Turns images into links; inside a link only their alt text remains. */
function imagesAsLinks(parent: Root | Element, inLink: boolean): void {
  parent.children = (parent.children as ElementContent[]).map((child) => {
    if (child.type !== 'element') return child;
    if (child.tagName !== 'img') {
      imagesAsLinks(child, inLink || child.tagName === 'a');
      return child;
    }
    const { src, alt } = child.properties;
    const words: ElementContent = { type: 'text', value: String(alt || src || 'image') };
    if (inLink) return words;
    return { type: 'element', tagName: 'a', properties: { href: src }, children: [words] };
  });
}

function addReferences(parent: Root | Element): void {
  if (parent.type === 'element' && (parent.tagName === 'code' || parent.tagName === 'pre')) return;
  const inside = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === 'text') return splitReferences(child.value);
    if (child.type === 'element') addReferences(child);
    return [child];
  });
  parent.children = inside;
}

/** Splits a text node at the references in it. */
function splitReferences(value: string): ElementContent[] {
  return value.split(/(<[@#!][^<>\n]+>)/).flatMap((part, index): ElementContent[] => {
    if (part === '') return [];
    const node = index % 2 === 1 ? parseAngleBrackets(part, 0)?.node : undefined;
    if (node?.kind === 'user' || node?.kind === 'channel') return [reference(node.kind, node.id)];
    if (node?.kind === 'broadcast') return [reference('broadcast', node.range)];
    return [{ type: 'text', value: replaceShortcodes(part) }];
  });
}

const reference = (kind: string, id: string): Element => ({
  type: 'element',
  tagName: 'slack-ref',
  properties: { kind, id },
  children: [],
});
