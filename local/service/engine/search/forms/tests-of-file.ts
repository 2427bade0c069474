import { roleOf } from '../../../index/file-role.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineReference } from '../draft/reference.js';
import { readFileAt } from '../facts/look-up.js';
import { findPath, type NamedPath, pathReference } from '../facts/named-path.js';
import { testFilesOf } from '../facts/test-files.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { shownTest } from './shown-test.js';
import { closestFirst, type FoundTest, testStatement, testsInFile, testsOf } from './tests-of.js';

const MAX_SHOWN = 6;
/** Of a file, each looked for in the tests. */
const MAX_DEFINITIONS = 6;

/** The tests of a file, in files of their own. */
export interface TestsOfFile {
  readonly path: string;
  readonly files: readonly [FileOfTests, ...FileOfTests[]];
  /** Those first that say most about what was asked. */
  readonly tests: readonly FoundTest[];
}

interface FileOfTests {
  readonly file: SourceFile;
  readonly count: number;
}

/** `undefined` if no file of tests has its name. `name`: what in the file was asked about, if not the whole. */
export async function testsOfFile(
  { path, name = '' }: { readonly path: string; readonly name?: string },
  searched: SearchedRepository,
  input: FormInput,
): Promise<TestsOfFile | undefined> {
  const paths = await testFilesOf(path, searched, input);
  const read = await Promise.all(paths.map((one) => readFileAt({ searched, path: one }, input)));
  const tests = read.flatMap((file) => (file ? testsInFile(file) : []));
  const [first, ...others] = read.flatMap((file) => {
    const count = tests.filter((one) => one.file === file).length;
    return file && count > 0 ? [{ file, count }] : [];
  });
  if (!first) return undefined;
  return { path, files: [first, ...others], tests: closestFirst(tests, name, input.query) };
}

/** Such as: “12 tests of `cart.ts` are in `test/cart.test.ts`”. */
export function testsOfFileStatement({ path, files: [first] }: TestsOfFile): Statement {
  const { file, count } = first;
  return {
    markdown: `${counted(count, 'test')} of ${codeSpan(path)} ${count === 1 ? 'is' : 'are'} in ${codeSpan(file.path)}`,
    reference: lineReference(file, 1),
  };
}

/** The other files, and the tests that say most about what was asked. */
export function testsOfFileLinks({ files: [, ...others], tests }: TestsOfFile): Statement[] {
  return [
    ...others.map(({ file, count }) => ({
      markdown: `${codeSpan(file.path)}: ${counted(count, 'test')}`,
      reference: lineReference(file, 1),
    })),
    ...tests.slice(0, MAX_SHOWN).map((test) => testStatement(test)),
  ];
}

/** For a question about the tests of a file that it names. */
export async function testsOfNamedFile(input: FormInput): Promise<Draft | undefined> {
  const [name] = input.query.files;
  if (!input.query.intent.tests || name === undefined) return undefined;
  const found = await findPath(name, input);
  // What a file of tests tests is another question.
  if (found?.kind !== 'file' || roleOf(found.path) === 'test') return undefined;
  const { path, searched } = found;
  const tests = await testsOfFile({ path }, searched, input);
  const followups = distinctFollowups([`What does ${path} do?`], input.question);
  if (!tests) return { ...(await testsOfDefinitions(found, input)), followups };
  return {
    statements: [testsOfFileStatement(tests)],
    linksTitle: 'Among them:',
    links: testsOfFileLinks(tests),
    followups,
  };
}

/** The tests that name what the file defines, if no file of tests has its name. */
async function testsOfDefinitions(found: NamedPath, input: FormInput): Promise<Draft> {
  const statement = (rest: string) => ({
    markdown: `I found no file of tests that is named after ${codeSpan(found.path)}${rest}.`,
    reference: pathReference(found),
  });
  const outline = (await readFileAt(found, input))?.outline ?? [];
  const outer = outline.filter(({ depth, kind }) => depth === 0 && !UNTESTED.has(kind));
  for (const { name } of outer.slice(0, MAX_DEFINITIONS)) {
    const [first, ...others] = await testsOf(name, found.searched, input);
    if (!first) continue;
    const total = others.length + 1;
    const lead = total === 1 ? 'One test names' : `${total} tests name`;
    return {
      statements: [
        statement(''),
        testStatement(first, `${lead} its ${codeSpan(name)}${total === 1 ? ': ' : ', such as '}`),
      ],
      code: shownTest(first),
      links: others.slice(0, MAX_SHOWN - 1).map((test) => testStatement(test)),
    };
  }
  return {
    statements: [statement(outer.length > 0 ? ', nor a test that names what it defines' : '')],
  };
}

/** They are seldom what a test is about. */
const UNTESTED = new Set(['section', 'constant', 'type', 'interface']);
