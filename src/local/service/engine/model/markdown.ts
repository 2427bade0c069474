import type { List, Nodes, Parents, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';

/** Markdown as its tree. */
export function treeOf(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** The tree as Markdown, which holds nothing but what is in the tree. */
export function markdownOf(tree: Root): string {
  const style = { bullet: '-', emphasis: '*', rule: '-', resourceLink: true } as const;
  return toMarkdown(tree, { ...style, extensions: [gfmToMarkdown()] }).trim();
}

/** The words of a node on one line, without their form. */
export function plainOf(node: Nodes): string {
  return wordsIn(node).replace(/\s+/g, ' ').trim();
}

function wordsIn(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(wordsIn).join('');
  if (node.type === 'break') return ' ';
  return 'alt' in node ? (node.alt ?? '') : '';
}

/** Replaces nodes from the leaves up, in the order of the text. */
export function replaceAll(parent: Parents, replace: (node: RootContent) => RootContent[]): void {
  const children = parent.children.flatMap((child: RootContent) => {
    if ('children' in child) replaceAll(child, replace);
    return replace(child);
  });
  // What replaces a node is of the kind that may stand in its place.
  parent.children = children as typeof parent.children;
}

/** The title that the text begins with, and the questions that it ends with, taken out of the tree. */
export function takeFrame(tree: Root): { title?: string; followups: string[] } {
  const title = takeTitle(tree);
  return { ...(title && { title }), followups: takeFollowups(tree) };
}

const LONGEST_TITLE = 100;

function takeTitle(tree: Root): string | undefined {
  const [first] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1) return undefined;
  tree.children.shift();
  const title = plainOf(first);
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

/** They become buttons, which hold no more. */
const LONGEST_FOLLOWUP = 74;
const MOST_FOLLOWUPS = 3;

function takeFollowups(tree: Root): string[] {
  const at = tree.children.findLastIndex((node) => node.type === 'heading');
  const heading = tree.children[at];
  if (!heading || !/^(suggested )?follow-?ups?( questions)?:?$/i.test(plainOf(heading))) return [];
  const [list] = tree.children.splice(at).filter((node): node is List => node.type === 'list');
  const questions = (list?.children ?? []).map(plainOf);
  return questions
    .filter((question) => question !== '' && question.length <= LONGEST_FOLLOWUP)
    .slice(0, MOST_FOLLOWUPS);
}
