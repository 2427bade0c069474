import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { pageOf, ROOT } from './pages.js';

/** Where a link of a document leads on the site; `source` is a path in the repository, which has no page. */
export type Target = { readonly href: string } | { readonly source: string };

/** Reads a link of a document as a forge does, relative to the document. Throws if there is no such file. */
export function targetOf(document: string, link: string): Target {
  if (/^([a-z]+:|#)/i.test(link)) return { href: link };
  const [path = '', anchor] = link.split('#');
  const file = normalize(join(dirname(document), path)).replace(/\/$/, '');
  if (!existsSync(join(ROOT, file)))
    throw new Error(`${document} links to ${file}, which is missing`);
  const page = pageOf(isFolder(file) ? `${file}/README.md` : file);
  if (page === undefined) return inRepository(file);
  return { href: `/${page}${anchor === undefined ? '' : `#${anchor}`}` };
}

function isFolder(file: string): boolean {
  return statSync(join(ROOT, file)).isDirectory();
}

/** On the forge that package.json names as `repository`, if it names one. */
function inRepository(file: string): Target {
  const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    repository?: { url: string };
  };
  if (repository === undefined) return { source: file };
  const forge = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return { href: `${forge}/${isFolder(file) ? 'tree' : 'blob'}/HEAD/${file}` };
}

/** Makes the documents' links lead to pages of the site, and what has no page a name without a link. */
export function rewriteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const document = relative(ROOT, String(env['realPath'] ?? env['path']));
    for (const { children } of tokens) {
      let source: string | undefined;
      for (const token of children ?? []) {
        if (token.type === 'link_open') source = pointToSite(token, document);
        else if (token.type === 'link_close' && source !== undefined) token.tag = 'span';
      }
    }
  });
}

type Token = ReturnType<MarkdownRenderer['parse']>[number];

function pointToSite(token: Token, document: string): string | undefined {
  const target = targetOf(document, String(token.attrGet('href')));
  if ('href' in target) {
    token.attrSet('href', target.href);
    return undefined;
  }
  token.tag = 'span';
  token.type = 'source_open';
  token.attrs = [['title', `${target.source} in the repository`]];
  return target.source;
}
