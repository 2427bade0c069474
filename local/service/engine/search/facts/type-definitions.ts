import { folderOf, stemOf } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import { type Definition, enclosingDefinitions, extensionOf } from '../../../index/outline.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import type { SearchedRepository } from '../passages/find.js';
import { perObject } from '../passages/read-once.js';
import type { SourceFile } from '../passages/source-file.js';
import type { NamedType } from './headers/type-header.js';

/** A file that has a name, and in which lines. */
export interface NamingFile {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
  readonly lines: readonly number[];
}

/** A definition of a type. */
export interface TypeDefinition {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
  readonly definition: Definition;
  /** What it is in: folders, its file, modules, other types. Lower case, without marks. */
  readonly around: ReadonlySet<string>;
  /** The innermost of those. */
  readonly nearest: ReadonlySet<string>;
  /** The names of the definitions around it, which may see it by its name alone. */
  readonly inside: readonly string[];
  /** With what it is in. */
  readonly fullName: string;
  /** The files and the lines that define it: in Ruby, several may. */
  readonly paths: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

interface InFile {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
}

/** A line of a file, as `places` has it. */
export function placeKey({ searched, file }: InFile, line: number): string {
  return `${searched.repo} ${file.path}:${line}`;
}

function pathKey({ searched, file }: InFile): string {
  return `${searched.repo} ${file.path}`;
}

const KINDS = new Set(['class', 'interface', 'type', 'struct', 'enum', 'trait', 'module']);
/** Declares only that there is such a type, such as `class Cart;` in C++. */
const FORWARD = /^\s*(?:class|struct|enum|union)\s[^{:(]*;\s*$/;

/** Where a type of that name is defined: in code first. */
export function typeDefinitions(name: string, files: readonly NamingFile[]): TypeDefinition[] {
  const all = files.flatMap(({ searched, file }) =>
    file.outline
      .filter((one) => one.name === name && KINDS.has(one.kind))
      .filter(({ line }) => !FORWARD.test(file.lines[line - 1] ?? ''))
      .map((definition) => definedIn({ searched, file }, definition)),
  );
  const rank = ({ file, definition }: TypeDefinition) =>
    (roleOf(file.path) === 'code' ? 0 : 100) + definition.depth;
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function definedIn(at: InFile, definition: Definition): TypeDefinition {
  const { searched, file } = at;
  const places = new Set([placeKey(at, definition.line)]);
  const paths = new Set([pathKey(at)]);
  return { searched, file, definition, places, paths, ...around(file, definition) };
}

function around(
  file: SourceFile,
  { line, name }: Definition,
): Pick<TypeDefinition, 'around' | 'nearest' | 'inside' | 'fullName'> {
  const inside = namesAround(file, line);
  const own = /^\s*(?:defmodule|defprotocol|class|module)\s+([\w.:]+)/.exec(
    file.lines[line - 1] ?? '',
  )?.[1];
  const ofName = partsOf(own ?? '').slice(0, -1);
  const scope = [...inside, ...ofName];
  const extension = extensionOf(file.path);
  // In Ruby, what a constant is in says all of where it is.
  const isScoped = extension === 'rb' && scope.length > 0;
  const all = isScoped ? [scope] : [scope, ...placesOf(file, name)];
  return {
    around: plainWords(all.flat()),
    nearest: plainWords(all.flatMap((parts) => parts.at(-1) ?? [])),
    inside,
    fullName: [...scope, name].join('::'),
  };
}

/** Its folders, its modules and its file, each outermost first. */
function placesOf(file: SourceFile, name: string): string[][] {
  const modules = modulesOf(file);
  const stem = stemOf(file.path);
  // A file with the name of its type is no module.
  const isModule = plain(stem) !== plain(name) || !NO_MODULES.has(extensionOf(file.path));
  const folders = folderOf(file.path).split('/');
  return [folders, ...modules, ...(isModule ? [[stem]] : [])];
}

const MAX_MODULES = 20;
const modulesOf = perObject(({ lines }: SourceFile): string[][] =>
  lines
    .flatMap((text) => MODULE.exec(text)?.[1] ?? [])
    .slice(0, MAX_MODULES)
    .map(partsOf),
);

function namesAround({ outline }: SourceFile, line: number): string[] {
  return enclosingDefinitions(outline, line)
    .filter((one) => one.line < line)
    .map(({ name }) => name);
}

/** Languages in which only folders have names that are imported. */
const NO_MODULES = new Set(['java', 'kt', 'scala', 'groovy', 'php', 'cs', 'go', 'swift']);

function plainWords(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(plain).filter((one) => one !== ''));
}

const MODULE = /^(?:inline )?(?:namespace|package|module)\s+([\w.\\:]+)/;

function partsOf(name: string): string[] {
  return name.split(/\.|::|\\|\//).filter(Boolean);
}

function plain(word: string): string {
  return word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Whether what stands before a name may be what a definition is in: `Cart` for `cart.py`, `shop` for `shop-core/`. */
function isIn({ around }: TypeDefinition, owner: string): boolean {
  const word = plain(owner);
  if (around.has(word)) return true;
  return word.length >= MIN_PART && [...around].some((one) => one.startsWith(word));
}

const MIN_PART = 4;

/** The definitions that a name may mean, such as `Cart` or `shop.Cart`: those that are closest to what stands before it. */
export function definitionsMeant(
  { owners }: NamedType,
  all: readonly TypeDefinition[],
): readonly TypeDefinition[] {
  const owner = owners.at(-1);
  if (owner === undefined) return all;
  const named = all.filter((one) => isIn(one, owner));
  const most = Math.max(...named.map((one) => closeness(one, owners)));
  return named.filter((one) => closeness(one, owners) === most);
}

/** How a line of a file refers to a type. */
export interface TypeReference extends NamedType {
  readonly naming: NamingFile;
  readonly line: number;
}

/**
 * How well a definition fits a reference, so that it can be compared with others of the same name; 0 if the reference says that it
 * means something else.
 */
export function fitOf(definition: TypeDefinition, reference: TypeReference): number {
  const { naming, name } = reference;
  const owners = reference.owners.filter((one) => !HERE.has(one));
  const owner = owners.at(-1);
  if (owner !== undefined) {
    if (owners.every((one) => isIn(definition, one))) return closeness(definition, owners);
    // In Rust, a module may be named by what passes it on.
    if (isIn(definition, owner)) return naming.file.path.endsWith('.rs') ? HIDDEN : 0;
    const module = importedFrom(owner, reference);
    return module && isImported(definition, module, naming) ? 4 : 0;
  }
  const module = importedFrom(name, reference);
  if (module) return isImported(definition, module, naming);
  if (!isSeen(definition, reference)) return HIDDEN;
  if (definition.paths.has(pathKey(naming))) return SAME_FILE;
  // The innermost of several is meant.
  const scope = Math.min(MAX_SCOPES, definition.inside.length) / 10;
  const isNear = folderOf(naming.file.path) === folderOf(definition.file.path);
  return (isNear && !naming.file.path.endsWith('.rb') ? 4 : 1) + scope;
}

const MAX_SCOPES = 9;

const SAME_FILE = 20;
const HIDDEN = 0.5;

/** What is inside of a class or a module is mostly named with it elsewhere. */
function isSeen({ inside }: TypeDefinition, { naming: { file }, line }: TypeReference): boolean {
  if (inside.length === 0) return true;
  const around = namesAround(file, line);
  return inside.every((one) => around.includes(one));
}

/** How many of the words that a reference says around a name the definition is in; most of all the last one. */
function closeness(definition: TypeDefinition, words: readonly string[]): number {
  const isNearest = definition.nearest.has(plain(words.at(-1) ?? ''));
  return (isNearest ? 24 : 4) + words.filter((one) => isIn(definition, one)).length;
}

const HERE = new Set(['self', 'super', 'crate', 'this', 'namespace']);

interface Module {
  /** Its words, without the name of what is imported. */
  readonly parts: readonly string[];
  readonly isRelative: boolean;
}

/** The module that a name is imported from. */
function importedFrom(name: string, { naming, line: own }: TypeReference): Module | undefined {
  const ofFile = importsOf(naming);
  const imports = ofFile.get(name) ?? readImports(name, naming);
  ofFile.set(name, imports);
  // `use Base;` in a class takes in a trait.
  return imports.find(({ line }) => line !== own)?.module;
}

interface Import {
  readonly line: number;
  readonly module: Module;
}

/** Of each name that was looked for: each reference to it is compared with each definition. */
const importsOf = perObject((_: NamingFile) => new Map<string, readonly Import[]>());

function readImports(name: string, naming: NamingFile): Import[] {
  // `import Cart._` imports what is in it.
  const word = new RegExp(`(?<![\\w$])${escapeRegex(name)}(?![\\w$]|\\s*(?:\\.|::|\\\\))`);
  return numbersOf(name, naming).flatMap((line) => {
    const text = statementAt(naming.file.lines, line);
    return IMPORT.test(text) && word.test(text) ? [{ line, module: moduleIn(text, name) }] : [];
  });
}

function moduleIn(statement: string, name: string): Module {
  const [, quoted] = /["'`]([^"'`]+)["'`]/.exec(statement) ?? [];
  const [, from] = /^\s*from\s+([\w.]+)\s+import\b/.exec(statement) ?? [];
  const path = quoted?.replace(/(?<=\w)\.\w{1,4}$/, '');
  const module = path ?? from ?? statement.replace(IMPORT, '').replace(/[;{].*$/, '');
  const parts = partsOf(module).map((one) => one.replace(/ as .*$/, '').trim());
  return {
    parts: parts.filter((one) => one !== name && one !== ''),
    isRelative: module.startsWith('.'),
  };
}

/** The lines that have the type's name are known. Others are looked for among the first ones. */
function numbersOf(name: string, { file, lines }: Pick<NamingFile, 'file' | 'lines'>): number[] {
  const own = lines.filter((line) => (file.lines[line - 1] ?? '').includes(name));
  if (own.length > 0) return own;
  return file.lines
    .slice(0, MAX_IMPORT_LINES)
    .flatMap((text, n) => (text.includes(name) ? [n + 1] : []));
}

const MAX_IMPORT_LINES = 80;
const MAX_NAMES = 40;
const IMPORT =
  /^\s*(?:(?:import|from|use|using|require|include|alias)\b(?!\s*[:=?.,)])|export\s*(?:type\s*)?[{*])/;

/** `import {`, and each name on a line of its own. */
function statementAt(lines: readonly string[], line: number): string {
  const text = lines[line - 1] ?? '';
  if (IMPORT.test(text) && !/[({]\s*$/.test(text)) return text;
  if (!/^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?,?\s*$/.test(text)) return text;
  const above = lines.slice(Math.max(0, line - MAX_NAMES), line - 1);
  const at = above.findLastIndex((one) => /[({]\s*$/.test(one) || /[;)}]/.test(one));
  const opening = above[at] ?? '';
  if (!IMPORT.test(opening)) return text;
  const below = lines.slice(line, line + MAX_NAMES).find((one) => /[)}]/.test(one)) ?? '';
  return `${opening} ${text.trim()} ${below}`;
}

/** Languages whose modules are called like folders and files, from the root of a package on. */
const BY_PATH = new Set(['py', 'java', 'kt', 'scala', 'php', 'groovy']);

function isImported(
  definition: TypeDefinition,
  { parts, isRelative }: Module,
  { file }: NamingFile,
): number {
  const isByPath = !isRelative && BY_PATH.has(extensionOf(file.path));
  const [first = '', last = first] = [parts[0], parts.at(-1)];
  if (last !== '' && isIn(definition, last)) {
    const isElsewhere = isByPath && !isIn(definition, first);
    return isElsewhere ? 0 : closeness(definition, parts);
  }
  return isByPath || STANDARD.has(first) ? 0 : 1;
}

/** The libraries that come with Rust. */
const STANDARD = new Set(['std', 'core', 'alloc']);

/** What a file calls a type instead: `import { Cart as Base }`. */
export function aliasesOf(name: string, { file, lines }: NamingFile): ReadonlySet<string> {
  const alias = new RegExp(`(?<![\\w$])${escapeRegex(name)}\\s+as\\s+([\\w$]+)`);
  const found = lines.flatMap((line) => {
    const [, other] = alias.exec(file.lines[line - 1] ?? '') ?? [];
    return other === undefined ? [] : [other];
  });
  return new Set(found);
}
