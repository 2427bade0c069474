import { createHash } from 'node:crypto';
import type { CodePage } from '../../model/code.js';
import { commandOf } from './command.js';

/** Longer pages, for instance with a long cursor, are stored and referred to by their key. */
const MAX_LENGTH = 400;

/** What a button of a note holds: `page 2 search …` as `intake/parse` reads it, or `#key`. */
export function pageButtonValue(page: CodePage): string {
  const prefix = page.page === 0 ? '' : `page ${page.page} `;
  const value = prefix + commandOf(page.call);
  return value.length > MAX_LENGTH ? `#${pageKey(page)}` : value;
}

/** What a button that opens a view holds: the page itself, or its key. */
export function pageReference(page: CodePage): CodePage | string {
  return JSON.stringify(page).length > MAX_LENGTH ? pageKey(page) : page;
}

/** A hash of the page, so that storing it again changes nothing. */
export function pageKey(page: CodePage): string {
  return createHash('sha256').update(JSON.stringify(page)).digest('hex').slice(0, 20);
}

export function pageEntry(page: CodePage): [key: string, page: CodePage] {
  return [pageKey(page), page];
}
