import { rulesFor } from '../../../index/definition-rules.js';
import { roleOf } from '../../../index/file-role.js';
import { extensionOf } from '../../../index/outline.js';
import type { NavigationBlock } from '../../../tools/navigator.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import { readLines } from '../../../tools/search-output.js';
import type { Place } from '../draft/reference.js';
import { definitionsAround } from '../passages/definitions-around.js';
import type { SearchedRepository } from '../passages/find.js';
import { isProse } from '../passages/guide-file.js';
import { definitionPassage, hasMarkedNames, type Passage } from '../passages/passage.js';
import { IMPORT } from '../passages/passage-weight.js';
import { linesOfTestModules } from '../passages/test-code.js';
import { codeLines } from '../text/code-lines.js';
import { hasWord } from '../text/has-word.js';
import { indent } from '../text/indent.js';
import { STRINGS_NOT_LIFETIMES } from '../text/quoted-strings.js';
import { isCalledIn } from './called-in-line.js';
import { type Declaring, declaringLine } from './declaring-line.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';
import type { NamedSymbol } from './named-symbol.js';

/** A line that uses a name. */
export interface Usage extends Place {
  readonly searched: SearchedRepository;
  readonly text: string;
  /** The same without comments. */
  readonly code: string;
  readonly kind: 'call' | 'import' | 'other';
  /** An example is code in a folder of documents or examples. */
  readonly role: 'code' | 'test' | 'example' | 'document';
  /** Resolved through scopes and imports; otherwise only the name is the same. */
  readonly isCertain: boolean;
  /** It says that something has the name: what is resolved never does. */
  readonly declares?: Declaring;
}

export interface Usages {
  /** Nearest to the definition first. */
  readonly found: readonly Usage[];
  /** Whether all files were searched, and are in `found`. */
  readonly isComplete: boolean;
  /** Lines that declare another thing with the name, such as in an interface. */
  readonly signatures: readonly Usage[];
}

const MAX_FILES = 100;
/** The lines that use a definition, or, without one, that have a name. */
export async function findUsages(
  name: string,
  symbol: NamedSymbol | undefined,
  input: LookUp,
): Promise<Usages> {
  const { repositories, navigator } = input;
  const snapshot = symbol?.searched ?? repositories[0];
  if (!snapshot) return { found: [], isComplete: true, signatures: [] };
  const own = repositories.find(({ repository }) => repository === snapshot.repository) ?? snapshot;
  const others = repositories.filter((one) => one !== own);
  const path = symbol?.passage.file.path ?? '';
  const line = symbol?.passage.definition.line;
  const asked = { snapshot: own, others, path, symbol: name, limit: MAX_FILES };
  const query = { ...asked, ...(line !== undefined && { line }) };
  const { blocks, total, complete } = await navigator.references(query, toolContext(input));
  const word = splitQualifiedName(name).at(-1) ?? name;
  const found: Usage[] = [];
  for (const block of blocks) {
    const searched = repositories.find(
      ({ repository }) => repository === block.snapshot.repository,
    );
    // The question may be limited to some files.
    const entry = searched && (await input.filesOf(searched)).get(block.path);
    if (!entry) continue;
    // The block has only some of its lines.
    const lines = await readLines(searched, entry.objectId);
    found.push(...usagesIn(block, { searched, lines, word }));
  }
  return {
    found: found
      .filter((one) => !isOwn(one, symbol) && !isReceiver(one, word) && !one.declares)
      .filter((one) => (symbol && one.isCertain) || !isToldOnly(one, word))
      .map((one) => (symbol ? one : { ...one, isCertain: false })),
    isComplete: complete && blocks.length >= total,
    signatures: found.filter((one) => !isOwn(one, symbol) && one.declares === 'member'),
  };
}

const MAX_LINE_LENGTH = 1_000;

interface UsedIn {
  readonly searched: SearchedRepository;
  /** All of the file. */
  readonly lines: readonly string[];
  readonly word: string;
}

function usagesIn(
  { path, lines: numbers, isCertain, unresolved = [], names = [] }: NavigationBlock,
  { searched, lines, word }: UsedIn,
): Usage[] {
  const { repo, commit } = searched;
  const file = { searched, repo, commit, path };
  const role = usageRole(path);
  const tests = linesOfTestModules(path, lines);
  const codes = codeLines(path, lines);
  const usageAt = (line: number, isResolved: boolean): Usage => {
    const known = isResolved && names.length > 0 ? names : [word];
    const text = (lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    // In the middle of a text, what is resolved is code.
    const code = isResolved ? text : (codes[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const at = {
      ...file,
      role: tests.has(line) && role === 'code' ? ('test' as const) : role,
      start: line,
      end: line,
      isCertain: isResolved,
    };
    // "Merge" at the end of a line, and "(" on the next one.
    const isSplit = /^\s*\(/.test(lines[line] ?? '');
    const declares = isResolved ? undefined : declaringLine({ lines, line, path, name: word });
    return {
      ...(declares && { declares }),
      ...at,
      text,
      code,
      kind: kindOf(isSplit ? `${code.trimEnd()}(` : code, { path, names: known }),
    };
  };
  return [
    ...numbers.map((line) => usageAt(line, isCertain)),
    ...unresolved.map((line) => usageAt(line, false)),
  ].toSorted((a, b) => a.start - b.start);
}

/** Whether a line defines what has the name. */
export async function isDefinition(usage: Usage, name: string, input: LookUp): Promise<boolean> {
  const file = await readFileAt(usage, input);
  return file?.outline.some((one) => one.line === usage.start && one.name === name) ?? false;
}

export function isOwn({ repo, path, start }: Usage, symbol: NamedSymbol | undefined): boolean {
  const { file, definition } = symbol?.passage ?? {};
  return file?.repo === repo && file.path === path && definition?.line === start;
}

/** In Go a method names its type, which is no use of it. */
function isReceiver({ path, text }: Usage, word: string): boolean {
  const receiver = path.endsWith('.go') && /^func \(\s*\w*\s*\*?(\w+)/.exec(text)?.[1];
  return receiver === word && text.split(word).length === 2;
}

/** A line that has the name only in a comment or within a sentence in quotes. What is resolved is in neither. */
function isToldOnly({ path, text, code }: Usage, word: string): boolean {
  if (hasMarkedNames(path) && !hasWord(withoutMarked(code, word), word)) return true;
  if (!isCode(path)) return NO_CODE.test(text);
  if (!hasWord(code, word)) return hasWord(text, word);
  if (/^\s*</.test(text)) return false;
  const said = code.replace(STRINGS_NOT_LIFETIMES, (string) =>
    SENTENCE.test(string) ? '""' : string,
  );
  return !hasWord(said, word);
}

/** Without `save!` and `save?`, which are other names than `save`. */
function withoutMarked(code: string, word: string): string {
  return ['!', '?'].reduce((left, mark) => left.replaceAll(word + mark, ' '), code);
}

const NO_CODE = /^\s*(?:\/\/|\/\*|\*|#(?!include|\[)|--|;;)/;
/** Without code in it, such as `${name}`. */
const SENTENCE = /^[^{$`]*\s[^{$`]*$/;

function usageRole(path: string): Usage['role'] {
  // A package `shop/testing` is for those who test with it; only what else tells of tests makes a test of a file in there.
  const role = roleOf(path.replace(TESTING, '/'));
  if (role === 'document') return isCode(path) ? 'example' : role;
  return role === 'test' ? role : 'code';
}

const TESTING = /\/testing\//g;

/** Also in a folder of examples or of documents. */
export function isCode(path: string): boolean {
  return !isProse(path) && rulesFor(extensionOf(path)).length > 0;
}

function kindOf(text: string, used: { path: string; names: readonly string[] }): Usage['kind'] {
  if (IMPORT.test(text)) return 'import';
  return isCalledIn(text, used) ? 'call' : 'other';
}

/** The function or class that a line is in, such as `Cart.add`; empty at the top of a file. */
export async function enclosingName(usage: Usage, input: LookUp): Promise<string> {
  return (await enclosingPassage(usage, input))?.name ?? '';
}

/** The innermost function or class that a line is in. */
export async function enclosingPassage(usage: Usage, input: LookUp): Promise<Passage | undefined> {
  const file = await readFileAt(usage, input);
  const innermost =
    file &&
    definitionsAround(file, usage.start).findLast(
      ({ kind, line }) => kind !== 'section' && kind !== 'constant' && line < usage.start,
    );
  return innermost && definitionPassage(file, innermost);
}

/** What decides whether a line runs: the nearest condition or handler around it, in the same definition. */
export async function conditionAbove(usage: Usage, input: LookUp): Promise<string | undefined> {
  const file = await readFileAt(usage, input);
  if (!file) return undefined;
  const around = definitionsAround(file, usage.start).findLast(({ line }) => line < usage.start);
  const first = around?.line ?? usage.start;
  let depth = indent(usage.text);
  for (let at = usage.start - 1; at > first; at -= 1) {
    const text = (file.lines[at - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    if (text.trim() === '' || indent(text) >= depth) continue;
    depth = indent(text);
    if (CONDITION.test(text)) return text.trim().replace(/\s*[{:]$/, '');
  }
  return undefined;
}

const CONDITION =
  /^\s*(?:\}\s*)?(?:if|else if|elif|elsif|unless|when|case|catch|except|rescue|ensure|finally|defer)\b/;
