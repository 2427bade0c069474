import type { DataTableBlock } from '@slack/types';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Sorting, sorted, turned } from '../text/sorting.js';
import { Icon } from './icon.js';
import { type Cell, CellText } from './table-cell.js';

const USUAL_PAGE = 5;

/** A table with pages, sorted by whichever column's head is pressed. */
export function DataTable({ block }: { block: DataTableBlock }): VNode {
  const [head = [], ...body] = block.rows as Cell[][];
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const size = block.page_size ?? USUAL_PAGE;
  const pages = Math.max(1, Math.ceil(body.length / size));
  const at = Math.min(page, pages - 1);
  const named = block.row_header_column_index ?? 0;
  return (
    <div class="data-table">
      <div class="table-frame">
        <table>
          <caption>{block.caption}</caption>
          <thead>
            <tr>
              {head.map((cell, column) => (
                <Head
                  key={column}
                  cell={cell}
                  align={alignOf(body[0]?.[column])}
                  sorting={sorting?.column === column ? sorting : undefined}
                  onSort={() => setSorting(turned(sorting, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(body, sorting)
              .slice(at * size, (at + 1) * size)
              .map((row, index) => (
                <Row key={index} row={row} named={named} />
              ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pages at={at} pages={pages} onTurn={setPage} />}
    </div>
  );
}

interface HeadProps {
  readonly cell: Cell;
  readonly align: 'left' | 'right';
  readonly sorting: Sorting | undefined;
  onSort(): void;
}

const alignOf = (cell: Cell | undefined): 'left' | 'right' =>
  cell?.type === 'raw_number' ? 'right' : 'left';

function Head({ cell, align, sorting, onSort }: HeadProps): VNode {
  const down = sorting?.descending;
  const said = sorting === undefined ? 'none' : down ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={said} align={align}>
      <button type="button" onClick={onSort}>
        <CellText cell={cell} />
        {sorting && <Icon of={down ? ArrowDown : ArrowUp} size={13} />}
      </button>
    </th>
  );
}

function Row({ row, named }: { row: readonly Cell[]; named: number }): VNode {
  return (
    <tr>
      {row.map((cell, column) => {
        const align = alignOf(cell);
        return column === named ? (
          <th key={column} scope="row" align={align}>
            <CellText cell={cell} />
          </th>
        ) : (
          <td key={column} align={align}>
            <CellText cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

function Pages(given: { at: number; pages: number; onTurn(to: number): void }): VNode {
  const { at, pages, onTurn } = given;
  return (
    <nav class="data-pages" aria-label="Pages of the table">
      <button
        type="button"
        class="icon-button"
        aria-label="Previous page"
        disabled={at === 0}
        onClick={() => onTurn(at - 1)}
      >
        <Icon of={ChevronLeft} size={16} />
      </button>
      <span aria-live="polite">
        {at + 1} of {pages}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label="Next page"
        disabled={at === pages - 1}
        onClick={() => onTurn(at + 1)}
      >
        <Icon of={ChevronRight} size={16} />
      </button>
    </nav>
  );
}
