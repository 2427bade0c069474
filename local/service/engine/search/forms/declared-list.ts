import { roleOf } from '../../../index/file-role.js';
import { termsOf } from '../../../index/terms.js';
import { counted, formatNumber, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Draft, NamedPlace, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { Declared } from '../facts/declared.js';
import type { DeclaredKind } from '../facts/declared-lines.js';
import { bestRepository, readFileAt, toolContext } from '../facts/look-up.js';
import type { SearchedRepository } from '../passages/find.js';
import type { ListQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';

const MAX_LISTED = 25;
/** A few more are listed, too, rather than only said to be there. */
const ENOUGH = 32;
const MAX_FILES = 150;
const MAX_FILES_NAMED = 8;
const MIN_FOUND = 2;
const MIN_OF_WHOLE = 4;
const MAX_MEMBERS = 6;

/** All of a kind that lines of the code declare: routes, tables, scheduled jobs. */
export async function declaredList(
  input: FormInput,
  { subject, owner }: ListQuestion,
  kinds: readonly DeclaredKind[],
): Promise<Draft | undefined> {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const words = subject.split(' ');
  const groups: Group[] = [];
  for (const kind of kinds) {
    if (groups.length > 0 && !kind.isBeside) continue;
    const length = [2, 1].find((n) => kind.asked.test(words.slice(-n).join(' ')));
    if (length === undefined) continue;
    const about = `${words.slice(0, -length).join(' ')} ${owner}`;
    const found = meant(await declaredOf(kind, searched, input), termsAbout(about, searched));
    if (found.length >= (kind.least ?? MIN_FOUND)) groups.push(groupOf(kind, found));
  }
  return draftOf(groups.toSorted((a, b) => b.all.length - a.all.length));
}

/** Files with the most of them first. */
async function declaredOf(
  kind: DeclaredKind,
  searched: SearchedRepository,
  input: FormInput,
): Promise<Declared[]> {
  const terms = [{ text: kind.sources, isRegex: true }];
  const search = { snapshot: searched, terms, options: { caseSensitive: true } };
  const { files } = await findMatchingLines(search, toolContext(input));
  const paths = [...files]
    .filter(([path]) => isSource(path, kind) && !GENERATED.test(path))
    .toSorted(([one, a], [other, b]) => likely(other) - likely(one) || b.length - a.length)
    .slice(0, MAX_FILES)
    .map(([path]) => path);
  const groups: Declared[][] = [];
  for (const path of paths) {
    const file = await readFileAt({ searched, path }, input);
    const own = file ? [...kind.read(file)] : [];
    if (own.length > 0) groups.push(own);
  }
  input.context.stats({ tool_calls: 1 });
  const byNumber = groups.toSorted((a, b) => b.length - a.length);
  const whole = byNumber.find(([one]) => one && kind.whole?.test(one.file.path));
  return once(whole && whole.length >= MIN_OF_WHOLE ? whole : byNumber.flat());
}

function isSource(path: string, { settings }: DeclaredKind): boolean {
  return roleOf(path) === 'code' || settings?.test(path) === true;
}

const GENERATED = /[.-]min\.\w+$|(?:^|\/)(?:node_modules|dist|vendor|public|static)\//;

function likely(path: string): number {
  return /route|url|api|endpoint|controller|schema|model/i.test(path) ? 1 : 0;
}

/** A table is created again where it is changed; of routes, two may be alike. */
function once(all: readonly Declared[]): Declared[] {
  const known = new Set<string>();
  return all.filter(({ name, verb }) => {
    if (verb !== undefined) return true;
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}

/** What a question says of them, without what says nothing. */
function termsAbout(text: string, { repo, repository }: SearchedRepository): string[] {
  const own = new Set([repo, repository.folderName].flatMap((name) => termsOf(name)));
  return termsOf(text).filter((term) => !own.has(term) && !SAYS_NOTHING.has(term));
}

const SAYS_NOTHING = new Set(
  termsOf(
    'the our all http https rest web server backend database db sql data module service app part parts',
  ),
);
const API = termsOf('api');

/** Those in files named so; of a route, else those with such paths or handlers. "The API" may be all of them. */
function meant(all: readonly Declared[], about: readonly string[]): Declared[] {
  if (about.length === 0) return [...all];
  const inFiles = all.filter(({ file }) => hasAll(file.path, about));
  if (inFiles.length > 0) return inFiles;
  const named = about.filter((term) => !API.includes(term));
  if (named.length === 0) return [...all];
  return all.filter(({ file, name, handler = '' }) =>
    hasAll(`${name} ${handler} ${file.path}`, named),
  );
}

function hasAll(text: string, about: readonly string[]): boolean {
  const own = new Set(termsOf(text));
  return about.every((term) => own.has(term));
}

/** All of a kind, by file. */
interface Group {
  readonly noun: string;
  /** File by file, those with most of them first. */
  readonly all: readonly Declared[];
  readonly files: readonly (readonly Declared[])[];
}

function groupOf({ noun }: DeclaredKind, found: readonly Declared[]): Group {
  const byFile = new Map<string, Declared[]>();
  for (const one of found) byFile.set(one.file.path, [...(byFile.get(one.file.path) ?? []), one]);
  const files = [...byFile.values()].toSorted((a, b) => b.length - a.length);
  return { noun, files, all: files.flat() };
}

function draftOf(groups: readonly Group[]): Draft | undefined {
  const [first, ...others] = groups.map(countOf);
  if (!first) return undefined;
  const all = groups.flatMap((group) => group.all);
  const shown = all.slice(0, all.length > ENOUGH ? MAX_LISTED : ENOUGH);
  const prefixed = shown.find((one) => one.prefix);
  return {
    statements: [
      first,
      ...others,
      ...(prefixed?.prefix ? [prefixNote(prefixed, prefixed.prefix.line)] : []),
    ],
    ...(shown.length < all.length && {
      linksTitle: `The first ${shown.length} of ${formatNumber(all.length)}:`,
    }),
    links: shown.map(lineOf),
    named: groups.flatMap((group) => notShown(group, shown)),
  };
}

function countOf({ noun, all, files }: Group): Statement {
  const [largest = [], { length: second } = { length: 0 }] = files;
  const path = largest[0]?.file.path ?? '';
  const most =
    largest.length > second
      ? `, the most in ${codeSpan(path)} (${formatNumber(largest.length)})`
      : '';
  const where =
    files.length === 1
      ? `${codeSpan(path)} declares ${counted(all.length, noun)}`
      : `At least ${counted(all.length, noun)} in ${counted(files.length, 'file')}${most}`;
  return { markdown: where, reference: rangeOf(largest) };
}

function prefixNote({ file }: Declared, line: number): Statement {
  const { repo, commit, path } = file;
  return {
    markdown: 'Paths include the prefixes of their groups.',
    reference: placeReference({ repo, commit, path, start: line, end: line }),
  };
}

function lineOf(one: Declared): Statement {
  const { name, verb = '', handler, when, members = [], file, start, end } = one;
  const { repo, commit, path } = file;
  const what = `${verb} ${name}`.trim() || "''";
  const arrow = handler === undefined ? '' : ` → ${codeSpan(handler)}`;
  const time = when === undefined || when === name ? '' : `, schedule ${codeSpan(when)}`;
  return {
    markdown: `${codeSpan(what)}${arrow}${time}${membersOf(members)}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

function membersOf(names: readonly string[]): string {
  return names.length === 0 ? '' : `: ${listed(names.map(codeSpan), MAX_MEMBERS)}`;
}

/** The files of which not all are listed. */
function notShown({ files, noun }: Group, shown: readonly Declared[]): NamedPlace[] {
  return files
    .map((own) => own.filter((one) => !shown.includes(one)))
    .filter((own) => own.length > 0)
    .slice(0, MAX_FILES_NAMED)
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      return [
        {
          path: first.file.path,
          name: counted(own.length, `more ${noun}`),
          reference: rangeOf(own),
        },
      ];
    });
}

function rangeOf(all: readonly Declared[]) {
  const [first] = all;
  const { repo = '', commit = '', path = '' } = first?.file ?? {};
  const start = Math.min(...all.map((one) => one.start));
  const end = Math.max(...all.map((one) => one.end));
  return placeReference({ repo, commit, path, start, end });
}
