import type { Root, RootContent } from 'mdast';
import type { EngineAnswer } from '../../conversation/engine.js';
import { parseSourcePagePath, requestedLines } from '../../pages/paths.js';
import { runTool } from '../../tools/run-tool.js';
import type { Tool } from '../../tools/tool.js';
import { type Citation, citedName } from './evidence.js';
import { parseMarkdown, plainTextOf, replaceNodes, toMarkdownText } from './markdown-tree.js';
import { type RenderedResult, renderToolResult } from './tool-result.js';

interface MaterialOptions {
  readonly tools: readonly Tool[];
  readonly repositories: readonly string[];
  readonly signal: AbortSignal;
}

const MAX_PLACES = 5;
const MAX_LINES = 24;
const MAX_ANSWER_CHARACTERS = 3_000;
const MAX_LINE_CHARACTERS = 6_000;
const TOOL_TIMEOUT_MS = 5_000;

/**
 * What a search answers, with the lines that it cites: what a model is shown first, so that it may answer at once.
 * The links of the answer become citations, as the model writes them. `undefined` if the search found nothing.
 */
export async function firstMaterial(
  { answer, sources = [] }: EngineAnswer,
  options: MaterialOptions,
): Promise<RenderedResult | undefined> {
  if (sources.length === 0) return undefined;
  const cited = new Map<string, Citation>();
  const tree = withCitations(withoutCode(parseMarkdown(answer)), cited);
  const said = toMarkdownText(tree).slice(0, MAX_ANSWER_CHARACTERS);
  const read: RenderedResult[] = [];
  let left = MAX_LINE_CHARACTERS;
  for (const place of [...cited.values()].slice(0, MAX_PLACES)) {
    const result = await readLines(place, left, options);
    if (!result) continue;
    read.push(result);
    left -= result.text.length;
  }
  return {
    text: [said, ...read.map(({ text }) => text)].join('\n\n'),
    lines: read.flatMap(({ lines }) => lines),
  };
}

/** The footer is none of the model's business, and the lines of code follow with their numbers. */
function withoutCode(tree: Root): Root {
  const isLeftOut = (node: RootContent) =>
    node.type === 'code'
      ? node.lang !== 'mermaid'
      : plainTextOf(node).startsWith('Found by search');
  return { ...tree, children: tree.children.filter((node) => !isLeftOut(node)) };
}

/** At the head, as the tools show files. */
function withCitations(tree: Root, cited: Map<string, Citation>): Root {
  replaceNodes(tree, (node) => {
    if (node.type !== 'link') return [node];
    const place = placeOf(node.url);
    if (!place) return node.children;
    const value = `${citedName(place)}:${place.start}-${place.end}`;
    cited.set(value, place);
    return [{ type: 'inlineCode', value }];
  });
  return tree;
}

/** The lines of a link to a file's page. */
function placeOf(url: string): Citation | undefined {
  if (!url.startsWith('/') || !URL.canParse(url, 'http://localhost')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const { name, kind, rest } = parseSourcePagePath(decodePath(pathname).slice(1));
  const lines = requestedLines(Object.fromEntries(searchParams));
  if (kind !== 'blob' || !lines) return undefined;
  return { repo: name, path: rest, ...lines };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function readLines(
  { repo, path, start, end }: Citation,
  maxCharacters: number,
  { tools, repositories, signal }: MaterialOptions,
): Promise<RenderedResult | undefined> {
  const tool = tools.find(({ name }) => name === 'read_file');
  if (!tool || maxCharacters < MAX_LINES) return undefined;
  const args = { repo, path, startLine: start, endLine: Math.min(end, start + MAX_LINES - 1) };
  const { structuredContent } = await runTool(tool, args, { signal, timeoutMs: TOOL_TIMEOUT_MS });
  if (!structuredContent) return undefined;
  return renderToolResult(structuredContent, maxCharacters, repositories);
}
