import { roleFor } from '../../../index/file-role.js';
import type { Definition } from '../../../index/outline.js';
import type { Query } from '../../../index/query.js';
import { indent } from '../text/indent.js';
import { definitionsAround } from './definitions-around.js';
import { isContainer, type Passage } from './passage.js';

const TEST_NAME = /(?:^|\.)tests?\.|(?:^|\.)test_/;
/** `#[tokio::test]`, `#[cfg(test)]`, `@Test`, `[Fact]`. */
const TEST_ATTRIBUTE =
  /^\s*(?:#\[(?:\w{1,40}::){0,3}(?:[tT]est|bench|rstest|test_case|cfg\((?:all\()?test)\b|@(?:Parameterized|Repeated)?Test\b|@Benchmark\b|\[(?:Fact|Theory|Test(?:Case|Class|Fixture|Method)?|Benchmark)\b)/;
/** A function of Go that is given a test. */
const TAKES_TEST = /^func\b.*\*testing\.[TBFM]\b/;
const ATTRIBUTE = /^\s*(?:#!?\[|@\w|\[\w|\/\/|\/?\*)/;
const MAX_ATTRIBUTES = 12;

/** In a file that is none of tests: in Rust, they are beside the code. */
export function isTestCode(passage: Passage): boolean {
  const { definition, file, name } = passage;
  if (!definition || definition.kind === 'section') return false;
  if (TEST_NAME.test(name)) return true;
  if (isContainer(passage) && /^tests?$/i.test(definition.name)) return true;
  if (TAKES_TEST.test(file.lines[definition.line - 1] ?? '')) return true;
  return definitionsAround(file, definition.line).some(({ line }) => isMarked(file.lines, line));
}

/** Whether it is one of the tests, and the question asks for none. */
export function isTestNotAsked(passage: Passage, query: Pick<Query, 'terms' | 'intent'>): boolean {
  if (query.intent.tests || query.intent.mentionsTests) return false;
  return roleFor(passage.file.path, query) === 'test' || isTestCode(passage);
}

/** In Rust, modules of tests are beside the code: the numbers of their lines. */
export function linesOfTestModules(path: string, lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  if (!path.endsWith('.rs')) return found;
  let depth: number | undefined;
  for (const [n, text] of lines.entries()) {
    if (depth === undefined && MODULE.test(text) && isMarked(lines, n + 1)) depth = indent(text);
    if (depth === undefined) continue;
    found.add(n + 1);
    if (/^\s*\}/.test(text) && indent(text) <= depth) depth = undefined;
  }
  return found;
}

const MODULE = /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s[^{]*\{(?!\s*\})/;

/** Whether a function or module is called like a test. */
export function isCalledTest({ name }: Pick<Definition, 'name'>): boolean {
  return /^tests?$|^test_/.test(name);
}

/** By an attribute above the line. */
function isMarked(lines: readonly string[], line: number): boolean {
  for (let at = line - 1; at > Math.max(0, line - MAX_ATTRIBUTES); at -= 1) {
    const text = lines[at - 1] ?? '';
    if (TEST_ATTRIBUTE.test(text)) return true;
    if (!ATTRIBUTE.test(text)) return false;
  }
  return false;
}
