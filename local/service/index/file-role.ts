import type { Query } from './query.js';

export type Role = 'code' | 'test' | 'document' | 'setting';

const TEST_FOLDER = /(^|\/)(tests?|specs?|__tests__|testing|testdata|fixtures?|e2e|cypress)\//i;
const TEST_FILE =
  /(^|\/)(test_[^/]*|[^/]*[._-](test|tests|spec)\.[^/]+|[^/]*Tests?\.[^/]+|conftest\.py)$/;
const ASIDE_FOLDER =
  /(^|\/)(docs?|documentation|examples?|samples?|benchmarks?|vendor|third_party)\//i;
const DOCUMENT =
  /\.(md|mdx|markdown|rst|txt|adoc|html?|svg)$|(^|\/)(license|licence|changelog|changes|history|authors|contributing|notice|copying)[^/]*$/i;
const SETTING = /\.(json|jsonc|ya?ml|toml|cfg|ini|conf|lock|csv|xml|properties)$|(^|\/)\.[^/]+$/i;

/** What a file is for, by its path alone. */
export function roleOf(path: string): Role {
  if (TEST_FOLDER.test(path) || TEST_FILE.test(path)) return 'test';
  if (ASIDE_FOLDER.test(path) || DOCUMENT.test(path)) return 'document';
  return SETTING.test(path) ? 'setting' : 'code';
}

/** Types without what they stand for: the code is elsewhere. */
const DECLARATION = /\.d\.[cm]?ts$|\.pyi$/;

const ASIDE = 0.6;
/** They speak of what was asked more often than the code itself does. */
const TESTS = 0.5;
const DOCUMENTS = 0.45;
const NAMED_FILE = 3;
const EARLIER_FILE = 1.25;

/** By how much a file's score counts for this query. */
export function weightOf(path: string, query: Query): number {
  const named = query.files.some((file) => path === file || path.endsWith(`/${file}`));
  const earlier = query.earlierFiles.includes(path);
  const declared = DECLARATION.test(path) ? ASIDE : 1;
  const weight = declared * (named ? NAMED_FILE : 1) * (earlier ? EARLIER_FILE : 1);
  return weight * roleWeight(roleOf(path), query.wants);
}

function roleWeight(role: Role, wants: Query['wants']): number {
  if (role === 'test') return wants.tests ? 1 : TESTS;
  if (role === 'document') return wants.documents ? 1 : DOCUMENTS;
  return role === 'setting' ? ASIDE : 1;
}
