import { roleOf } from '../../../index/file-role.js';
import { enclosingDefinitions } from '../../../index/outline.js';
import { buildQuery, type Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { SearchedRepository } from '../passages/find.js';
import { isImport } from '../passages/passage-weight.js';
import type { SourceFile } from '../passages/source-file.js';
import { hasWord } from '../text/has-word.js';
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
const TITLE =
  /\b(?:it|test|describe|context|scenario|specify)(?:\.\w+)*\(\s*(?:'([^']{3,200})|"([^"]{3,200})|`([^`]{3,200}))/;
const TEST_NAME = /test|spec|should|^it_/i;
const FUNCTIONS = new Set(['function', 'method']);
const MAX_LINES_ABOVE = 120;

/** The tests of a repository that name a definition, those first that say most about the query. */
export async function testsOf(
  name: string,
  repository: SearchedRepository,
  { search, read, query }: Pick<FormInput, 'search' | 'read' | 'query'>,
): Promise<FoundTest[]> {
  const hits = await search(buildQuery(`How is \`${name}\` tested?`), repository);
  const files = hits.filter(({ found }) => roleOf(found.path) === 'test').slice(0, MAX_FILES);
  const word = lastName(name);
  const found: FoundTest[] = [];
  for (const hit of files) {
    const file = await read(hit);
    found.push(...testsIn(file, word).slice(0, MAX_PER_FILE));
  }
  return found
    .map((test, n) => ({ test, score: closeness(test, word, query) - n / 1_000 }))
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

function testsIn(file: SourceFile, name: string): FoundTest[] {
  const tests = new Map<string, FoundTest>();
  file.lines.forEach((text, n) => {
    if (!hasWord(text, name) || isImport(file, n + 1)) return;
    const test = testAround(file, n + 1);
    if (test && !tests.has(test.title)) tests.set(test.title, { ...test, file, mention: n + 1 });
  });
  return [...tests.values()];
}

/** The test that a line is in: by its title, or as a function that is named like one. */
function testAround(file: SourceFile, line: number): { line: number; title: string } | undefined {
  for (let at = line; at > Math.max(0, line - MAX_LINES_ABOVE); at -= 1) {
    const [, single, double, template] = TITLE.exec(file.lines[at - 1] ?? '') ?? [];
    const title = single ?? double ?? template;
    if (title !== undefined) return { line: at, title: `“${escapeText(title)}”` };
  }
  const around = enclosingDefinitions(file.outline, line);
  const test = around.at(-1);
  const isTest =
    test && FUNCTIONS.has(test.kind) && around.some(({ name }) => TEST_NAME.test(name));
  if (!isTest) return undefined;
  return { line: test.line, title: codeSpan(around.map(({ name }) => name).join('.')) };
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
