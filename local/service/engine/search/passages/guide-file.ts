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
/** `README_FR.md`, `README.pt-BR.md`, `docs/es/`, `i18n/`. */
const TRANSLATION = new RegExp(
  `(?:^|/)(?:i18n|l10n|locales?|translations?|(?:${LANGUAGES})${REGION})/|` +
    `[_.-](?:${LANGUAGES}|${COUNTRIES})${REGION}\\.\\w{2,8}$`,
  'i',
);

/** Whether a document says once more, in another language, what is said in English, and English is asked in. */
export function isTranslation(path: string, { language }: Query): boolean {
  return language === undefined && TRANSLATION.test(path);
}

const TRANSLATED_README = new RegExp(
  `(?:^|/)readme[_.-](?:${LANGUAGES}|${COUNTRIES})${REGION}\\.\\w{2,8}$`,
  'i',
);

/** The same of READMEs alone: no other file in English has such a name. */
export function isTranslatedReadme(path: string, { language }: Query): boolean {
  return language === undefined && TRANSLATED_README.test(path);
}
