import type { Link, PhrasingContent, RootContent } from 'mdast';
import type { EngineAnswer } from '../../conversation/engine.js';
import type { Source } from '../../conversation/resources.js';
import { directoryPagePath } from '../../pages/paths.js';
import { ModelError } from '../llm/model-error.js';
import { checkCitation, citationKey, citationLabel } from './citation.js';
import { modelDisclaimer } from './disclaimer.js';
import { type Citation, citationLink, type Evidence } from './evidence.js';
import { parseMarkdown, replaceNodes, toMarkdownText, urlsAsCode } from './markdown-tree.js';
import type { AgentResult } from './run-agent.js';
import { takeTitleAndFollowups } from './title-and-followups.js';

/** What an answer is made with. */
export interface AgentAnswerOptions {
  readonly repositories: readonly string[];
  /** The name of the one that wrote it. */
  readonly model: string;
}

/** The answer, and the places that it cites without having read them. */
export interface CheckedAnswer {
  readonly answer: EngineAnswer;
  readonly removedCitations: readonly string[];
}

/** What is found while the tree is gone through, and what it is judged by. */
interface CitationContext {
  readonly ledger: Evidence;
  readonly repositories: readonly string[];
  readonly cited: Map<string, Citation>;
  readonly removed: Set<string>;
}

/**
 * What the model wrote as an answer: what it cites and has read leads to our pages, anything else
 * that could lead somewhere is text. An address stays a link only where it was read as it is.
 * Throws a `ModelTrouble` where there is nothing but a title.
 */
export function agentAnswer(
  { text, truncated, evidence }: AgentResult,
  parts: AgentAnswerOptions,
): CheckedAnswer {
  const { repositories, model } = parts;
  const tree = parseMarkdown(text);
  const { title, followups } = takeTitleAndFollowups(tree);
  const context: CitationContext = {
    ledger: evidence,
    repositories,
    cited: new Map(),
    removed: new Set(),
  };
  replaceNodes(tree, (node) => rewriteNode(node, context));
  urlsAsCode(tree);
  const cited = [...context.cited.values()];
  const body = toMarkdownText(tree);
  if (body === '') throw new ModelError('empty', 'it gave a title and no text');
  return {
    answer: {
      answer: [
        body,
        ...(truncated ? [TRUNCATED_NOTE] : []),
        modelDisclaimer(model, cited.length),
      ].join('\n\n'),
      sources: sourcesOf(cited),
      suggested_followups: followups,
      ...(title && { title }),
    },
    removedCitations: [...context.removed],
  };
}

const TRUNCATED_NOTE = '*The model reached the longest answer that it gives: this one ends early.*';

function rewriteNode(node: RootContent, context: CitationContext): RootContent[] {
  switch (node.type) {
    case 'inlineCode':
      return [citationOrNode(node, node.value, context)];
    case 'text':
      return citationsInText(node.value, context);
    case 'link':
      return rewriteLink(node, context);
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
function citationsInText(value: string, context: CitationContext): PhrasingContent[] {
  return value.split(/([^\s()[\]{},;"']{1,400}:L?\d+(?:[-–]L?\d+)?)/).flatMap((part, n) => {
    const text = { type: 'text' as const, value: part };
    if (part === '') return [];
    return [n % 2 === 1 ? citationOrNode(text, part, context) : text];
  });
}

function citationOrNode(
  node: PhrasingContent,
  value: string,
  context: CitationContext,
): PhrasingContent {
  const judged = checkCitation(value, context.ledger, context.repositories);
  if (judged.kind === 'none') return node;
  if (judged.kind === 'verified') return citationLinkNode(judged.cited, context);
  context.removed.add(value);
  return { type: 'inlineCode', value: judged.name };
}

function citationLinkNode(cited: Citation, context: CitationContext): Link {
  context.cited.set(citationKey(cited), cited);
  const words = { type: 'text' as const, value: citationLabel(cited) };
  return { type: 'link', url: citationLink(cited), children: [words] };
}

/** From the leaves up: what cites inside of a link is a link by now, and says more than the outer one. */
function rewriteLink(node: Link, context: CitationContext): PhrasingContent[] {
  const { url, children } = node;
  if (children.some(({ type }) => type === 'link')) return children;
  const judged = checkCitation(url, context.ledger, context.repositories);
  if (judged.kind === 'verified') return [{ ...citationLinkNode(judged.cited, context), children }];
  if (judged.kind === 'unverified') context.removed.add(url);
  if (/^https?:\/\//i.test(url) && context.ledger.hasText(url)) return [node];
  return children;
}

/** In the order of their first citation, then the repositories that they are in. */
function sourcesOf(cited: readonly Citation[]): Source[] {
  const files = cited.map((one) => ({
    ...{ type: 'File', link: citationLink(one), label: `${one.repo} · ${one.path}` },
  }));
  const repositories = [...new Set(cited.map(({ repo }) => repo))].map((repo) => ({
    ...{ type: 'Repository', link: directoryPagePath(repo, ''), label: repo },
  }));
  return [...files, ...repositories];
}
