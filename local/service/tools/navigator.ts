import type { LineRange } from '../index/chunks.js';
import type { FileChunk } from './file-chunks.js';
import type { Snapshot } from './lookup.js';
import type { ToolContext } from './tool.js';

/** A symbol in a file, and the other repositories to search. */
export interface SymbolQuery {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** May be qualified: `Cart.add`. */
  readonly symbol: string;
  /** Of its definition in that file, if several there have the name. */
  readonly line?: number;
  /** Other repositories, at their heads. */
  readonly others: readonly Snapshot[];
  /** The maximum number of files. */
  readonly limit: number;
}

export interface NavigationBlock {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** The definitions or references themselves, ascending. */
  readonly lines: readonly number[];
  /** Resolved through scopes and imports; otherwise only the name is the same. */
  readonly isCertain: boolean;
  /** Other lines with the name, of which nothing is known; only of a block that is certain. */
  readonly unresolved?: readonly number[];
  /** What the file calls the symbol, if it has been resolved: an import may give it another name. */
  readonly names?: readonly string[];
  readonly chunks: readonly FileChunk[];
}

export interface NavigationResult {
  /** Best first. */
  readonly blocks: readonly NavigationBlock[];
  /** The number of matching files that were found. */
  readonly total: number;
  /** Whether everything was searched in time. */
  readonly complete: boolean;
  /** Whether scopes and imports were resolved, or only names compared. */
  readonly precise: boolean;
}

/** Lines of a file whose calls are asked for. */
export interface CallsQuery {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly lines: LineRange;
}

/** A call, and the definition in the same repository that it reaches. */
export interface Call {
  readonly name: string;
  /** Of the call, counted from 1. */
  readonly line: number;
  readonly target: {
    readonly path: string;
    readonly objectId: string;
    /** Of the definition's name. */
    readonly line: number;
  };
}

/** Finds the definitions and references of symbols. */
export interface Navigator {
  definitions(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
  references(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
}

/** Finds what definitions call as well. */
export interface CallNavigator extends Navigator {
  /**
   * The calls in the lines, in order, of what their own repository defines. Only those that are certain: none in
   * languages that are not parsed, nor after the deadline.
   */
  calls(query: CallsQuery, context: ToolContext): Promise<readonly Call[]>;
}
