import { extensionOf } from '../index/outline.js';
import { inTurn } from '../tools/in-turn.js';
import type { Snapshot } from '../tools/lookup.js';
import { fileKey, type Library, OutOfTime, type SourceFile } from './codebase/codebase.js';
import { keyOf, type Named, type Value } from './codebase/values.js';
import { languageOf } from './languages/languages.js';
import type { Resolver } from './resolver/resolver.js';
import { all } from './resolver/resolver-context.js';
import type { Declaration, Export, LanguageName, Use } from './symbols/symbol-table.js';

/** A file that uses what was asked for. */
export interface Using {
  readonly file: SourceFile;
  readonly lines: readonly number[];
  /** Whether a scope or an import leads there; else only the name is the same. */
  readonly isSure: boolean;
}

export interface References {
  readonly using: readonly Using[];
  readonly complete: boolean;
  /** Files that have the name, could use it, and are not read by syntax. */
  readonly unread: number;
}

/** Files that are read at most, and names that a thing may go by on its way. */
const MOST_FILES = 400;
const MOST_NAMES = 8;

interface Search {
  readonly resolver: Resolver;
  readonly library: Library;
  readonly targets: ReadonlySet<string>;
  readonly names: Set<string>;
  /** Importers of what is exported by default name its file instead. */
  readonly words: Set<string>;
  /** Of the targets: other languages have names of their own. */
  readonly languages: ReadonlySet<LanguageName | undefined>;
  readonly seen: Set<string>;
  readonly using: Using[];
  unread: number;
  complete: boolean;
}

/** Finds the files by the name, then follows each place where it stands back to the targets. */
export async function referencesTo(
  targets: readonly Named[],
  resolver: Resolver,
): Promise<References> {
  const { library } = resolver;
  const names = new Set(targets.map(({ file, declaration }) => file.declaration(declaration).name));
  const search: Search = {
    ...{ resolver, library, names, words: new Set(names) },
    targets: new Set(targets.map(keyOf)),
    languages: new Set(targets.map(({ file }) => file.summary.language)),
    ...{ seen: new Set(), using: [], unread: 0, complete: true },
  };
  try {
    for (const { file } of targets) await exportedAs(file, search);
    for (const word of search.words) await searchWord(word, search);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    search.complete = false;
  }
  const { using, complete, unread } = search;
  return { using, complete, unread };
}

/** What is written in other forms and still uses a language's names. */
const KIN: Readonly<Record<LanguageName, readonly string[]>> = {
  javascript: ['vue', 'svelte', 'astro', 'mdx', 'html'],
  python: ['ipynb', 'pyx', 'pxd'],
  go: ['tmpl', 'gotmpl'],
  java: ['kt', 'kts', 'scala', 'groovy', 'jsp'],
};

function mayUse(path: string, { languages }: Search): boolean {
  const extension = extensionOf(path);
  return [...languages].some((one) => one && KIN[one].includes(extension));
}

/** Words that are added meanwhile are searched as well. */
async function searchWord(word: string, search: Search): Promise<void> {
  for (const place of search.library.places) {
    const { paths, complete } = await search.library.having(place, word);
    search.complete &&= complete;
    const fresh = paths.filter((path) => {
      const key = `${fileKey({ place, path })} ${search.names.has(word) ? '' : word}`;
      const isNew = !search.seen.has(key);
      search.seen.add(key);
      return isNew;
    });
    const read = fresh.filter((path) => search.languages.has(languageOf(path)));
    const isName = search.names.has(word);
    if (isName) search.unread += fresh.filter((path) => mayUse(path, search)).length;
    if (read.length > MOST_FILES) search.complete = false;
    await inTurn(read.slice(0, MOST_FILES), 8, (path) => look({ place, path, isName }, search));
  }
}

interface Looking {
  readonly place: Snapshot;
  readonly path: string;
  readonly isName: boolean;
}

async function look({ place, path, isName }: Looking, search: Search): Promise<void> {
  const file = await search.library.open(place, path);
  if (!file) {
    if (isName) search.unread += 1;
    return;
  }
  await exportedAs(file, search);
  const names = new Set([...search.names, ...(await namesHere(file, search))]);
  const sure = new Set<number>();
  const unsure = new Set<number>();
  for (const use of file.summary.uses) {
    if (!names.has(use.name) && use.name !== 'default') continue;
    const verdict = await leadsThere(file, use, search);
    if (verdict === 'yes') sure.add(use.line);
    else if (verdict === 'perhaps') unsure.add(use.line);
  }
  const isSure = sure.size > 0;
  const lines = [...(isSure ? sure : unsure)];
  if (lines.length > 0) merge({ file, lines, isSure }, search);
}

function merge(found: Using, { using }: Search): void {
  const at = using.findIndex(
    ({ file }) => file.path === found.file.path && file.place === found.file.place,
  );
  const before = using[at];
  if (!before) using.push(found);
  else if (found.isSure)
    using[at] = { ...found, lines: [...new Set([...before.lines, ...found.lines])] };
}

async function leadsThere(
  file: SourceFile,
  { path, space, name }: Use,
  { resolver, targets, names }: Search,
): Promise<'yes' | 'no' | 'perhaps'> {
  const found = await resolver.named(file, path, space);
  if (found.length === 0) return names.has(name) ? 'perhaps' : 'no';
  return found.some((value) => isOf(targets, value)) ? 'yes' : 'no';
}

function isOf(targets: ReadonlySet<string>, value: Value): boolean {
  return value.kind === 'named' && targets.has(keyOf(value));
}

/** What the file calls the targets, where it imports them under another name. */
async function namesHere(file: SourceFile, search: Search): Promise<string[]> {
  const aliases = file.summary.declarations.flatMap((one, n) => (mayBe(one, search) ? [n] : []));
  return all(aliases, async (declaration) => {
    const value: Named = { kind: 'named', file, declaration, isValue: false };
    const found = await search.resolver.followed(value);
    const isTarget = found.some((one) => isOf(search.targets, one));
    return isTarget ? [file.declaration(declaration).name] : [];
  });
}

function mayBe({ alias, name }: Declaration, { names }: Search): boolean {
  const last = alias?.steps.at(-1);
  if (!last || names.has(name)) return false;
  return last === '.default' || last.startsWith('@') || names.has(last.replace(/^\./, ''));
}

/** Adds the names under which the file shows the targets to others. */
async function exportedAs(file: SourceFile, search: Search): Promise<void> {
  for (const { name, path } of shownBy(file)) {
    const last = path.steps.at(-1) ?? '';
    const isLikely =
      name === 'default' || search.names.has(last.replace(/^\./, '')) || last === '.default';
    const isKnown = name === 'default' ? search.words.has(stemOf(file)) : search.names.has(name);
    if (!isLikely || isKnown || search.names.size > MOST_NAMES) continue;
    const found = await search.resolver.named(file, path);
    if (!found.some((value) => isOf(search.targets, value))) continue;
    if (name !== 'default') search.names.add(name);
    search.words.add(name === 'default' ? stemOf(file) : name);
  }
}

/** In Python a package shows what it imports itself. */
function shownBy({ path, summary }: SourceFile): readonly Export[] {
  if (!path.endsWith('__init__.py')) return summary.exports;
  return summary.declarations.flatMap(({ scope, name, alias }) => {
    return scope === 0 && alias ? [{ name, path: alias }] : [];
  });
}

/** As importers write it: the file's name, or its folder's. */
function stemOf({ path, place }: SourceFile): string {
  const parts = path.replace(/(\.d)?\.[^./]+$/, '').split('/');
  const stem = parts.at(-1) === 'index' ? parts.at(-2) : parts.at(-1);
  return stem ?? place.repository.name;
}
