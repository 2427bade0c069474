import type { LineRange } from '../../../index/chunks.js';
import { type Definition, enclosingDefinitions, indexAtLine } from '../../../index/outline.js';
import { type DocComment, docCommentOf } from './doc-comment.js';
import { extentOf } from './extent.js';
import { perObject } from './read-once.js';
import type { SourceFile } from './source-file.js';

/** A definition, a section of a document, or lines that are in neither. */
export interface Passage extends LineRange {
  readonly file: SourceFile;
  /** What the lines define; absent for lines outside of any definition. */
  readonly definition?: Definition;
  /** Such as `Cart.add`, or a heading; empty without a definition. */
  readonly name: string;
  readonly docs?: DocComment;
}

const passages = new WeakMap<Definition, Passage>();

/** The definition, of the file's outline, with all of its lines and what its comment says. */
export function definitionPassage(file: SourceFile, definition: Definition): Passage {
  const known = passages.get(definition) ?? createPassage(file, definition);
  passages.set(definition, known);
  return known;
}

function createPassage(file: SourceFile, definition: Definition): Passage {
  const docs =
    definition.kind === 'section' ? undefined : docCommentOf(file.lines, definition.line);
  return {
    ...extentOf(definition, file),
    file,
    definition,
    name: qualifiedName(definition, file),
    ...(docs && { docs }),
  };
}

/** Where it begins, with the comment above it. */
export function firstLine({ start, docs }: Passage): number {
  return Math.min(start, docs?.start ?? start);
}

/** Whether a line is one of the comment, above the code or below its signature. */
export function isInDocs(
  line: number,
  { docs }: { readonly docs?: DocComment | undefined },
): boolean {
  return docs !== undefined && line >= docs.start && line <= docs.end;
}

/** Whether some of the lines are in the comment. */
export function overlapsDocs({ docs }: Passage, { start, end }: LineRange): boolean {
  return docs !== undefined && start <= docs.end && end >= docs.start;
}

export function isSection({ definition }: Passage): boolean {
  return definition?.kind === 'section';
}

/** Whether other definitions are inside of it, such as methods. */
export function isContainer({ definition }: Passage): boolean {
  return definition !== undefined && CONTAINERS.has(definition.kind);
}

const CONTAINERS = new Set([
  'class',
  'interface',
  'type',
  'struct',
  'enum',
  'module',
  'trait',
  'namespace',
  'extension',
]);

/** The definitions directly inside of a passage, such as the methods of a class. */
export function membersOf({ file, start, end, definition }: Passage): Definition[] {
  if (definition === undefined) return [];
  const { outline } = file;
  const within = outline.slice(indexAtLine(outline, start + 1), indexAtLine(outline, end + 1));
  const inner = within.filter(({ isDirective }) => !isDirective);
  const depth = inner.reduce((least, one) => Math.min(least, one.depth), Number.POSITIVE_INFINITY);
  return inner.filter((one) => one.depth === depth);
}

/** `Session.send`; of a section its heading alone. Only definitions whose lines enclose it count. */
function qualifiedName(definition: Definition, file: SourceFile): string {
  if (definition.kind === 'section') return definition.name;
  // Nothing is around what is not indented; generated files have thousands of such definitions.
  const before = definition.depth === 0 ? [] : enclosingDefinitions(file.outline, definition.line);
  const around = before.filter(
    (one) => one.line < definition.line && extentOf(one, file).end >= definition.line,
  );
  const implemented = file.path.endsWith('.rs') ? implementedType(definition, file) : [];
  const line = file.lines[definition.line - 1] ?? '';
  const own = `${ownName(definition, line)}${markOf(definition, { path: file.path, line })}`;
  return [...implemented, ...around.map(({ name }) => name), own].join('.');
}

/** In Ruby and Elixir, `save!` and `save` are two names; the outline has them without it. */
function markOf(
  { name }: Definition,
  at: { readonly path: string; readonly line: string },
): string {
  if (!hasMarkedNames(at.path)) return '';
  const [, mark = ''] =
    /^([!?])(?!=)/.exec(at.line.slice(at.line.indexOf(name) + name.length)) ?? [];
  return mark;
}

/** Whether names may end with `!` or `?` in the language of a file. */
export function hasMarkedNames(path: string): boolean {
  return /\.(?:rb|rake|exs?)$/.test(path);
}

/** The type of the `impl` block around a definition in Rust. */
function implementedType({ line }: Definition, { lines }: SourceFile): string[] {
  const around = lines[(linesAround(lines)[line - 1] ?? 0) - 1] ?? '';
  const [, type] =
    /^\s*(?:unsafe\s+)?impl\b(?:.*\sfor)?.*?\s&?(\w+)(?:<[^{]*>)?\s*(?:where\b.*)?\{?\s*$/.exec(
      around.slice(0, MAX_HEADER_LENGTH),
    ) ?? [];
  return type === undefined ? [] : [type];
}

const MAX_HEADER_LENGTH = 300;

/** For each line of a file, the nearest one above it that is indented less, counted from 1; 0 if there is none. */
const linesAround = perObject((lines: SourceFile['lines']): Uint32Array => {
  const around = new Uint32Array(lines.length);
  const open: { readonly line: number; readonly depth: number }[] = [];
  for (const [index, text] of lines.entries()) {
    const depth = text.search(/\S/);
    if (depth < 0) continue;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    around[index] = open.at(-1)?.line ?? 0;
    open.push({ line: index + 1, depth });
  }
  return around;
});

/** With what its line says it belongs to: `app.use = …`, Go's `func (r *Router) Match`, C++'s `Cart::add`. */
function ownName({ name }: Definition, line: string): string {
  const [, assigned] = /^\s*((?:[\w$]+\.){1,4})[\w$]+\s*=/.exec(line) ?? [];
  const [, receiver] = /^func\s+\([\w\s*]*?(\w+)(?:\[[^\]]*\])?\)/.exec(line) ?? [];
  const [, scope] = /(\w+)::~?\w+\s*\(/.exec(line) ?? [];
  const owners = assigned?.split('.').filter((one) => one !== '' && !NO_OWNER.has(one));
  const owner = owners?.at(-1) ?? receiver ?? (line.includes(`::${name}`) ? scope : undefined);
  return owner === undefined ? name : `${owner}.${name}`;
}

const NO_OWNER = new Set(['exports', 'module', 'prototype', 'this', 'self', 'window', 'global']);
