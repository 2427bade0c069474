import type { DataTableBlock } from '@slack/types';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { nextSorting, type Sorting, sortRows } from '../../text/sorting.js';
import { Icon } from '../ui/icon.js';
import { type Cell, CellText } from './table-cell.js';

const DEFAULT_PAGE_SIZE = 5;

/** A paginated table that sorts by the clicked column header. */
export function DataTable({ block }: { block: DataTableBlock }): VNode {
  const [head = [], ...body] = block.rows as Cell[][];
  const [sorting, setSorting] = useState<Sorting>();
  const [page, setPage] = useState(0);
  const size = block.page_size ?? DEFAULT_PAGE_SIZE;
  const pages = Math.max(1, Math.ceil(body.length / size));
  const at = Math.min(page, pages - 1);
  const rowHeaderColumn = block.row_header_column_index ?? 0;
  return (
    <div class="data-table">
      <div class="table-frame">
        <table>
          <caption>{block.caption}</caption>
          <thead>
            <tr>
              {head.map((cell, column) => (
                <ColumnHeader
                  key={column}
                  cell={cell}
                  align={alignOf(body[0]?.[column])}
                  sorting={sorting?.column === column ? sorting : undefined}
                  onSort={() => setSorting(nextSorting(sorting, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sortRows(body, sorting)
              .slice(at * size, (at + 1) * size)
              .map((row, index) => (
                <Row key={index} row={row} rowHeaderColumn={rowHeaderColumn} />
              ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pagination at={at} pages={pages} onPage={setPage} />}
    </div>
  );
}

interface ColumnHeaderProps {
  readonly cell: Cell;
  readonly align: 'left' | 'right';
  readonly sorting: Sorting | undefined;
  onSort(): void;
}

const alignOf = (cell: Cell | undefined): 'left' | 'right' =>
  cell?.type === 'raw_number' ? 'right' : 'left';

function ColumnHeader({ cell, align, sorting, onSort }: ColumnHeaderProps): VNode {
  const descending = sorting?.descending;
  const sortOrder = sorting === undefined ? 'none' : descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={sortOrder} align={align}>
      <button type="button" onClick={onSort}>
        <CellText cell={cell} />
        {sorting && <Icon of={descending ? ArrowDown : ArrowUp} size={13} />}
      </button>
    </th>
  );
}

function Row({ row, rowHeaderColumn }: { row: readonly Cell[]; rowHeaderColumn: number }): VNode {
  return (
    <tr>
      {row.map((cell, column) => {
        const align = alignOf(cell);
        return column === rowHeaderColumn ? (
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

function Pagination(props: { at: number; pages: number; onPage(to: number): void }): VNode {
  const { at, pages, onPage } = props;
  return (
    <nav class="data-pages" aria-label="Pages of the table">
      <button
        type="button"
        class="icon-button"
        aria-label="Previous page"
        disabled={at === 0}
        onClick={() => onPage(at - 1)}
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
        onClick={() => onPage(at + 1)}
      >
        <Icon of={ChevronRight} size={16} />
      </button>
    </nav>
  );
}
