import type { List, Root } from 'mdast';
import { truncate } from '../../markdown/truncate.js';
import { plainTextOf } from './markdown-tree.js';

/** Removes the heading at the start and the follow-up questions at the end of the tree, and returns them. */
export function takeTitleAndFollowups(tree: Root): { title?: string; followups: string[] } {
  const title = takeTitle(tree);
  return { ...(title && { title }), followups: takeFollowups(tree) };
}

const MAX_TITLE_LENGTH = 100;

function takeTitle(tree: Root): string | undefined {
  const [first] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1) return undefined;
  tree.children.shift();
  return truncate(plainTextOf(first), MAX_TITLE_LENGTH);
}

/** They become buttons, whose texts may not be longer. */
const MAX_FOLLOWUP_LENGTH = 74;
const MAX_FOLLOWUPS = 3;

function takeFollowups(tree: Root): string[] {
  const at = tree.children.findLastIndex((node) => node.type === 'heading');
  const heading = tree.children[at];
  if (!heading || !/^(suggested )?follow-?ups?( questions)?:?$/i.test(plainTextOf(heading)))
    return [];
  const [list] = tree.children.splice(at).filter((node): node is List => node.type === 'list');
  const questions = (list?.children ?? []).map(plainTextOf);
  return questions
    .filter((question) => question !== '' && question.length <= MAX_FOLLOWUP_LENGTH)
    .slice(0, MAX_FOLLOWUPS);
}
