import type { SyntaxNode } from '@lezer/common';
import { fenceFor, linePrefix } from './fence.js';
import { parseFlowchart } from './flowchart.js';
import { flowchartLines } from './flowchart-text.js';
import { parseBlocks } from './parse.js';

/**
 * The Markdown with its Mermaid flowcharts as text, since Slack draws none. A diagram that no text can show stays as
 * it is: its source is better than nothing.
 */
export function withDiagramsAsText(markdown: string): string {
  if (!/mermaid/i.test(markdown)) return markdown;
  const blocks: SyntaxNode[] = [];
  parseBlocks(markdown).iterate({
    enter: ({ name, node }) => {
      if (name === 'FencedCode') blocks.push(node);
      return name !== 'FencedCode';
    },
  });
  let text = '';
  let at = 0;
  for (const node of blocks) {
    const drawn = asText(node, markdown);
    if (drawn === undefined) continue;
    text += markdown.slice(at, node.from) + drawn;
    at = node.to;
  }
  return text + markdown.slice(at);
}

function asText(node: SyntaxNode, markdown: string): string | undefined {
  const info = node.getChild('CodeInfo');
  if (!info || markdown.slice(info.from, info.to).trim().toLowerCase() !== 'mermaid')
    return undefined;
  const code = node.getChildren('CodeText').map(({ from, to }) => markdown.slice(from, to));
  const chart = parseFlowchart(code.join(''));
  const lines = chart && flowchartLines(chart);
  if (!lines) return undefined;
  const fence = fenceFor(lines.join('\n'));
  const prefix = linePrefix(markdown, node.from);
  return [fence, ...lines, fence].join(`\n${prefix}`);
}
