import type { Query, QueryIntent } from './query.js';

export type FileRole = 'code' | 'test' | 'document' | 'setting';

/** `test/`, `integration-tests/`, `jvmTest/`, `UnitTests/`. */
const TEST_FOLDER =
  /(^|\/)(?:[^/]*[-_.])?(?:tests?|specs?|__tests__|testing|testdata|regress(?:ion)?|fuzz(?:ing)?|fixtures?|e2e|cypress|mocks?|__mocks__)(?:[-_.][^/]*)?\//i;
const CAMEL_CASE_TEST_FOLDER = /(^|\/)[^/]*[a-z0-9]Tests?\//;
const TEST_FILE =
  /(^|\/)(test_[^/]*|[^/]*[._-](?:perf|unit)?(test|tests|spec)\.[^/]+|[^/]*[._-](test|spec)-[^/]*|[^/]*(Tests?|Spec)\.[^/]+|conftest\.py|tests?\.[^/]+)$/;
const SECONDARY_FOLDER =
  /(^|\/)(?:docs?(?:[-_][^/]*)?|documentation|guides?|man|examples?|samples?|(?:[^/]*[-_.])?demos?|sandbox|playgrounds?|tutorials?|website|bench(?:es|marks?)?|vendor|third_party)\//i;
const DOCUMENT =
  /\.(md|mdx|markdown|rst|txt|adoc|html?|svg|png|jpe?g|gif|webp|ico|pdf|[1-9])$|(^|\/)(license|licence|changelog|changes|history|authors|contributing|notice|copying)([-_][^/.]*)?$/i;
const SETTING =
  /\.(json|jsonc|ya?ml|toml|cfg|ini|conf|lock|csv|xml|properties|in|m4|cmake|gradle|cabal|csproj|podspec|api)$|(^|\/)\.[^/]+$/i;

/** Whether any of these may match, which most paths tell at once. */
const MAYBE_TEST = /test|spec|regress|fuzz|fixture|e2e|cypress|mock/i;

/** Judged by the path alone. */
export function roleOf(path: string): FileRole {
  if (MAYBE_TEST.test(path) && isTest(path)) return 'test';
  if (SECONDARY_FOLDER.test(path) || DOCUMENT.test(path)) return 'document';
  return SETTING.test(path) ? 'setting' : 'code';
}

function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || CAMEL_CASE_TEST_FOLDER.test(path) || TEST_FILE.test(path);
}

/** Whether a question is about files of this role: about code, unless it says something else. */
export function isAskedFor(role: FileRole, intent: QueryIntent): boolean {
  if (role === 'test') return intent.tests;
  return role === 'code' || (role === 'document' && intent.documents);
}

/** Type declarations, whose code is elsewhere. */
const DECLARATION = /\.d\.[cm]?ts$|\.pyi$/;
/** Types of TypeScript, which name everything and do nothing. */
const TYPES = /(^|\/)(@?types|interfaces?)(\/(?:src\/)?[^/]*)?\.[cm]?tsx?$/;
/** Kept for those who still use it; what replaced it has the same names. */
const LEGACY = /(^|\/)(deprecat\w*|legacy|obsolete|attic|compat|v[01])(\/|\.[^/]*$)/i;
/** Made from other files, or copied from elsewhere. */
const GENERATED =
  /(^|\/)(dist|build|out|target|generated|__generated__|gen|node_modules|vendor|third_party|single_include|amalgamated)\/|\.(?:min|bundle|generated|pb|g)\.[^/.]+$/i;

const PATH_BOOSTS: readonly (readonly [pattern: RegExp, boost: number])[] = [
  [DECLARATION, 0.6],
  [LEGACY, 0.6],
  [GENERATED, 0.2],
];
const TYPES_BOOST = 0.7;
/** Tests and documents mention what was asked more often than the code itself does. */
const ROLE_BOOSTS: Readonly<Record<FileRole, number>> = {
  code: 1,
  test: 0.25,
  document: 0.15,
  setting: 0.6,
};
/** For a question that mentions tests, maybe as its subject. */
const MENTIONED_TEST_BOOST = 0.5;
const NAMED_FILE_BOOST = 3;
const CONTEXT_FILE_BOOST = 1.25;

/** The most that `fileBoost` may be for this query. */
export function maxFileBoost({ files, contextFiles }: Query): number {
  return (
    (files.length > 0 ? NAMED_FILE_BOOST : 1) * (contextFiles.length > 0 ? CONTEXT_FILE_BOOST : 1)
  );
}

/** Whether the question names the file: by its path, or the end of that. */
export function isNamedFile(path: string, { files }: Pick<Query, 'files'>): boolean {
  return files.some((file) => path === file || path.endsWith(`/${file}`));
}

/** The factor by which a file's score counts for this query. */
export function fileBoost(path: string, query: Query): number {
  const { intent } = query;
  const ofPath = PATH_BOOSTS.map(([pattern, boost]) => (pattern.test(path) ? boost : 1));
  const factors = [
    ...ofPath,
    TYPES.test(path) && !intent.types ? TYPES_BOOST : 1,
    isNamedFile(path, query) ? NAMED_FILE_BOOST : 1,
    query.contextFiles.includes(path) ? CONTEXT_FILE_BOOST : 1,
    roleBoost(roleOf(path), intent),
  ];
  return factors.reduce((product, factor) => product * factor, 1);
}

function roleBoost(role: FileRole, intent: QueryIntent): number {
  if (isAskedFor(role, intent)) return 1;
  return role === 'test' && intent.mentionsTests ? MENTIONED_TEST_BOOST : ROLE_BOOSTS[role];
}
