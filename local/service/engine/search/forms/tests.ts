import { roleOf } from '../../../index/file-role.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { describeBriefly, displayName } from '../draft/describe.js';
import type { Draft, ShownCode } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { distinctFollowups } from './followups.js';
import type { Form, FormInput } from './form.js';
import { type FoundTest, testStatement, testsOf } from './tests-of.js';

const MAX_TESTS = 6;
const MAX_LINES = 10;

/** Which tests name what was asked about: for a question about the tests of one thing. */
export const testList: Form = async (input) => {
  const { exactNames, intent } = input.query;
  if (!intent.tests || exactNames.length === 0) return undefined;
  const subject = await subjectOf(input);
  const repository = input.repositories.find(({ repo }) => repo === subject?.file.repo);
  if (!subject || !repository) return undefined;
  const found = await testsOf(subject.name, repository, input);
  const [first, ...others] = found.slice(0, MAX_TESTS);
  if (!first) return noTests(subject, input);
  return draftOf({ subject, tests: [first, ...others], total: found.length }, input);
};

/** Shown alone, the code would look like a test. */
function noTests(subject: Passage, { question }: FormInput): Draft {
  const described = describeBriefly(subject);
  const { name } = subject;
  return {
    statements: [
      { ...described, markdown: `I found no test that names ${displayName(subject)}.` },
      described,
    ],
    followups: distinctFollowups([`Where is ${name} used?`, `How does ${name} work?`], question),
  };
}

const QUALIFIED = /[\p{L}_$][\p{L}\p{N}_$]{0,80}(?:\.[\p{L}_$][\p{L}\p{N}_$]{0,80}){1,4}/gu;

/** The definition that the question names, outside of tests; of `Cart.add` the method, not the class. */
async function subjectOf({ hits, query, question, read }: FormInput): Promise<Passage | undefined> {
  const qualified: readonly string[] = question.match(QUALIFIED) ?? [];
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
  readonly tests: readonly [FoundTest, ...FoundTest[]];
  /** With those that are not shown. */
  readonly total: number;
}

function draftOf({ subject, tests, total }: SubjectTests, { question }: FormInput): Draft {
  const [first, ...others] = tests;
  const count = total === 1 ? '1 test names' : `${total} tests name`;
  const lead = `${count} ${displayName(subject)}${total === 1 ? ': ' : ', such as '}`;
  return {
    statements: [testStatement(first, lead)],
    code: codeOf(first),
    links: [...others.map((test) => testStatement(test)), describeBriefly(subject)],
    followups: distinctFollowups(
      [`How does ${subject.name} work?`, `Where is ${subject.name} used?`],
      question,
    ),
  };
}

/** The test from its title on; “…” if it goes on. */
function codeOf({ file, line }: FoundTest): ShownCode {
  const depth = (file.lines[line - 1] ?? '').search(/\S/);
  const after = file.lines.findIndex(
    (text, n) => n >= line && text.trim() !== '' && text.search(/\S/) <= depth,
  );
  const isClosing = /^\s*[)}\]]/.test(file.lines[after] ?? '');
  const last = after < 0 ? file.lines.length : after + (isClosing ? 1 : 0);
  const end = Math.max(line, Math.min(last, line + MAX_LINES - 1));
  const lines = file.lines.slice(line - 1, end);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const { repo, commit, path } = file;
  return {
    reference: placeReference({ repo, commit, path, start: line, end }),
    language: codeFenceLanguage(path),
    lines: end < last ? [...lines, '…'] : lines,
  };
}
