import { fileNameOf, folderOf, stemOf } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import { normalizedName } from '../../../index/terms.js';
import type { SearchedRepository } from '../passages/find.js';
import type { LookUp } from './look-up.js';

const MAX_FILES = 3;
/** Several files have these names, each with tests beside it. */
const NAMED_BY_FOLDER = /^(?:index|main|mod|lib|init|__init__|app)$/i;
/** `ProxyLoginService.php` may be tested by `ProxyLoginTest.php`. */
const KIND_OF_CLASS =
  /(?:_?(?:[Ss]ervice|[Cc]ontroller|[Rr]epository|[Mm]anager|[Hh]andler|[Hh]elper|[Pp]rovider|Impl|[Jj]ob|[Mm]iddleware|[Cc]ommand|[Cc]omponent|[Rr]esource))(\.\w+)$/;
/** What tests read or use, rather than tests. */
const NO_TESTS = /(?:^|\/)(?:fixtures?|testdata|__mocks__|mocks?|__snapshots__|data)\//i;
const JAVASCRIPT = /\.[cm]?[jt]sx?$/;

/** The files with the tests of a file, told by their names, nearest first: `cart.test.ts` and `test/cart.ts` of `cart.ts`. */
export async function testFilesOf(
  path: string,
  searched: SearchedRepository,
  { filesOf }: Pick<LookUp, 'filesOf'>,
): Promise<readonly string[]> {
  const paths = [...(await filesOf(searched)).keys()].filter(
    (other) => languageOf(other) === languageOf(path),
  );
  const named = (name: string) => paths.filter((other) => testedName(other) === name);
  const whole = named(testedName(path));
  const hasTests = whole.some((other) => roleOf(other) === 'test');
  const alike = hasTests ? whole : named(testedName(path.replace(KIND_OF_CLASS, '$1')));
  const namesakes = alike.filter((other) => roleOf(other) === 'code');
  const isNamedByFolder = NAMED_BY_FOLDER.test(stemOf(path));
  return alike
    .filter((other) => other !== path && roleOf(other) === 'test' && !NO_TESTS.test(other))
    .map((other) => ({ other, near: nearness(path, other) }))
    .filter(({ near }) => !isNamedByFolder || near.isSameFolder)
    .filter(({ other, near }) =>
      namesakes.every((namesake) => nearness(namesake, other).shared <= near.shared),
    )
    .sort((a, b) => b.near.shared - a.near.shared || a.other.length - b.other.length)
    .slice(0, MAX_FILES)
    .map(({ other }) => other);
}

/** `retrypolicy` of `retry_policy.py`, `test_retry_policy.py` and `RetryPolicyTests.java`. */
function testedName(path: string): string {
  const stem = stemOf(path)
    .replace(/^tests?[_-](?=.)/i, '')
    .replace(/(?<=.)(?:[._-](?:tests?|specs?)|Tests?|Specs?|IT)$/, '');
  return normalizedName(stem.replace(/[.-]/g, ''));
}

function languageOf(path: string): string {
  return JAVASCRIPT.test(path) ? 'javascript' : fileNameOf(path).slice(stemOf(path).length);
}

/** By the folders that both are in; those of tests alone do not count. */
function nearness(path: string, test: string): { shared: number; isSameFolder: boolean } {
  const own = folderOf(path).split('/').filter(Boolean);
  const other = new Set(folderOf(test).split('/'));
  const shared = own.filter((folder) => other.has(folder)).length;
  return { shared, isSameFolder: shared === own.length };
}
