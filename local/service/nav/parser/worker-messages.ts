import type { Grammar } from '../languages/languages.js';
import type { SymbolTable } from '../symbols/symbol-table.js';

export interface ParseRequest {
  readonly id: number;
  readonly grammar: Grammar;
  readonly text: string;
}

/** `symbolTable` is absent if the file could not be parsed within the limits. */
export interface ParseReply {
  readonly id: number;
  readonly symbolTable?: SymbolTable;
}
