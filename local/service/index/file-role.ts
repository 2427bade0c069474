import { anyOf } from './alternatives.js';

export type FileRole = 'code' | 'test' | 'document' | 'setting';

const TEST_FOLDERS = anyOf(
  `tests? specs? __tests__ testing testdata regress(?:ion)? fuzz(?:ing)? fixtures? e2e cypress mocks? __mocks__`,
);
const TEST_FILES = anyOf(String.raw`
  test_[^/]* [^/]*[._-](?:perf|unit)?(?:test|tests|spec)\.[^/]+ [^/]*[._-](?:test|spec)-[^/]*
  [^/]*(?:Tests?|Spec)\.[^/]+ conftest\.py tests?\.[^/]+`);
const SECONDARY_FOLDERS = anyOf(`
  docs?(?:[-_][^/]*)? documentation guides? man tutorials? website examples? samples? (?:[^/]*[-_.])?demos?
  sandbox playgrounds? bench(?:es|marks?)? vendor third[-_]?party`);
const DOCUMENT_EXTENSIONS = anyOf(
  `md mdx markdown rst txt adoc html? [1-9] pdf svg png jpe?g gif webp ico`,
);
const DOCUMENT_NAMES = anyOf(
  `license licence changelog changes history authors contributing notice copying`,
);
const SETTING_EXTENSIONS = anyOf(`
  json jsonc ya?ml toml cfg ini conf lock csv xml properties in m4 cmake gradle cabal csproj sln podspec gemspec bak api`);

/** `test/`, `integration-tests/`, `jvmTest/`, `UnitTests/`. */
const TEST_FOLDER = new RegExp(`(?:^|/)(?:[^/]*[-_.])?${TEST_FOLDERS}(?:[-_.][^/]*)?/`, 'i');
const CAMEL_CASE_TEST_FOLDER = /(?:^|\/)[^/]*[a-z0-9]Tests?\//;
const TEST_FILE = new RegExp(`(?:^|/)${TEST_FILES}$`);
const SECONDARY_FOLDER = new RegExp(`(?:^|/)${SECONDARY_FOLDERS}/`, 'i');
const DOCUMENT = new RegExp(
  `\\.${DOCUMENT_EXTENSIONS}$|(?:^|/)${DOCUMENT_NAMES}(?:[-_][^/.]*)?$`,
  'i',
);
const SETTING = new RegExp(`\\.${SETTING_EXTENSIONS}$|(?:^|/)\\.[^/]+$`, 'i');

/** Of Gradle and Maven, where `TypeSpec.java` is no test. */
const MAIN_FILE = /(?:^|\/)src\/(?:main|\w{1,20}Main)\/.*\.(?:java|kts?|scala|groovy)$/;

/** Whether any of these may match, which most paths tell at once. */
const MAYBE_TEST = /test|spec|regress|fuzz|fixture|e2e|cypress|mock/i;

/** Judged by the path alone. */
export function roleOf(path: string): FileRole {
  if (MAYBE_TEST.test(path) && isTest(path)) return 'test';
  if (SECONDARY_FOLDER.test(path) || DOCUMENT.test(path)) return 'document';
  return SETTING.test(path) ? 'setting' : 'code';
}

function isTest(path: string): boolean {
  if (TEST_FOLDER.test(path) || CAMEL_CASE_TEST_FOLDER.test(path)) return true;
  return TEST_FILE.test(path) && !MAIN_FILE.test(path);
}
