import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** Pages that are not in `docs/`; a forge looks for them at the top. */
export const TOP_PAGES = ['CHANGELOG', 'CONTRIBUTING', 'SECURITY'];

/** The site's path of a document of the repository, such as `adr/index.md`; undefined if it is no page. */
export function pageOf(document: string): string | undefined {
  if (TOP_PAGES.some((name) => document === `${name}.md`)) return document.toLowerCase();
  if (!/^docs\/.*\.md$/.test(document)) return undefined;
  return document.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The anchor of a heading, as forges name it, so that one link works on both. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

export interface Section {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly document: string }[];
}

/** The sections of `docs/README.md`, with the pages that each lists. */
export function readSections(): Section[] {
  const [, ...parts] = readFileSync(join(ROOT, 'docs/README.md'), 'utf8').split(/^## /m);
  return parts.map((part) => ({
    text: part.slice(0, part.indexOf('\n')),
    items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = '', path = '']) => ({
      text,
      document: join('docs', path),
    })),
  }));
}
