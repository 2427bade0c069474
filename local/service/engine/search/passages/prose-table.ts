import { plainText } from './prose.js';

const ROW = /^\s*\|(.*)\|\s*$/;
/** Of a simple table in reStructuredText. */
const COLUMN_RULE = /^\s*={2,}(?:\s+={2,})+\s*$/;
const ROW_RULE = /^[\s|:+=-]{3,}$/;

/** What a line is to a table: a row, its header, or a line that only draws it. */
export interface TableLine {
  readonly row?: { readonly text: string; readonly columns: string };
  readonly isHeader?: true;
  /** The header is the line above, which was read as text before. */
  readonly takesLineAbove?: true;
}

/** Reads the tables of Markdown, and the simple ones of reStructuredText, line by line. */
export class TableReader {
  #columns: readonly string[] | undefined;
  /** Of a simple table, so far: the header is between the first and the second one. */
  #rules = 0;
  /** Its rows have no marks around them. */
  #isBare = false;

  /** At a blank line. */
  end(): void {
    this.#rules = 0;
    this.#isBare = false;
  }

  /** `undefined` if the line is no part of a table. */
  read(text: string, above: string | undefined): TableLine | undefined {
    if (COLUMN_RULE.test(text)) {
      this.#rules += 1;
      return {};
    }
    if (this.#rules > 0 && this.#rules < 3) return this.#row(text.trim().split(/\s{2,}/));
    if (text.includes('|') && ROW_RULE.test(text)) return this.#rule(text, above);
    const isRow = this.#isBare && text.includes('|');
    const cells = ROW.exec(text)?.[1] ?? (isRow ? text : undefined);
    if (cells !== undefined) return this.#row(cellsOf(cells));
    this.#columns = undefined;
    return undefined;
  }

  #rule(text: string, above: string | undefined): TableLine {
    if (text.trim().startsWith('|')) return {};
    this.#isBare = true;
    return above?.includes('|') ? { ...this.#row(cellsOf(above)), takesLineAbove: true } : {};
  }

  #row(given: readonly string[]): TableLine {
    const values = given.map(plainText);
    const columns = this.#columns;
    if (columns === undefined) {
      this.#columns = values;
      return { isHeader: true };
    }
    const [corner = '', ...names] = columns;
    // Where each column is of one thing, its value says nothing without its name.
    const isAcross = names.length > 1 && (corner === '' || corner.endsWith(':'));
    const filled = values.flatMap((one, n) => {
      if (one === '') return [];
      return isAcross && n > 0 ? `${columns[n]} ${one}` : one;
    });
    return filled.length === 0
      ? {}
      : { row: { text: filled.join(' · '), columns: columns.join(' ') } };
  }
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/);
}
