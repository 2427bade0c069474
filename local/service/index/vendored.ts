import { withoutAskedFolders } from './file-role.js';
import type { Query } from './query.js';

/** Many projects have own code in a folder `vendor` or `dist` further below, such as that of what sellers do. */
const VENDORED = new RegExp(
  [
    '(?:^|/)(?:node_modules|third[-_]?party|bower_components)/',
    '^vendor/',
    // As tools that fetch what others wrote lay it out.
    '/vendor/(?:[\\w-]{1,60}(?:\\.[\\w-]{1,60}){0,4}\\.[a-z]{2,6}/|modules\\.txt$|autoload\\.php$|bundle/|assets/)',
    '^(?:(?:packages|apps)/(?:@[^/]+/)?[^/]+/)?dist/',
    '[.-]min\\.(?:js|css|mjs|cjs)$',
  ].join('|'),
  'i',
);
const FOLDER_OR_NAME =
  /(?:^|\/)(?:vendor|node_modules|third[-_]?party|bower_components|dist)\/|[.-]min\.(?:js|css|mjs|cjs)$/i;

/** Whether a file was written by others, or made of other files; judged by the path alone. */
export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** The same, unless the question names the folder. */
export function isVendoredFor(path: string, query: Pick<Query, 'terms'>): boolean {
  return isVendored(path) && FOLDER_OR_NAME.test(withoutAskedFolders(path, query));
}
