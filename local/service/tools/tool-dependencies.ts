import type { SearchIndex } from '../index/search-index.js';
import type { Lookup } from './lookup.js';
import type { Navigator } from './navigator.js';

/** What the tools need. */
export interface ToolDependencies extends Lookup {
  readonly index: SearchIndex;
  readonly navigator: Navigator;
  /** Where our pages are, without a trailing slash. */
  readonly url: () => string;
}
