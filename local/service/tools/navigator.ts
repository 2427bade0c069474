import type { FileChunk } from './file-chunks.js';
import type { Snapshot } from './lookup.js';
import type { ToolContext } from './tool.js';

/** A symbol in a file, and the other repositories to search. */
export interface SymbolQuery {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** May be qualified: `Cart.add`. */
  readonly symbol: string;
  /** Other repositories, at their heads. */
  readonly others: readonly Snapshot[];
  /** The maximum number of files. */
  readonly limit: number;
}

export interface NavigationBlock {
  readonly snapshot: Snapshot;
  readonly path: string;
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

/** Finds the definitions and references of symbols. */
export interface Navigator {
  definitions(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
  references(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
}
