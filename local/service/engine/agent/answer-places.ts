import type { Root, RootContent } from 'mdast';
import { decodePath } from '../../http/decode-path.js';
import { parseSourcePagePath, requestedLines } from '../../pages/paths.js';
import { type Citation, citedName } from './evidence.js';
import { parseMarkdown, plainTextOf, replaceNodes, toMarkdownText } from './markdown-tree.js';

/** Lines that an answer cites, and those of them that it shows. */
export interface AnswerPlace extends Citation {
  readonly excerpt: readonly string[];
}

export interface AnswerContent {
  /** What the answer says, with citations as a model writes them, and without code. */
  readonly text: string;
  /** In the order of the answer, each once. */
  readonly places: readonly AnswerPlace[];
}

/** Reads an answer from search, without its footer. */
export function readAnswer(answer: string): AnswerContent {
  const tree = parseMarkdown(answer);
  const places = new Map<string, AnswerPlace>();
  const text: RootContent[] = [];
  /** A code block belongs to the last citation above it. */
  let last: string | undefined;
  for (const node of tree.children) {
    if (node.type === 'code' && node.lang !== 'mermaid') {
      const place = last === undefined ? undefined : places.get(last);
      if (last !== undefined && place)
        places.set(last, { ...place, excerpt: node.value.split('\n') });
      continue;
    }
    if (plainTextOf(node).startsWith('Found by search')) continue;
    const part: Root = { type: 'root', children: [node] };
    const cited = replaceLinks(part);
    for (const [name, place] of cited) {
      if (!places.has(name)) places.set(name, { ...place, excerpt: [] });
    }
    last = [...cited.keys()].at(-1);
    text.push(...part.children);
  }
  return { text: toMarkdownText({ type: 'root', children: text }), places: [...places.values()] };
}

/** Links to lines become citations at the head, as the tools show files. */
function replaceLinks(tree: Root): Map<string, Citation> {
  const cited = new Map<string, Citation>();
  replaceNodes(tree, (node) => {
    if (node.type !== 'link') return [node];
    const place = placeOf(node.url);
    if (!place) return node.children;
    const value = `${citedName(place)}:${place.start}-${place.end}`;
    cited.set(value, place);
    return [{ type: 'inlineCode', value }];
  });
  return cited;
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
