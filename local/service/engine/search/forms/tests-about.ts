import { roleOf } from '../../../index/file-role.js';
import { termsOf } from '../../../index/terms.js';
import { counted } from '../../../markdown/counted.js';
import type { Draft } from '../draft/draft.js';
import type { SourceFile } from '../passages/source-file.js';
import { ASKS_FOR_TESTS } from '../text/asks-for-tests.js';
import type { FormInput } from './form.js';
import { shownTest } from './shown-test.js';
import { sharesOf } from './term-shares.js';
import { type FoundTest, groupsOfTests, testStatement, testsInFile } from './tests-of.js';

const MAX_FILES = 8;
const MAX_TESTS = 6;
/** Of what was asked, by how much each word says. */
const MIN_SHARE = 0.6;
const MIN_SHARE_OF_BEST = 0.8;
/** A file has other tests as well. */
const PATH_FACTOR = 0.7;

/** The tests that are about something that is no name: “which test covers the retry of payments?” */
export async function testsAbout(input: FormInput): Promise<Draft | undefined> {
  const terms = input.query.terms.filter(({ term }) => !ASKS_FOR_TESTS.has(term));
  if (terms.length === 0) return undefined;
  const hits = input.hits.filter(({ found }) => roleOf(found.path) === 'test').slice(0, MAX_FILES);
  const files = await Promise.all(hits.map((hit) => input.read(hit)));
  const tests = files.flatMap(saidInFile);
  const shares = sharesOf(
    terms,
    tests.map((one) => one.said.all),
  );
  const judged = tests
    .map((one) => ({ ...one, share: shareOf(one.said, shares) }))
    // Of two that say the same about what was asked, the one that says little else.
    .sort((a, b) => b.share - a.share || a.said.title.size - b.said.title.size);
  const best = judged[0]?.share ?? 0;
  if (best < MIN_SHARE) return undefined;
  const [first, ...others] = judged
    .filter(({ share }) => share >= MIN_SHARE_OF_BEST * best)
    .map(({ test }) => test);
  if (!first) return undefined;
  const total = others.length + 1;
  const lead = total === 1 ? 'One test fits: ' : `${counted(total, 'test')} fit, first of all `;
  return {
    statements: [testStatement(first, lead)],
    code: shownTest(first),
    links: others.slice(0, MAX_TESTS - 1).map((test) => testStatement(test)),
    ...(total > MAX_TESTS && { linksTitle: 'Of the others:' }),
  };
}

interface Said {
  /** By the test and the groups that it is in. */
  readonly title: ReadonlySet<string>;
  /** By the path of its file as well. */
  readonly all: ReadonlySet<string>;
}

function saidInFile(file: SourceFile): { readonly test: FoundTest; readonly said: Said }[] {
  const groups = groupsOfTests(file);
  const ofPath = termsOf(file.path);
  return testsInFile(file).map((test) => {
    const title = new Set([test.title, ...(groups.get(test.line) ?? [])].flatMap(termsOf));
    return { test, said: { title, all: new Set([...title, ...ofPath]) } };
  });
}

function shareOf({ title, all }: Said, shares: ReadonlyMap<string, number>): number {
  const factor = (term: string) => (title.has(term) ? 1 : all.has(term) ? PATH_FACTOR : 0);
  return [...shares].reduce((sum, [term, share]) => sum + share * factor(term), 0);
}
