import { anyOf } from './alternatives.js';
import type { Query } from './query.js';
import { termsOf } from './terms.js';

export type FileRole = 'code' | 'test' | 'document' | 'setting';

const TEST_FOLDERS = anyOf(
  `tests? specs? __tests__ testing testdata regress(?:ion)? fuzz(?:ing)? fixtures? e2e cypress mocks? __mocks__`,
);
const TEST_FILES = anyOf(String.raw`
  test_[^/]* [^/]*[._-](?:perf|unit)?(?:test|tests|spec)\.[^/]+ [^/]*[._-](?:test|spec)-[^/]*
  [^/]*(?:Tests?|Spec)\.[^/]+ conftest\.py tests?\.[^/]+`);
const SECONDARY_FOLDERS = anyOf(`
  docs?(?:[-_][^/]*)? documentation guides? man manuals tutorials? website examples? samples? (?:[^/]*[-_.])?demos?
  sandbox playgrounds? bench(?:es|marks?)? jmh vendor third[-_]?party`);
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
/** `Import/Manual/` is about what somebody does by hand. */
const SECONDARY_FOLDER = new RegExp(`(?:^|/)${SECONDARY_FOLDERS}/|^manual/`, 'i');
const DOCUMENT = new RegExp(
  `\\.${DOCUMENT_EXTENSIONS}$|(?:^|/)${DOCUMENT_NAMES}(?:[-_][^/.]*)?$`,
  'i',
);
const SETTING = new RegExp(`\\.${SETTING_EXTENSIONS}$|(?:^|/)\\.[^/]+$`, 'i');

/** Of Gradle and Maven, where `TypeSpec.java` is no test. */
const MAIN_FILE = /(?:^|\/)src\/(?:main|\w{1,20}Main)\/.*\.(?:java|kts?|scala|groovy)$/;

/** Whether any of these may match, which most paths tell at once. */
const MAYBE_TEST = /test|spec|regress|fuzz|fixture|e2e|cypress|mock/i;

/** Whether tests are meant is told by more than these words: see `QueryIntent`. */
const PLAIN_TEST_FOLDER = /^(?:[^/]*[-_.])?(?:tests?|specs?|__tests__|testing)(?:[-_.][^/]*)?$/i;

/** For this question: asked about mocks, `mock/timers.ts` is code. */
export function roleFor(path: string, query: Pick<Query, 'terms'>): FileRole {
  const role = roleOf(path);
  return role === 'code' ? role : roleOf(withoutAskedFolders(path, query));
}

/** A folder that the question names says nothing against its files. */
export function withoutAskedFolders(path: string, { terms }: Pick<Query, 'terms'>): string {
  const asked = terms.map(({ term }) => term);
  const isAsked = (folder: string) => {
    // Most are told apart by this, which takes less time.
    if (!asked.some((term) => folder.toLowerCase().includes(term))) return false;
    return !PLAIN_TEST_FOLDER.test(folder) && termsOf(folder).every((term) => asked.includes(term));
  };
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return [...folders.filter((folder) => !isAsked(folder)), name].join('/');
}

/** Judged by the path alone. */
export function roleOf(path: string): FileRole {
  if (MAYBE_TEST.test(path) && isTest(path)) return 'test';
  if (SECONDARY_FOLDER.test(outsideOfPackages(path)) || DOCUMENT.test(path) || isEntry(path))
    return 'document';
  return SETTING.test(path) ? 'setting' : 'code';
}

/** `org/springframework/samples/` is a name of a package: the code in it is no sample. */
function outsideOfPackages(path: string): string {
  return MAIN_FILE.test(path) ? path.slice(0, path.indexOf('src/') + 4) : path;
}

/** `changelog/1.2/issue-34`, as some projects write their changelogs. */
function isEntry(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.') && /(?:^|\/)changelogs?\//i.test(path);
}

function isTest(path: string): boolean {
  if (TEST_FOLDER.test(path) || CAMEL_CASE_TEST_FOLDER.test(path)) return true;
  return TEST_FILE.test(path) && !MAIN_FILE.test(path);
}
