import type { List, Root } from 'mdast';
import { plainOf } from './markdown-tree.js';

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
