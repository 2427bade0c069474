import { roleOf } from '../../../index/file-role.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describeBriefly, displayName } from '../draft/describe.js';
import type { Draft } from '../draft/draft.js';
import { pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { FUNCTIONS } from '../passages/passage-weight.js';
import { distinctFollowups } from './followups.js';
import type { Form, FormInput } from './form.js';
import { shownTest } from './shown-test.js';
import { testsAbout } from './tests-about.js';
import { type FoundTest, testStatement, testsInFile, testsOf } from './tests-of.js';
import {
  type TestsOfFile,
  testsOfFile,
  testsOfFileLinks,
  testsOfFileStatement,
} from './tests-of-file.js';

const MAX_TESTS = 6;
const MAX_FILES = 2;

/** Which tests there are of something by its name, or about something in words. */
export const testList: Form = async (input) => {
  if (!input.query.intent.tests) return undefined;
  return (
    (await testsOfName(input)) ??
    (await testsAbout(input)) ??
    (await testsOfBestFiles(input)) ??
    withoutTests(input)
  );
};

/** Where no test says what was asked about: those of the files that fit it best. */
async function testsOfBestFiles(input: FormInput): Promise<Draft | undefined> {
  const code = input.hits.filter(({ found }) => roleOf(found.path) === 'code').slice(0, MAX_FILES);
  if (!NAMES_TESTS.test(input.question)) return undefined;
  const found = await Promise.all(
    code.map((hit) => testsOfFile({ path: hit.found.path }, hit, input)),
  );
  const [first, ...others] = found.filter((one) => one !== undefined);
  if (!first) return undefined;
  const statement = testsOfFileStatement(first);
  return {
    statements: [
      { ...statement, markdown: `No test says all of this. ${statement.markdown}` },
      ...others.map(testsOfFileStatement),
    ],
    links: testsOfFileLinks(first),
    linksTitle: 'Among them:',
    followups: distinctFollowups([`What does ${first.path} do?`], input.question),
  };
}

const NAMES_TESTS = /\b(?:tests?|tested|untested|specs?|coverage)\b/i;

/** Anything else would look like a test. Some languages have tests beside their code. */
async function withoutTests(input: FormInput): Promise<Draft | undefined> {
  const [searched, another] = input.repositories;
  if (!searched || another || !NAMES_TESTS.test(input.question)) return undefined;
  const paths = [...(await input.filesOf(searched)).keys()];
  if (paths.some((path) => roleOf(path) === 'test')) return undefined;
  const files = await Promise.all(input.hits.map((hit) => input.read(hit)));
  if (files.some((file) => testsInFile(file).length > 0)) return undefined;
  const markdown = `I found no files of tests in ${codeSpan(searched.repo)}, and no tests beside the code that fits the question best.`;
  const reference = pathReference({ kind: 'folder', searched, path: '' });
  return { statements: [{ markdown, reference }] };
}

async function testsOfName(input: FormInput): Promise<Draft | undefined> {
  const qualified = qualifiedNames(input.question);
  if (input.query.exactNames.length + qualified.length === 0) return undefined;
  const subject = (await subjectOf(input, qualified)) ?? (await findNamed(qualified, input));
  const repository = input.repositories.find(({ repo }) => repo === subject?.file.repo);
  if (!subject || !repository) return undefined;
  const tested = [subject, ...functionsAround(subject)];
  for (const passage of tested) {
    const found = await testsOf(passage.name, repository, input);
    const [first, ...others] = found.slice(0, MAX_TESTS);
    const tests = first && { tests: [first, ...others] as const, total: found.length };
    if (tests) return draftOf({ subject, tested: passage, ...tests }, input);
  }
  return noTests(
    subject,
    await testsOfFile({ path: subject.file.path, name: subject.name }, repository, input),
    input,
  );
}

/** Innermost first: what is inside of a function is tested with it. */
function functionsAround({ file, definition }: Passage): Passage[] {
  if (!definition) return [];
  return definitionsAround(file, definition.line)
    .filter(({ kind, line }) => FUNCTIONS.has(kind) && line < definition.line)
    .map((one) => definitionPassage(file, one))
    .toReversed();
}

/** Shown alone, the code would look like a test. What has no test that names it may be tested with its file. */
function noTests(
  subject: Passage,
  ofFile: TestsOfFile | undefined,
  { question }: FormInput,
): Draft {
  const described = describeBriefly(subject);
  const { name } = subject;
  return {
    statements: [
      { ...described, markdown: `I found no test that names ${displayName(subject)}.` },
      // Its name alone says nothing new.
      ...(described.markdown === displayName(subject) ? [] : [described]),
      ...(ofFile ? [testsOfFileStatement(ofFile)] : []),
    ],
    ...(ofFile && { links: testsOfFileLinks(ofFile), linksTitle: 'Among them:' }),
    followups: distinctFollowups([`Where is ${name} used?`, `How does ${name} work?`], question),
  };
}

const PART = '[\\p{L}_$][\\p{L}\\p{N}_$]{0,80}';
/** `Cart.add`; `Cart::add`, `Cart#add` and `Shop\\Cart` as some languages write it. */
const QUALIFIED = new RegExp(`${PART}(?:(?:\\.|::|#|\\\\)${PART}){1,4}`, 'gu');

function qualifiedNames(question: string): readonly string[] {
  return (question.match(QUALIFIED) ?? []).map((name) => name.replace(/::|#|\\/g, '.'));
}

/** In all files, where those that fit the question best have none. */
async function findNamed(names: readonly string[], input: FormInput): Promise<Passage | undefined> {
  for (const name of names) {
    const passage = (await findSymbol(name, input))?.passage;
    if (passage && roleOf(passage.file.path) !== 'test') return passage;
  }
  return undefined;
}

/** The definition that the question names, outside of tests; of `Cart.add` the method, not the class. */
async function subjectOf(
  { hits, query, read }: FormInput,
  qualified: readonly string[],
): Promise<Passage | undefined> {
  let byName: Passage | undefined;
  for (const hit of hits) {
    if (roleOf(hit.found.path) === 'test') continue;
    const file = await read(hit);
    const passages = file.outline
      .filter(({ name, kind }) => kind !== 'section' && query.exactNames.includes(name))
      .map((definition) => definitionPassage(file, definition));
    const exact = passages.find(({ name }) => qualified.includes(name));
    if (exact) return exact;
    byName ??= passages[0];
    if (byName && qualified.length === 0) return byName;
  }
  return byName;
}

interface SubjectTests {
  readonly subject: Passage;
  /** It, or the function that it is inside of. */
  readonly tested: Passage;
  readonly tests: readonly [FoundTest, ...FoundTest[]];
  /** With those that are not shown. */
  readonly total: number;
}

function draftOf({ subject, tested, tests, total }: SubjectTests, { question }: FormInput): Draft {
  const [first, ...others] = tests;
  const count = total === 1 ? '1 test names' : `${total} tests name`;
  const part =
    subject === tested
      ? ''
      : `I found no test that names ${displayName(subject)}, which is a part of ${displayName(tested)}. `;
  const lead = `${part}${count} ${displayName(tested)}${total === 1 ? ': ' : ', such as '}`;
  return {
    statements: [testStatement(first, lead)],
    code: shownTest(first),
    links: [...others.map((test) => testStatement(test)), describeBriefly(subject)],
    followups: distinctFollowups(
      [`How does ${subject.name} work?`, `Where is ${subject.name} used?`],
      question,
    ),
  };
}
