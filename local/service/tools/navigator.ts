import type { ChunkRecord } from './chunks.js';
import type { Place } from './lookup.js';
import type { ToolContext } from './tool.js';

/** A name in a file, and where else to look for it. */
export interface Asked {
  readonly place: Place;
  readonly path: string;
  /** Perhaps qualified: `Cart.add`. */
  readonly symbol: string;
  /** Other repositories, at their heads. */
  readonly others: readonly Place[];
  /** Files wanted at most. */
  readonly limit: number;
}

export interface FoundBlock {
  readonly place: Place;
  readonly path: string;
  readonly chunks: readonly ChunkRecord[];
}

export interface Navigation {
  /** Best first. */
  readonly blocks: readonly FoundBlock[];
  /** Files that have any, as far as was looked. */
  readonly total: number;
  /** Whether all was looked at in time. */
  readonly complete: boolean;
  /** Whether scopes and imports were followed, rather than names compared. */
  readonly precise: boolean;
}

/** Finds where names are defined and used. */
export interface Navigator {
  definitions(asked: Asked, context: ToolContext): Promise<Navigation>;
  references(asked: Asked, context: ToolContext): Promise<Navigation>;
}
