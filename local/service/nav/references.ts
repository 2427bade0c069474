import { extensionOf } from '../index/outline.js';
import type { Snapshot } from '../tools/lookup.js';
import { mapConcurrently } from '../tools/map-concurrently.js';
import { type Codebase, fileKey, type SourceFile, TimeLimitError } from './codebase/codebase.js';
import { type DeclarationValue, declarationKey, type Value } from './codebase/values.js';
import { languageOf } from './languages/languages.js';
import type { Resolver } from './resolver/resolver.js';
import { flatMapSeries } from './resolver/resolver-context.js';
import type { Declaration, Export, LanguageName, Reference } from './symbols/symbol-table.js';

/** The lines of a file that refer to the targets. */
export interface FileReferences {
  readonly file: SourceFile;
  readonly lines: readonly number[];
  /** Resolved through scopes and imports; otherwise only the name is the same. */
  readonly isCertain: boolean;
  /** Lines of a certain file that have the name too, and could not be resolved. */
  readonly unresolved: readonly number[];
  /** By which the certain lines refer to the targets. */
  readonly names: readonly string[];
}

export interface ReferenceResults {
  readonly files: readonly FileReferences[];
  readonly complete: boolean;
  /** Files that contain the name and may refer to it, but cannot be parsed. */
  readonly unreadFiles: number;
}

/** Files that are parsed per repository and name, and names under which targets are exported. */
const MAX_FILES = 400;
const MAX_NAMES = 8;

interface ReferenceSearch {
  readonly resolver: Resolver;
  readonly codebase: Codebase;
  readonly targets: ReadonlySet<string>;
  /** What the targets override: what is called on a base class may be theirs. */
  readonly overridden: ReadonlySet<string>;
  /** The files with `module.exports = target`: who requires one of them gets the target. */
  readonly exportedModules: Set<string>;
  readonly names: Set<string>;
  /** Words to search for: the names, and the names of files with default exports. */
  readonly words: Set<string>;
  /** The languages of the targets: other languages cannot refer to them. */
  readonly languages: ReadonlySet<LanguageName | undefined>;
  readonly seen: Set<string>;
  readonly files: FileReferences[];
  unreadFiles: number;
  complete: boolean;
}

/** Finds the files that contain the names, then resolves each occurrence. */
export async function findReferences(
  targets: readonly DeclarationValue[],
  resolver: Resolver,
): Promise<ReferenceResults> {
  const { codebase } = resolver;
  const names = new Set(targets.map(({ file, declaration }) => file.declaration(declaration).name));
  const search: ReferenceSearch = {
    resolver,
    codebase,
    names,
    words: new Set(names),
    targets: new Set(targets.map(declarationKey)),
    overridden: await overriddenBy(targets, resolver),
    exportedModules: new Set(),
    languages: new Set(targets.map(({ file }) => file.symbols.language)),
    seen: new Set(),
    files: [],
    unreadFiles: 0,
    complete: true,
  };
  try {
    for (const { file } of targets) await addExportedNames(file, search);
    for (const word of search.words) await searchWord(word, search);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    search.complete = false;
  }
  const { files, complete, unreadFiles } = search;
  return { files, complete, unreadFiles };
}

/** Extensions of files that may refer to a language's declarations, but cannot be parsed. */
const RELATED_EXTENSIONS: Readonly<Record<LanguageName, readonly string[]>> = {
  javascript: ['vue', 'svelte', 'astro', 'mdx', 'html'],
  python: ['ipynb', 'pyx', 'pxd'],
  go: ['tmpl', 'gotmpl'],
  java: ['kt', 'kts', 'scala', 'groovy', 'jsp'],
};

function mayContainReferences(path: string, { languages }: ReferenceSearch): boolean {
  const extension = extensionOf(path);
  return [...languages].some((one) => one && RELATED_EXTENSIONS[one].includes(extension));
}

/** May add further words to search for. */
async function searchWord(word: string, search: ReferenceSearch): Promise<void> {
  for (const snapshot of search.codebase.snapshots) {
    const { paths, complete } = await search.codebase.filesContaining(snapshot, word);
    search.complete &&= complete;
    const fresh = paths.filter((path) => {
      const key = `${fileKey({ snapshot, path })} ${search.names.has(word) ? '' : word}`;
      const isNew = !search.seen.has(key);
      search.seen.add(key);
      return isNew;
    });
    const read = fresh.filter((path) => search.languages.has(languageOf(path)));
    const isName = search.names.has(word);
    if (isName)
      search.unreadFiles += fresh.filter((path) => mayContainReferences(path, search)).length;
    if (read.length > MAX_FILES) search.complete = false;
    await mapConcurrently(read.slice(0, MAX_FILES), 8, (path) =>
      searchFile({ snapshot, path, isName }, search),
    );
  }
}

interface FileToSearch {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly isName: boolean;
}

async function searchFile(
  { snapshot, path, isName }: FileToSearch,
  search: ReferenceSearch,
): Promise<void> {
  const file = await search.codebase.open(snapshot, path);
  if (!file) {
    if (isName) search.unreadFiles += 1;
    return;
  }
  await addExportedNames(file, search);
  const names = new Set([...search.names, ...(await localAliases(file, search))]);
  const sure = new Set<number>();
  const sureNames = new Set<string>();
  const unsure = new Set<number>();
  for (const use of file.symbols.references) {
    if (!names.has(use.name) && use.name !== 'default') continue;
    const verdict = await refersToTarget(file, use, search);
    if (verdict === 'yes') {
      sure.add(use.line);
      sureNames.add(use.name);
    } else if (verdict === 'perhaps') unsure.add(use.line);
  }
  const isSure = sure.size > 0;
  const lines = [...(isSure ? sure : unsure)];
  const unresolved = isSure ? [...unsure].filter((line) => !sure.has(line)) : [];
  if (lines.length === 0) return;
  addFileReferences({ file, lines, isCertain: isSure, unresolved, names: [...sureNames] }, search);
}

function addFileReferences(found: FileReferences, { files }: ReferenceSearch): void {
  const at = files.findIndex(
    ({ file }) => file.path === found.file.path && file.snapshot === found.file.snapshot,
  );
  const before = files[at];
  if (!before) files.push(found);
  else if (found.isCertain) files[at] = merged(found, before);
}

function merged(found: FileReferences, before: FileReferences): FileReferences {
  const lines = new Set([...(before.isCertain ? before.lines : []), ...found.lines]);
  const others = [...(before.isCertain ? before.unresolved : before.lines), ...found.unresolved];
  const unresolved = [...new Set(others)].filter((line) => !lines.has(line));
  const names = [...new Set([...before.names, ...found.names])];
  return { ...found, lines: [...lines], unresolved, names };
}

async function refersToTarget(
  file: SourceFile,
  { path, space, name }: Reference,
  search: ReferenceSearch,
): Promise<'yes' | 'no' | 'perhaps'> {
  const found = await search.resolver.resolve(file, path, space);
  if (found.length === 0) return search.names.has(name) ? 'perhaps' : 'no';
  if (found.some((value) => isTarget(value, search))) return 'yes';
  const isOverridden = (value: Value) =>
    value.kind === 'declaration' && search.overridden.has(declarationKey(value));
  return found.some(isOverridden) && search.names.has(name) ? 'perhaps' : 'no';
}

/** The members of base classes that have the names of the targets, as far as they are known in time. */
async function overriddenBy(
  targets: readonly DeclarationValue[],
  resolver: Resolver,
): Promise<ReadonlySet<string>> {
  const overridden = new Set<string>();
  try {
    for (const { file, declaration } of targets) {
      const { scope, name } = file.declaration(declaration);
      const owner = file.symbols.declarations.find(({ memberScope }) => memberScope === scope);
      for (const base of owner?.bases ?? []) {
        const classes = await resolver.resolve(file, base);
        const members = await flatMapSeries(classes, (one) => resolver.membersOf(one, name));
        for (const one of members)
          if (one.kind === 'declaration') overridden.add(declarationKey(one));
      }
    }
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  }
  return overridden;
}

function isTarget(value: Value, { targets, exportedModules }: ReferenceSearch): boolean {
  if (value.kind === 'module')
    return value.files.some((file) => exportedModules.has(fileKey(file)));
  return value.kind === 'declaration' && targets.has(declarationKey(value));
}

/** The names under which the file imports the targets. */
async function localAliases(file: SourceFile, search: ReferenceSearch): Promise<string[]> {
  const aliases = file.symbols.declarations.flatMap((one, n) =>
    mayAliasTarget(one, search) ? [n] : [],
  );
  return flatMapSeries(aliases, async (declaration) => {
    const value: DeclarationValue = { kind: 'declaration', file, declaration, isInstance: false };
    const found = await search.resolver.followAlias(value);
    const isAlias = found.some((one) => isTarget(one, search));
    return isAlias ? [file.declaration(declaration).name] : [];
  });
}

function mayAliasTarget({ alias, name }: Declaration, { names }: ReferenceSearch): boolean {
  const last = alias?.steps.at(-1);
  if (!last || names.has(name)) return false;
  return last === '.default' || last.startsWith('@') || names.has(last.replace(/^\./, ''));
}

/** Adds the names under which the file exports the targets. */
async function addExportedNames(file: SourceFile, search: ReferenceSearch): Promise<void> {
  for (const { name, path, isModuleExports } of exportsOfFile(file)) {
    const last = path.steps.at(-1) ?? '';
    const isLikely =
      name === 'default' || search.names.has(last.replace(/^\./, '')) || last === '.default';
    const isKnown =
      name === 'default' ? search.words.has(importedStem(file)) : search.names.has(name);
    if (!isLikely || (isKnown && !isModuleExports) || search.names.size > MAX_NAMES) continue;
    const found = await search.resolver.resolve(file, path);
    if (!found.some((value) => isTarget(value, search))) continue;
    if (isModuleExports) search.exportedModules.add(fileKey(file));
    if (name !== 'default') search.names.add(name);
    search.words.add(name === 'default' ? importedStem(file) : name);
  }
}

/** In Python a package exports what its `__init__.py` imports. */
function exportsOfFile({ path, symbols }: SourceFile): readonly Export[] {
  if (!path.endsWith('__init__.py')) return symbols.exports;
  return symbols.declarations.flatMap(({ scope, name, alias }) => {
    return scope === 0 && alias ? [{ name, path: alias }] : [];
  });
}

/** The last part of a module specifier: the file's name, or its folder's for an index file. */
function importedStem({ path, snapshot }: SourceFile): string {
  const parts = path.replace(/(\.d)?\.[^./]+$/, '').split('/');
  const stem = parts.at(-1) === 'index' ? parts.at(-2) : parts.at(-1);
  return stem ?? snapshot.repository.name;
}
