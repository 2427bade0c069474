import type { RawNumberElement, RawTextElement, RichTextBlock } from '@slack/types';

type Cell = RichTextBlock | RawTextElement | RawNumberElement;

export interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

/** The sort order after a click on a column header: ascending, descending, unsorted. */
export function nextSorting(now: Sorting | undefined, column: number): Sorting | undefined {
  if (now?.column !== column) return { column, descending: false };
  return now.descending ? undefined : { column, descending: true };
}

/** Sorts rows by one column, numbers by value. Without `by` they stay as they are. */
export function sortRows<T extends readonly Cell[]>(
  rows: readonly T[],
  by: Sorting | undefined,
): readonly T[] {
  if (!by) return rows;
  const direction = by.descending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compareCells(a[by.column], b[by.column]));
}

function compareCells(a: Cell | undefined, b: Cell | undefined): number {
  if (a?.type === 'raw_number' && b?.type === 'raw_number') return a.value - b.value;
  return cellText(a).localeCompare(cellText(b), undefined, { numeric: true });
}

function cellText(cell: Cell | undefined): string {
  if (!cell) return '';
  if (cell.type !== 'rich_text') return cell.text;
  return JSON.stringify(cell.elements);
}
