import { BREAK, escapeMrkdwn } from '../format/escape.js';
import type { Block, Inline, Item } from './document.js';
import { markerOf, plainInlines } from './plain-text.js';

/** Slack's own older markup, from the same tree; escaped, and free of mentions. */
export function mrkdwn(blocks: readonly Block[]): string {
  return blocks.map((block) => blockText(block, 0)).join('\n\n');
}

function blockText(block: Block, level: number): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineText(block.inlines);
    case 'heading':
      // Without its asterisks first: what they parted may be a mention.
      return `*${escapeMrkdwn(plainInlines(block.inlines).replaceAll('*', '')).trim()}*`;
    case 'code':
      return codeText(block.text);
    case 'list':
      return listText(block.items, block.start, level);
    case 'quote':
      return block.blocks
        .map((inner) => blockText(inner, level))
        .join('\n\n')
        .replace(/^/gm, '> ');
    case 'table':
      return tableText(block.rows);
    case 'rule':
      return '———';
  }
}

function codeText(text: string): string {
  const harmless = escapeMrkdwn(text).replace(/`(?=``)/g, `\`${BREAK}`);
  return `\`\`\`\n${harmless}\n\`\`\``;
}

function listText(items: readonly Item[], start: number | undefined, level: number): string {
  const bullet = ['•', '◦', '▪'][level % 3] ?? '•';
  return items
    .map((item, i) => {
      const inner = item.blocks.map((block) => blockText(block, level + 1)).join('\n');
      const marker = markerOf(item, i, start).replace('•', bullet);
      return marker + inner.replaceAll('\n', '\n    ');
    })
    .join('\n');
}

/** Columns in code where they fit on a line, else each row as a line of its cells. */
function tableText(rows: readonly (readonly Inline[])[][]): string {
  const cells = rows.map((row) => row.map((cell) => plainInlines(cell).replaceAll('\n', ' ')));
  const widths = columnWidths(cells);
  if (widths.reduce((sum, width) => sum + width + 3, 0) > 90) {
    return cells.map((row) => `• ${escapeMrkdwn(row.join(' | '))}`).join('\n');
  }
  const lines = cells.map((row) =>
    widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | '),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('-|-');
  return codeText(
    [lines[0] ?? '', rule, ...lines.slice(1)].map((line) => line.trimEnd()).join('\n'),
  );
}

function columnWidths(cells: readonly string[][]): number[] {
  const widths: number[] = [];
  for (const row of cells) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return widths;
}

/** An `@` never touches the next part: a style that is left out may have stood between. */
function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map(inline)
    .reduce((text, part) => text + (text.endsWith('@') && part !== '' ? BREAK : '') + part, '');
}

function inline(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return escapeMrkdwn(part.text);
    case 'code':
      return `\`${escapeMrkdwn(part.text).replaceAll('`', 'ˋ')}\``;
    case 'strong':
      return styled('*', part.inlines);
    case 'emphasis':
      return styled('_', part.inlines);
    case 'strike':
      return styled('~', part.inlines);
    case 'link':
      return linkText(part.url, plainInlines(part.inlines));
  }
}

function styled(mark: string, inlines: readonly Inline[]): string {
  const inner = inlineText(inlines);
  return inner.trim() === '' || inner.includes('\n') ? inner : `${mark}${inner}${mark}`;
}

/** `url`: absolute, without `<`, `>` and `|`. */
export function linkText(url: string, label: string): string {
  const target = url.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;');
  const shown = escapeMrkdwn(label.replace(/\s+/g, ' ').trim()).replaceAll('|', '¦');
  return `<${target}|${shown || target}>`;
}
