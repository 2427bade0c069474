import { stemOf } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import type { Definition } from '../../../index/outline.js';
import { termsOf } from '../../../index/terms.js';
import { counted, formatNumber, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { findMatchingLines } from '../../../tools/grep.js';
import { codeOf } from '../draft/code-of.js';
import { describe } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { DECLARED_KINDS, type DeclaredKind } from '../facts/declared-lines.js';
import { bestRepository, readFileAt, toolContext } from '../facts/look-up.js';
import { findPath, pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import type { ListQuestion } from '../question-kinds/rule.js';
import { constantFamily } from './constant-family.js';
import { declaredList } from './declared-list.js';
import type { FormInput } from './form.js';

const PARTS =
  /^(?:modules|packages|components|parts|folders|directories|crates|libraries|classes|functions|methods)$/i;
const MAX_NAMED = 40;
const MAX_LINKS = 8;
const MIN_ENTRIES = 2;
const MIN_DEFINED = 4;
const MIN_ALIKE = 0.75;
/** Lines of a list or an enumeration. */
const ROOM = 24;
/** Files that are no entry of their folder. */
const NO_ENTRY =
  /^(?:index|init|mod|lib|main|types?|utils?|common|base|shared|helpers?|internal|__init__|readme|license|makefile|package|package-info|doc|\..*)$/i;

/** All there are of something: the entries of its folder, what its file defines, its enumeration, or types of that name. */
export async function list(input: FormInput, asked: ListQuestion): Promise<Draft | undefined> {
  const { subject } = asked;
  const searched = bestRepository(input);
  if (!searched) return undefined;
  if (/^(?:(?:unit |test )?tests?|test (?:files|cases)|specs|files|source files)$/i.test(subject))
    return files(subject, searched, input);
  // How parts of a program are laid out is no list of a folder.
  if (PARTS.test(subject)) return undefined;
  // Of a part, no folder and no type says which ones it has.
  if (!isOfAll(asked, searched)) return declaredList(input, asked, DECLARED_KINDS);
  const first = DECLARED_KINDS.map(beforeFolders);
  const declared = await declaredList(input, asked, first);
  if (declared) return declared;
  const names = spellings(subject);
  const further: Find = () =>
    declaredList(
      input,
      asked,
      DECLARED_KINDS.filter((kind) => kind.leastBeforeFolders !== undefined),
    );
  const ways = [
    folderEntries,
    further,
    definedInFile,
    indexTable,
    enumeration,
    namedTypes,
    constantFamily,
  ];
  for (const find of ways) {
    const draft = await find(names, searched, input);
    if (draft) return draft;
  }
  return undefined;
}

function beforeFolders(kind: DeclaredKind): DeclaredKind {
  const { leastBeforeFolders: least } = kind;
  return least === undefined ? kind : { ...kind, least };
}

function isOfAll({ owner }: ListQuestion, { repo, repository }: SearchedRepository): boolean {
  const own = new Set([repo, repository.folderName].flatMap((name) => termsOf(name)));
  return termsOf(owner).every((term) => own.has(term));
}

/** In the plural and in the singular; of several words then the last one alone. */
function spellings(subject: string): string[] {
  const last = subject.split(' ').at(-1) ?? subject;
  return [...new Set([subject, last].flatMap((one) => [one, singular(one)]))];
}

function singular(word: string): string {
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return word.replace(/(?<=\w{2}[^s])s$/i, '');
}

type Find = (
  names: readonly string[],
  searched: SearchedRepository,
  input: FormInput,
) => Promise<Draft | undefined>;

/** "DNS APIs" may be in `dns-api/`, `dns_api/` or `dnsapi/`. */
function folderNames(names: readonly string[]): Set<string> {
  const lower = names.map((name) => name.toLowerCase());
  return new Set(lower.flatMap((name) => ['-', '_', ''].map((mark) => name.replaceAll(' ', mark))));
}

const folderEntries: Find = async (names, searched, input) => {
  const wanted = folderNames(names);
  const folders = entriesByFolder((await input.filesOf(searched)).keys(), wanted);
  const [largest] = [...folders].toSorted(([, a], [, b]) => b.size - a.size);
  if (!largest || largest[1].size < MIN_ENTRIES) return undefined;
  const [path, found] = largest;
  const entries = [...found].toSorted();
  const markdown = `${codeSpan(`${path}/`)} has ${counted(entries.length, 'entry', 'entries')}: ${namesOf(entries)}`;
  return {
    statements: [{ markdown, reference: pathReference({ kind: 'folder', searched, path }) }],
  };
};

/** What folders of such names, in small letters, have with code in it. */
function entriesByFolder(
  paths: Iterable<string>,
  wanted: ReadonlySet<string>,
): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    if (roleOf(path) !== 'code') continue;
    const parts = path.split('/');
    for (const [n, folder] of parts.slice(0, -1).entries()) {
      if (!wanted.has(folder.toLowerCase())) continue;
      const next = parts[n + 1] ?? '';
      const entry = n + 2 === parts.length ? stemOf(next) : next;
      // What is called as its folder is about all of them.
      if (NO_ENTRY.test(entry) || entry === folder) continue;
      const folderPath = parts.slice(0, n + 1).join('/');
      folders.set(folderPath, (folders.get(folderPath) ?? new Set()).add(entry));
    }
  }
  return folders;
}

function namesOf(entries: readonly string[]): string {
  return listed(entries.map(codeSpan), MAX_NAMED);
}

/** Nearly all of them are alike: `exceptions.py` has classes, and a function that is none of them. */
const definedInFile: Find = async (names, _searched, input) => {
  for (const name of names.filter((one) => /s$/i.test(one))) {
    const found = await findPath(name, input, { byStem: true });
    if (found?.kind !== 'file' || roleOf(found.path) !== 'code') continue;
    const file = await readFileAt(found, input);
    const all = file?.outline.filter((one) => one.depth === 0 && !/^_/.test(one.name)) ?? [];
    const kind = mostFrequent(all.map((one) => one.kind));
    const alike = all.filter((one) => one.kind === kind);
    const defined = [...new Set(alike.map((one) => one.name))];
    if (!file || defined.length < MIN_DEFINED || alike.length < MIN_ALIKE * all.length) continue;
    const [start = 1, end = start] = [alike[0]?.line, alike.at(-1)?.line];
    const markdown = `${codeSpan(file.path)} defines ${formatNumber(defined.length)}: ${namesOf(defined)}`;
    return { statements: [{ markdown, reference: placeReference({ ...file, start, end }) }] };
  }
  return undefined;
};

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** What an enumeration of that name lists: `enum Keyword` for "keywords". */
export async function enumerated(subject: string, input: FormInput): Promise<Draft | undefined> {
  return enumerationNamed(spellings(subject), input);
}

const enumeration: Find = (names, _searched, input) => enumerationNamed(names, input);

async function enumerationNamed(
  names: readonly string[],
  input: FormInput,
): Promise<Draft | undefined> {
  const types = names.map(typeName).filter((name) => !NO_SUFFIX.test(name));
  for (const name of [...types, ...names.flatMap((one) => [`all ${one}`, one])]) {
    const symbol = await findSymbol(name, input);
    if (!symbol || roleOf(symbol.passage.file.path) !== 'code') continue;
    const draft = tableOf(symbol.passage, input);
    if (draft) return draft;
  }
  return undefined;
}

/** "Reply kind" is `ReplyKind`. */
function typeName(words: string): string {
  return words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The table or enumeration in the first file of a folder of that name, such as `events/init.lua`. */
const indexTable: Find = async (names, searched, input) => {
  const wanted = folderNames(names);
  for (const path of (await input.filesOf(searched)).keys()) {
    const [name = '', folder = ''] = path.split('/').toReversed();
    if (!wanted.has(folder.toLowerCase()) || !INDEX.test(name) || roleOf(path) !== 'code') continue;
    const file = await readFileAt({ searched, path }, input);
    for (const one of file?.outline.filter(({ depth }) => depth === 0) ?? []) {
      const draft = file && tableOf(definitionPassage(file, one), input);
      if (draft) return draft;
    }
  }
  return undefined;
};

const INDEX = /^(?:index|init|mod|__init__)\.\w+$/;

function tableOf(passage: Passage, input: FormInput): Draft | undefined {
  const line = passage.file.lines[passage.start - 1] ?? '';
  const isList =
    passage.definition?.kind === 'enum' ||
    /=\s*[[({]|=\s*(?:\[\]\w+|new (?:Set|Map))|\benum\b|\[\]\w*\{/.test(line);
  const code = isList ? codeOf(passage, { query: input.query, room: ROOM }) : undefined;
  if (!code || code.lines.length <= MIN_DEFINED) return undefined;
  return { statements: [describe(passage, input.query)], code };
}

/** Too common to be what types of one kind are named after. */
const NO_SUFFIX =
  /^(?:function|class|method|type|line|thing|name|value|object|item|place|user|way)s?$/i;

const namedTypes: Find = async (names, searched, input) => {
  const suffix = names
    .map(typeName)
    .find(
      (name) => /^[A-Z][A-Za-z]{3,40}$/.test(name) && !/s$/.test(name) && !NO_SUFFIX.test(name),
    );
  if (suffix === undefined) return undefined;
  const text = `(class|struct|interface|enum|trait|type|object|module) +[A-Za-z0-9_]*${suffix}([^A-Za-z0-9_]|$)`;
  const search = {
    snapshot: searched,
    terms: [{ text, isRegex: true }],
    options: { caseSensitive: true },
  };
  const { files: found, complete } = await findMatchingLines(search, toolContext(input));
  const types = new Map<string, Statement>();
  for (const [path, lines] of [...found].filter(([path]) => roleOf(path) === 'code')) {
    const file = await readFileAt({ searched, path }, input);
    for (const line of file ? new Set(lines) : []) {
      const definition: Definition | undefined = file?.outline.find(
        (one) => one.line === line && one.name.endsWith(suffix),
      );
      if (!file || !definition || definition.name === suffix) continue;
      types.set(definition.name, {
        markdown: codeSpan(definition.name),
        reference: lineReference(file, line),
      });
    }
  }
  const [first, ...others] = [...types].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  if (!first || others.length === 0) return undefined;
  const all = [first, ...others];
  const least = complete ? '' : 'At least ';
  const markdown = `${least}${counted(all.length, 'type')} with a name that ends in ${codeSpan(suffix)}: ${namesOf(all.map(([name]) => name))}`;
  return {
    statements: [{ markdown, reference: first[1].reference }],
    links: all.slice(0, MAX_LINKS).map(([, one]) => one),
  };
};

/** Paths tell which files are tests, but not how many tests these have. */
async function files(
  subject: string,
  searched: SearchedRepository,
  input: FormInput,
): Promise<Draft | undefined> {
  const paths = [...(await input.filesOf(searched)).keys()];
  const tests = paths.filter((path) => roleOf(path) === 'test');
  const code = paths.filter((path) => roleOf(path) === 'code');
  const isAll = /file/i.test(subject) && !/test/i.test(subject);
  const folders = topFolders(isAll ? paths : tests);
  const ofTests = `${counted(tests.length, 'file')} in ${codeSpan(searched.repo)} ${tests.length === 1 ? 'is a test file' : 'are test files'}, judging by the paths. I can't count the tests in them.`;
  const ofAll = `${codeSpan(searched.repo)} has ${counted(paths.length, 'file')}: ${formatNumber(code.length)} with code, ${formatNumber(tests.length)} with tests, and others such as documents and settings, judging by the paths.`;
  const root = pathReference({ kind: 'folder', searched, path: '' });
  return {
    statements: [{ markdown: isAll ? ofAll : ofTests, reference: root }],
    links: folders.map(([path, count]) => ({
      markdown: `${counted(count, 'file')} in ${codeSpan(`${path}/`)}`,
      reference: pathReference({ kind: 'folder', searched, path }),
    })),
  };
}

const MAX_FOLDERS = 4;

function topFolders(paths: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/');
    if (folder !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_FOLDERS);
}
