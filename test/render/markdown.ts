import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Another parser than ours, and the most widely used: what a strict reader sees in what we send. */
export function parseMarkdown(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A node and all that is in it, in order. */
export function allNodes(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap((child) => allNodes(child))] : [node];
}

/** Line by line, as CommonMark opens and closes fences at the top level. */
export function fencesBalanced(markdown: string): boolean {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence?.[1] === undefined) continue;
    if (open === undefined) {
      if (fence[1].startsWith('~') || !fence[2]?.includes('`')) open = fence[1];
    } else if (fence[1].startsWith(open) && fence[2]?.trim() === '') open = undefined;
  }
  return open === undefined;
}
