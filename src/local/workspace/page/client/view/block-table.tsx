import type {
  DataTableBlock,
  RawNumberElement,
  RawTextElement,
  RichTextBlock,
  TableBlock,
} from '@slack/types';
import type { VNode } from 'preact';
import { PlainText } from './plain-text.js';
import { RichText } from './rich-text.js';

type Cell = RichTextBlock | RawTextElement | RawNumberElement;

/** A table whose first row is its head. It scrolls by itself where it is wider than the message. */
export function BlockTable({ block }: { block: TableBlock | DataTableBlock }): VNode {
  const [head = [], ...body] = block.rows as Cell[][];
  const align = (column: number): string => {
    const settings = 'column_settings' in block ? block.column_settings?.[column] : undefined;
    return settings?.align ?? 'left';
  };
  return (
    <div class="table-frame">
      <table>
        {'caption' in block && <caption>{block.caption}</caption>}
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} align={align(column) as 'left'} scope="col">
                <CellText cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} align={align(column) as 'left'}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CellText({ cell }: { cell: Cell }): VNode {
  return cell.type === 'rich_text' ? <RichText block={cell} /> : <PlainText text={cell.text} />;
}
