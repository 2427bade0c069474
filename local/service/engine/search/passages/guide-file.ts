import { roleOf } from '../../../index/file-role.js';

const PROSE = /\.(?:mdx?|markdown|rst|txt|adoc)$/i;
/** They tell what was, or are about something else than the code. */
const NO_GUIDE =
  /(?:^|[/_.-])(?:change(?:s|log)|history|releases?|release[-_]notes|news|migrat\w*|upgrad\w*|licen[sc]e|authors|contributing|contributors|security|code[-_]of[-_]conduct|sponsors?|todo|roadmap|robots|requirements?)(?:[/_.-]|$)/i;

/** Whether a document is text, rather than an image or a page of HTML. */
export function isProse(path: string): boolean {
  return PROSE.test(path);
}

/** Whether a file is a document that explains, judged by its path: a changelog and a licence do not. */
export function isGuide(path: string): boolean {
  return roleOf(path) === 'document' && PROSE.test(path) && !NO_GUIDE.test(path);
}
