import { withoutAskedFolders } from './file-role.js';
import type { Query } from './query.js';

const VENDORED =
  /(?:^|\/)(?:vendor|node_modules|third[-_]?party|bower_components|dist)\/|[.-]min\.(?:js|css|mjs|cjs)$/i;

/** Whether a file was written by others, or made of other files; judged by the path alone. */
export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** The same, unless the question names the folder. */
export function isVendoredFor(path: string, query: Pick<Query, 'terms'>): boolean {
  return isVendored(path) && isVendored(withoutAskedFolders(path, query));
}
