import type { Link, PhrasingContent, RootContent } from 'mdast';
import type { EngineAnswer } from '../../conversation/engine.js';
import type { Source } from '../../conversation/resources.js';
import { directoryPagePath } from '../../pages/paths.js';
import { ModelTrouble } from '../llm/model-error.js';
import { judge, keyOf, wordsFor } from './citation.js';
import { honesty } from './disclaimer.js';
import { addressOf, type Cited, type Ledger } from './evidence.js';
import { addressesAsCode, markdownOf, replaceAll, treeOf } from './markdown-tree.js';
import type { Written } from './run-agent.js';
import { takeFrame } from './title-and-followups.js';

/** What an answer is made with. */
export interface AnswerParts {
  readonly repositories: readonly string[];
  /** The name of the one that wrote it. */
  readonly model: string;
}

/** The answer, and the places that it cites without having read them. */
export interface Made {
  readonly answer: EngineAnswer;
  readonly struckOut: readonly string[];
}

/** What is found while the tree is gone through, and what it is judged by. */
interface Citing {
  readonly ledger: Ledger;
  readonly repositories: readonly string[];
  readonly cited: Map<string, Cited>;
  readonly struckOut: Set<string>;
}

/**
 * What the model wrote as an answer: what it cites and has read leads to our pages, anything else
 * that could lead somewhere is text. An address stays a link only where it was read as it is.
 * Throws a `ModelTrouble` where there is nothing but a title.
 */
export function answerOf({ text, cut, ledger }: Written, parts: AnswerParts): Made {
  const { repositories, model } = parts;
  const tree = treeOf(text);
  const { title, followups } = takeFrame(tree);
  const citing: Citing = { ledger, repositories, cited: new Map(), struckOut: new Set() };
  replaceAll(tree, (node) => replaced(node, citing));
  addressesAsCode(tree);
  const cited = [...citing.cited.values()];
  const body = markdownOf(tree);
  if (body === '') throw new ModelTrouble('empty', 'it gave a title and no text');
  return {
    answer: {
      answer: [body, ...(cut ? [ENDED_EARLY] : []), honesty(model, cited.length)].join('\n\n'),
      sources: sourcesOf(cited),
      suggested_followups: followups,
      ...(title && { title }),
    },
    struckOut: [...citing.struckOut],
  };
}

const ENDED_EARLY = '*The model reached the longest answer that it gives: this one ends early.*';

function replaced(node: RootContent, citing: Citing): RootContent[] {
  switch (node.type) {
    case 'inlineCode':
      return [citationOr(node, node.value, citing)];
    case 'text':
      return inText(node.value, citing);
    case 'link':
      return linkOr(node, citing);
    case 'linkReference':
      return node.children;
    case 'image':
    case 'imageReference':
      return [{ type: 'text', value: node.alt ?? '' }];
    case 'definition':
      return [];
    default:
      return [node];
  }
}

/** Citations that the model left without their backticks. */
function inText(value: string, citing: Citing): PhrasingContent[] {
  return value.split(/([^\s()[\]{},;"']{1,400}:L?\d+(?:[-–]L?\d+)?)/).flatMap((part, n) => {
    const text = { type: 'text' as const, value: part };
    if (part === '') return [];
    return [n % 2 === 1 ? citationOr(text, part, citing) : text];
  });
}

function citationOr(node: PhrasingContent, value: string, citing: Citing): PhrasingContent {
  const judged = judge(value, citing.ledger, citing.repositories);
  if (judged.kind === 'other') return node;
  if (judged.kind === 'read') return citation(judged.cited, citing);
  citing.struckOut.add(value);
  return { type: 'inlineCode', value: judged.name };
}

function citation(cited: Cited, citing: Citing): Link {
  citing.cited.set(keyOf(cited), cited);
  const words = { type: 'text' as const, value: wordsFor(cited) };
  return { type: 'link', url: addressOf(cited), children: [words] };
}

/** From the leaves up: what cites inside of a link is a link by now, and says more than the outer one. */
function linkOr(node: Link, citing: Citing): PhrasingContent[] {
  const { url, children } = node;
  if (children.some(({ type }) => type === 'link')) return children;
  const judged = judge(url, citing.ledger, citing.repositories);
  if (judged.kind === 'read') return [{ ...citation(judged.cited, citing), children }];
  if (judged.kind === 'unread') citing.struckOut.add(url);
  if (/^https?:\/\//i.test(url) && citing.ledger.has(url)) return [node];
  return children;
}

/** In the order of their first citation, then the repositories that they are in. */
function sourcesOf(cited: readonly Cited[]): Source[] {
  const files = cited.map((one) => ({
    ...{ type: 'File', link: addressOf(one), label: `${one.repo} · ${one.path}` },
  }));
  const repositories = [...new Set(cited.map(({ repo }) => repo))].map((repo) => ({
    ...{ type: 'Repository', link: directoryPagePath(repo, ''), label: repo },
  }));
  return [...files, ...repositories];
}
