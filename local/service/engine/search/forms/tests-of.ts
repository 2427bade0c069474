import { roleOf } from '../../../index/file-role.js';
import { buildQuery, type Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { type TestedName, testMentions } from '../facts/test-mentions.js';
import { definitionsAround } from '../passages/definitions-around.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';
import type { FormInput } from './form.js';

/** A test that names what was asked about. */
export interface FoundTest {
  readonly file: SourceFile;
  /** Where the test begins. */
  readonly line: number;
  /** Where it has the name. */
  readonly mention: number;
  /** In Markdown. */
  readonly title: string;
}

const MAX_FILES = 4;
const MAX_PER_FILE = 40;
/** `it('adds', …`, and without parentheses in Ruby and Elixir. */
const TITLE =
  /(?:\b(?:it|test|describe|context|scenario|specify)(?:\.\w+)*\(\s*|^\s*(?:RSpec\.)?(?:it|test|describe|context|scenario|specify|feature)\s+)(?:'([^']{3,200})|"([^"]{3,200})|`([^`]{3,200}))/;
/** `describe Quay::Rope do`: what each test in it is about. */
const GROUP = /^\s*(?:RSpec\.)?(?:describe|context|feature)\b/;
const TEST_NAME = /test|spec|should|^it_/i;
const FUNCTIONS = new Set(['function', 'method']);
const MAX_LINES_ABOVE = 120;

/** The tests of a repository that name a definition, those first that say most about the query. */
export async function testsOf(
  name: string,
  repository: SearchedRepository,
  { search, read, query }: Pick<FormInput, 'search' | 'read' | 'query'>,
): Promise<readonly FoundTest[]> {
  const hits = await search(buildQuery(`How is \`${name}\` tested?`), repository);
  const files = hits.filter(({ found }) => roleOf(found.path) === 'test').slice(0, MAX_FILES);
  const word = lastName(name);
  const isMember = name !== word;
  const found: FoundTest[] = [];
  for (const hit of files) {
    const file = await read(hit);
    // A test is not tested by itself.
    const others = testsIn(file, { word, isMember }).filter(
      ({ title }) => title !== codeSpan(name),
    );
    found.push(...others.slice(0, MAX_PER_FILE));
  }
  return closestFirst(found, word, query);
}

/** Those first whose titles say most about the query and the name. */
export function closestFirst(
  tests: readonly FoundTest[],
  name: string,
  query: Query,
): readonly FoundTest[] {
  return tests
    .map((test, n) => ({ test, score: closeness(test, name, query) - n / 1_000 }))
    .sort((a, b) => b.score - a.score)
    .map(({ test }) => test);
}

/** Such as: “a shopping cart takes items”, with a link to the line that has the name. */
export function testStatement({ file, line, mention, title }: FoundTest, lead = ''): Statement {
  const { repo, commit, path } = file;
  const reference = placeReference({
    repo,
    commit,
    path,
    start: line,
    end: Math.max(line, mention),
  });
  return { markdown: `${lead}${title}`, reference };
}

function lastName(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function testsIn(file: SourceFile, named: TestedName): FoundTest[] {
  const tests = new Map<string, FoundTest>();
  const add = (line: number, mention: number) => {
    const test = testAround(file, line);
    if (test && !tests.has(test.title)) tests.set(test.title, { ...test, file, mention });
  };
  for (const line of testMentions(file, named)) {
    const inside = GROUP.test(file.lines[line - 1] ?? '') ? titledWithin(file, line) : [];
    for (const one of inside) add(one, one);
    if (inside.length === 0) add(line, line);
  }
  return [...tests.values()];
}

/** All tests of a file: those with titles or, if none has one, its functions that are tests. */
export function testsInFile(file: SourceFile): readonly FoundTest[] {
  const titled = file.lines.flatMap((text, n) => {
    const found = titleIn(text);
    return found && !found.isGroup ? [n + 1] : [];
  });
  const lines = titled.length > 0 ? titled : testFunctions(file);
  return lines.flatMap((line) => {
    const test = testAround(file, line);
    return test?.line === line ? [{ ...test, file, mention: line }] : [];
  });
}

/** `@Test`, `[Fact]`, `#[tokio::test]`. */
const TEST_MARK = /^\s*(?:@\w*Test\b|\[(?:Fact|Theory|Test\w*)\b|#\[(?:\w+::)?[tT]est\b)/;
const MAX_LINES_OF_MARKS = 5;
const NAMED_AS_TEST = /^(?:test|should|it_)|(?:_test|Test)$/i;

function testFunctions({ outline, lines }: SourceFile): number[] {
  const isMarked = (line: number) =>
    lines.slice(Math.max(0, line - MAX_LINES_OF_MARKS), line).some((text) => TEST_MARK.test(text));
  return outline
    .filter(({ kind }) => FUNCTIONS.has(kind))
    .filter(({ name, line }) => NAMED_AS_TEST.test(name) || isMarked(line))
    .map(({ line }) => line);
}

/** The title of a test or a group of tests that begins on a line. */
export function titleIn(text: string): { title: string; isGroup: boolean } | undefined {
  const [, single, double, template] = TITLE.exec(text) ?? [];
  const title = single ?? double ?? template;
  return title === undefined ? undefined : { title, isGroup: GROUP.test(text) };
}

/** By the line of a test with a title: the titles of the groups that it is in, told by their indentation. */
export function groupsOfTests({ lines }: SourceFile): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, readonly string[]>();
  const open: { readonly depth: number; readonly title: string }[] = [];
  for (const [n, text] of lines.entries()) {
    const found = titleIn(text);
    if (!found) continue;
    const depth = indent(text);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    if (found.isGroup) open.push({ depth, title: found.title });
    else
      groups.set(
        n + 1,
        open.map(({ title }) => title),
      );
  }
  return groups;
}

/** The lines in a group of tests that begin one. */
function titledWithin({ lines }: SourceFile, line: number): number[] {
  const depth = indent(lines[line - 1] ?? '');
  const after = lines.findIndex((text, n) => n >= line && /\S/.test(text) && indent(text) <= depth);
  const end = after < 0 ? lines.length : after;
  const within = lines.slice(line, end).map((text, n) => ({ text, line: line + n + 1 }));
  return within.filter(({ text }) => TITLE.test(text) && !GROUP.test(text)).map((one) => one.line);
}

/** The test that a line is in: by its title, or as a function that is named like one. */
function testAround(file: SourceFile, line: number): { line: number; title: string } | undefined {
  for (let at = line; at > Math.max(0, line - MAX_LINES_ABOVE); at -= 1) {
    const { title } = titleIn(file.lines[at - 1] ?? '') ?? {};
    if (title !== undefined) return { line: at, title: `“${escapeText(title)}”` };
  }
  const around = definitionsAround(file, line);
  if (!around.some(({ name }) => TEST_NAME.test(name))) return undefined;
  // A test may have functions inside.
  const functions = around.filter(({ kind }) => FUNCTIONS.has(kind));
  const test = functions.findLast(({ name }) => TEST_NAME.test(name)) ?? functions[0];
  if (!test) return undefined;
  const names = around.slice(0, around.indexOf(test) + 1).map(({ name }) => name);
  return { line: test.line, title: codeSpan(names.join('.')) };
}

function closeness({ title, file }: FoundTest, name: string, query: Query): number {
  const terms = new Set(query.terms.map(({ term }) => term));
  const said = new Set(termsOf(title));
  const isNamedFile = termsOf(file.path).some((term) => termsOf(name).includes(term));
  return (
    [...said].filter((term) => terms.has(term)).length +
    termsOf(name).filter((term) => said.has(term)).length +
    (isNamedFile ? 1 : 0)
  );
}
