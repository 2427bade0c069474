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

export interface AgentAnswerOptions {
  readonly repositories: readonly string[];
  /** The model's name. */
  readonly model: string;
}

export interface CheckedAnswer {
  readonly answer: EngineAnswer;
  /** Citations of lines that the model has not read, as written. */
  readonly removedCitations: readonly string[];
}

interface CitationContext {
  readonly evidence: Evidence;
  readonly repositories: readonly string[];
  readonly cited: Map<string, Citation>;
  readonly removed: Set<string>;
}

/**
 * Makes an answer of the model's text: citations of lines that it has read become links to our
 * pages, other citations and links become text. A URL stays a link only if a tool has shown it.
 * Throws a `ModelError` if there is no text but a title.
 */
export function agentAnswer(
  { text, truncated, evidence }: AgentResult,
  { repositories, model }: AgentAnswerOptions,
): CheckedAnswer {
  const tree = parseMarkdown(text);
  const { title, followups } = takeTitleAndFollowups(tree);
  const context: CitationContext = {
    evidence,
    repositories,
    cited: new Map(),
    removed: new Set(),
  };
  replaceNodes(tree, (node) => rewriteNode(node, context));
  urlsAsCode(tree);
  const cited = [...context.cited.values()];
  const body = toMarkdownText(tree);
  if (body === '') throw new ModelError('empty', 'it returned a title but no text');
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

const TRUNCATED_NOTE = '*The answer reached the model’s maximum length and ends early.*';

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

/** Citations that the model wrote without backticks. */
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
  const check = checkCitation(value, context.evidence, context.repositories);
  if (check.kind === 'none') return node;
  if (check.kind === 'verified') return citationLinkNode(check.cited, context);
  context.removed.add(value);
  return { type: 'inlineCode', value: check.name };
}

function citationLinkNode(cited: Citation, context: CitationContext): Link {
  context.cited.set(citationKey(cited), cited);
  const words = { type: 'text' as const, value: citationLabel(cited) };
  return { type: 'link', url: citationLink(cited), children: [words] };
}

/** Nodes are rewritten from the leaves up: a citation inside the link is a link already, and is kept. */
function rewriteLink(node: Link, context: CitationContext): PhrasingContent[] {
  const { url, children } = node;
  if (children.some(({ type }) => type === 'link')) return children;
  const check = checkCitation(url, context.evidence, context.repositories);
  if (check.kind === 'verified') return [{ ...citationLinkNode(check.cited, context), children }];
  if (check.kind === 'unverified') context.removed.add(url);
  if (/^https?:\/\//i.test(url) && context.evidence.hasText(url)) return [node];
  return children;
}

/** The cited files in the order of their first citation, then their repositories. */
function sourcesOf(cited: readonly Citation[]): Source[] {
  const files = cited.map((one) => ({
    type: 'File',
    link: citationLink(one),
    label: `${one.repo} · ${one.path}`,
  }));
  const repositories = [...new Set(cited.map(({ repo }) => repo))].map((repo) => ({
    type: 'Repository',
    link: directoryPagePath(repo, ''),
    label: repo,
  }));
  return [...files, ...repositories];
}
