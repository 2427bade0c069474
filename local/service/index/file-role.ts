import type { Query, QueryIntent } from './query.js';

export type FileRole = 'code' | 'test' | 'document' | 'setting';

const TEST_FOLDER = /(^|\/)(tests?|specs?|__tests__|testing|testdata|fixtures?|e2e|cypress)\//i;
const TEST_FILE =
  /(^|\/)(test_[^/]*|[^/]*[._-](test|tests|spec)\.[^/]+|[^/]*Tests?\.[^/]+|conftest\.py)$/;
const SECONDARY_FOLDER =
  /(^|\/)(docs?|documentation|examples?|samples?|benchmarks?|vendor|third_party)\//i;
const DOCUMENT =
  /\.(md|mdx|markdown|rst|txt|adoc|html?|svg)$|(^|\/)(license|licence|changelog|changes|history|authors|contributing|notice|copying)[^/]*$/i;
const SETTING = /\.(json|jsonc|ya?ml|toml|cfg|ini|conf|lock|csv|xml|properties)$|(^|\/)\.[^/]+$/i;

/** Judged by the path alone. */
export function roleOf(path: string): FileRole {
  if (TEST_FOLDER.test(path) || TEST_FILE.test(path)) return 'test';
  if (SECONDARY_FOLDER.test(path) || DOCUMENT.test(path)) return 'document';
  return SETTING.test(path) ? 'setting' : 'code';
}

/** Type declarations, whose code is elsewhere. */
const DECLARATION = /\.d\.[cm]?ts$|\.pyi$/;

const SECONDARY_BOOST = 0.6;
/** Tests and documents mention what was asked more often than the code itself does. */
const TEST_BOOST = 0.5;
const DOCUMENT_BOOST = 0.45;
const NAMED_FILE_BOOST = 3;
const CONTEXT_FILE_BOOST = 1.25;
export const MAX_FILE_BOOST = NAMED_FILE_BOOST * CONTEXT_FILE_BOOST;

/** Whether the question names the file: by its path, or the end of that. */
export function isNamedFile(path: string, { files }: Pick<Query, 'files'>): boolean {
  return files.some((file) => path === file || path.endsWith(`/${file}`));
}

/** The factor by which a file's score counts for this query. */
export function fileBoost(path: string, query: Query): number {
  const isInContext = query.contextFiles.includes(path);
  const declarationBoost = DECLARATION.test(path) ? SECONDARY_BOOST : 1;
  const boost =
    declarationBoost *
    (isNamedFile(path, query) ? NAMED_FILE_BOOST : 1) *
    (isInContext ? CONTEXT_FILE_BOOST : 1);
  return boost * roleBoost(roleOf(path), query.intent);
}

function roleBoost(role: FileRole, intent: QueryIntent): number {
  if (role === 'test') return intent.tests ? 1 : TEST_BOOST;
  if (role === 'document') return intent.documents ? 1 : DOCUMENT_BOOST;
  return role === 'setting' ? SECONDARY_BOOST : 1;
}
