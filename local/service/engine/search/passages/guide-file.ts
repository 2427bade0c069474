import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';

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

const LANGUAGES = 'ar|de|es|fa|fr|hi|id|it|ja|ko|nl|pl|pt|ru|tr|uk|vi|zh';
/** Files are also named after countries. */
const COUNTRIES = 'cn|jp|kr|tw';
const REGION = '(?:[-_][a-z]{2,4})?';
const SUFFIX = `[_.-](?:${LANGUAGES}|${COUNTRIES})${REGION}\\.\\w{2,8}$`;
/** `README_FR.md`, `README.pt-BR.md`, `docs/es/`, `i18n/`. */
const TRANSLATION = new RegExp(
  `(?:^|/)(?:i18n|l10n|locales?|translations?|(?:${LANGUAGES})${REGION})/|${SUFFIX}`,
  'i',
);

/** Whether a question is in English and the path is that of a document in another language. */
export function isTranslation(path: string, { language }: Query): boolean {
  return language === undefined && TRANSLATION.test(path);
}

const TRANSLATED_README = new RegExp(`(?:^|/)readme${SUFFIX}`, 'i');

/** The same for READMEs only: other documents in English may have such a path, such as `user-id.md`. */
export function isTranslatedReadme(path: string, { language }: Query): boolean {
  return language === undefined && TRANSLATED_README.test(path);
}
