import type { Grammar } from '../languages/languages.js';
import type { SymbolTable } from '../symbols/symbol-table.js';

/** What the service asks of a parser thread. */
export interface ParseRequest {
  readonly id: number;
  readonly grammar: Grammar;
  readonly text: string;
}

/** `summary` is absent where the file could not be parsed within bounds. */
export interface ParseReply {
  readonly id: number;
  readonly symbolTable?: SymbolTable;
}
