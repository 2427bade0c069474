import type { TableBlock } from '@slack/types';
import type { VNode } from 'preact';
import { type Cell, CellText } from './table-cell.js';

/** A table with a header row. It scrolls sideways if it is wider than the message. */
export function Table({ block }: { block: TableBlock }): VNode {
  const [head = [], ...body] = block.rows as Cell[][];
  const align = (column: number) => block.column_settings?.[column]?.align ?? 'left';
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} align={align(column)} scope="col">
                <CellText cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} align={align(column)}>
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
