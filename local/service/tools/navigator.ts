import type { Chunk } from './chunks.js';
import type { Snapshot } from './lookup.js';
import type { ToolContext } from './tool.js';

/** A name in a file, and where else to look for it. */
export interface SymbolQuery {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** Perhaps qualified: `Cart.add`. */
  readonly symbol: string;
  /** Other repositories, at their heads. */
  readonly others: readonly Snapshot[];
  /** Files wanted at most. */
  readonly limit: number;
}

export interface NavigationBlock {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

export interface NavigationResult {
  /** Best first. */
  readonly blocks: readonly NavigationBlock[];
  /** Files that have any, as far as was looked. */
  readonly total: number;
  /** Whether all was looked at in time. */
  readonly complete: boolean;
  /** Whether scopes and imports were followed, rather than names compared. */
  readonly precise: boolean;
}

/** Finds where names are defined and used. */
export interface Navigator {
  definitions(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
  references(query: SymbolQuery, context: ToolContext): Promise<NavigationResult>;
}
