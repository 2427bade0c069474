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
import { definitionPassage } from '../passages/passage.js';
import { IMPORT } from '../passages/passage-weight.js';
import { hasWord } from '../text/has-word.js';
import { indent } from './failure-lines.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';
import type { NamedSymbol } from './named-symbol.js';

/** A line that uses a name. */
export interface Usage extends Place {
  readonly searched: SearchedRepository;
  readonly text: string;
  readonly kind: 'call' | 'import' | 'other';
  /** An example is code in a folder of documents or examples. */
  readonly role: 'code' | 'test' | 'example' | 'document';
  /** Resolved through scopes and imports; otherwise only the name is the same. */
  readonly isCertain: boolean;
}

export interface Usages {
  /** Nearest to the definition first. */
  readonly found: readonly Usage[];
  /** Whether all files were searched, and are in `found`. */
  readonly isComplete: boolean;
  /** Lines that look like the signature of another thing with the name, such as in an interface. */
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
      .filter((one) => !isOwn(one, symbol) && !isReceiver(one, word))
      .filter((one) => symbol || !isSignature(one, word))
      .filter((one) => (symbol && one.isCertain) || !isToldOnly(one, word))
      .map((one) => (symbol ? one : { ...one, isCertain: false })),
    isComplete: complete && blocks.length >= total,
    signatures: found.filter((one) => !isOwn(one, symbol) && isSignature(one, word)),
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
  const file = { searched, repo, commit, path, role: usageRole(path) };
  const usageAt = (line: number, isResolved: boolean): Usage => {
    const known = isResolved && names.length > 0 ? names : [word];
    const text = (lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    const at = { ...file, start: line, end: line, isCertain: isResolved };
    // "Merge" at the end of a line, and "(" on the next one.
    const isSplit = /^\s*\(/.test(lines[line] ?? '');
    return {
      ...at,
      text,
      kind: kindOf(isSplit ? `${text.trimEnd()}(` : text, { path, names: known }),
    };
  };
  return [
    ...numbers.map((line) => usageAt(line, isCertain)),
    ...unresolved.map((line) => usageAt(line, false)),
  ].toSorted((a, b) => a.start - b.start);
}

/** Whether a line defines what has the name, or is its signature in an interface. */
export async function isDefinition(usage: Usage, name: string, input: LookUp): Promise<boolean> {
  if (isSignature(usage, name)) return true;
  const file = await readFileAt(usage, input);
  return file?.outline.some((one) => one.line === usage.start && one.name === name) ?? false;
}

/** `void putStamp();` */
function isSignature({ path, text }: Usage, name: string): boolean {
  if (!/\.(?:java|cs|kt|php|h|hpp|ts)$/.test(path)) return false;
  const at = text.indexOf(name);
  const before = text.slice(0, Math.max(0, at)).trim();
  const isCalled = /^\s*(?:<[^>]{0,80}>)?\s*\(/.test(
    text.slice(at + name.length, at + name.length + 100),
  );
  const isTyped = /^[\w<>[\],.? ]+[\w>\]?]$/.test(before);
  return isCalled && isTyped && !/\b(?:return|new|throw|else|await|yield|do)$/.test(before);
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

/** A comment, or a line of code that has the name only within a sentence in quotes. What is resolved is in neither. */
function isToldOnly({ path, text }: Usage, word: string): boolean {
  if (/^\s*(?:\/\/|\/\*|\*|#(?!include|\[)|--|;;)/.test(text)) return true;
  if (!isCode(path) || /^\s*</.test(text)) return false;
  const code = text.replace(STRING, (string) => (SENTENCE.test(string) ? '""' : string));
  return !hasWord(code, word) && hasWord(text, word);
}

/** But no lifetime of Rust, and no apostrophe. */
const STRING = /"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)/g;
/** Without code in it, such as `${name}`. */
const SENTENCE = /^[^{$`]*\s[^{$`]*$/;

function usageRole(path: string): Usage['role'] {
  const role = roleOf(path);
  if (role === 'document') return isCode(path) ? 'example' : role;
  return role === 'test' ? role : 'code';
}

/** Also in a folder of examples or of documents. */
function isCode(path: string): boolean {
  return !isProse(path) && rulesFor(extensionOf(path)).length > 0;
}

/** Behind the name: `(`, `?.(`, `<T>(`, and `::<T>(` in Rust. */
const CALLED = /^\s*(?:\?\.|::)?\s*(?:<[^()]{0,80}>)?\s*\(/;

/** In Ruby, arguments need no parentheses, and a block may follow: `moor @boat`, but not `moor if full` or `full ? moor : 3`. */
const CALLED_IN_RUBY =
  /^(?:\(|\s*\{(?!\s*\})|\s+do\b|\s+(?!(?:if|unless|and|or|while|until|then|in|do|rescue|ensure|end)\b)(?:[@$"'\w[]|:["'\w]|\*\w|&:?\w|->))/;
/** `:moor`, `@moor`, `alias moor tie`, and what follows a comment's mark. */
const NO_CALL_IN_RUBY = /(?:@|(?<!:):|^\s*(?:alias|undef)\b.*|\s#\s.*)$/;
/** `while moor do` begins a loop. */
const LOOP_IN_RUBY = /^\s*(?:while|until|for)\b/;

interface UsedBy {
  readonly path: string;
  readonly names: readonly string[];
}

function kindOf(text: string, { path, names }: UsedBy): Usage['kind'] {
  if (IMPORT.test(text)) return 'import';
  const called = /\.(?:rb|rake)$/.test(path) ? CALLED_IN_RUBY : CALLED;
  return names.some((name) => isCalled(text, name, called)) ? 'call' : 'other';
}

function isCalled(text: string, word: string, called: RegExp): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (/\w/.test(text.charAt(at - 1))) continue;
    const isRuby = called === CALLED_IN_RUBY;
    if (isRuby && (NO_CALL_IN_RUBY.test(text.slice(0, at)) || LOOP_IN_RUBY.test(text))) continue;
    if (called.test(text.slice(at + word.length, at + word.length + 100))) return true;
    if (/\bnew\s+$/.test(text.slice(Math.max(0, at - 10), at))) return true;
  }
  return false;
}

/** The function or class that a line is in, such as `Cart.add`; empty at the top of a file. */
export async function enclosingName(usage: Usage, input: LookUp): Promise<string> {
  const file = await readFileAt(usage, input);
  if (!file) return '';
  const innermost = definitionsAround(file, usage.start).findLast(
    ({ kind, line }) => kind !== 'section' && kind !== 'constant' && line < usage.start,
  );
  return innermost ? definitionPassage(file, innermost).name : '';
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
