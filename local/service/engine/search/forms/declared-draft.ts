import { counted, formatNumber, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { directoryPagePath } from '../../../pages/paths.js';
import type { Draft, NamedPlace, Statement } from '../draft/draft.js';
import { placeReference, type Reference } from '../draft/reference.js';
import type { Declared } from '../facts/declared.js';
import type { DeclaredKind } from '../facts/declared-lines.js';
import type { Prefix } from '../facts/route-prefixes.js';

const MAX_LISTED = 25;
/** A few more are listed, too, rather than only said to be there. */
const ENOUGH = 32;
const MAX_FILES_NAMED = 8;
const MAX_MEMBERS = 6;

/** All of a kind, by file. */
export interface Group {
  readonly noun: string;
  /** File by file, those with most of them first. */
  readonly all: readonly Declared[];
  readonly files: readonly (readonly Declared[])[];
  /** What is not of the API that is asked for. */
  readonly others: readonly Declared[];
}

export function groupOf(
  { noun }: Pick<DeclaredKind, 'noun'>,
  found: readonly Declared[],
  others: readonly Declared[] = [],
): Group {
  const files = byFile(found);
  return { noun, files, all: files.flat(), others };
}

/** Those with most first, others by their paths. */
function byFile(all: readonly Declared[]): Declared[][] {
  const files = new Map<string, Declared[]>();
  for (const one of all) files.set(one.file.path, [...(files.get(one.file.path) ?? []), one]);
  return [...files]
    .toSorted(([path, a], [other, b]) => b.length - a.length || (path < other ? -1 : 1))
    .map(([, own]) => own);
}

export function draftOf(groups: readonly Group[]): Draft | undefined {
  const [first, ...others] = groups.map(countOf);
  if (!first) return undefined;
  const all = groups.flatMap((group) => group.all);
  const shown = all.slice(0, all.length > ENOUGH ? MAX_LISTED : ENOUGH);
  const prefixed =
    shown.find(({ alsoNamed = [] }) => alsoNamed.length > 0) ?? shown.find((one) => one.prefix);
  return {
    statements: [
      first,
      ...others,
      ...groups.flatMap(notOfApi),
      ...(prefixed?.prefix ? [prefixNote(prefixed, prefixed.prefix)] : []),
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

function notOfApi({ noun, others }: Group): Statement[] {
  const [largest] = byFile(others);
  if (!largest) return [];
  const markdown = `${counted(others.length, `other ${noun}`)} ${others.length === 1 ? 'has' : 'have'} no ${codeSpan('api')} in the path.`;
  return [{ markdown, reference: rangeOf(largest) }];
}

function prefixNote({ file: own, alsoNamed = [] }: Declared, prefix: Prefix): Statement {
  const { repo, commit, path } = prefix.file ?? own;
  const more = alsoNamed.length > 0 ? ', one of them where there are several' : '';
  return {
    markdown: `Paths include the prefixes of their groups${more}.`,
    reference: placeReference({ repo, commit, path, start: prefix.line, end: prefix.line }),
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

/** The files of which not all are listed; their folders if they are many. */
function notShown({ files, noun }: Group, shown: readonly Declared[]): NamedPlace[] {
  const left = files
    .map((own) => own.filter((one) => !shown.includes(one)))
    .filter((own) => own.length > 0);
  if (left.length > MAX_FILES_NAMED) return inFolders(left.flat(), noun);
  return left.map((own) => ({
    path: own[0]?.file.path ?? '',
    name: counted(own.length, `more ${noun}`),
    reference: rangeOf(own),
  }));
}

/** By the folder below those that all of them have in common. */
function inFolders(all: readonly Declared[], noun: string): NamedPlace[] {
  const paths = all.map(({ file }) => file.path.split('/').slice(0, -1));
  const [first = []] = paths;
  const depth = first.findIndex((part, n) => paths.some((one) => one[n] !== part));
  const length = (depth < 0 ? first.length : depth) + 1;
  const folders = new Map<string, Declared[]>();
  for (const one of all) {
    const folder = one.file.path.split('/').slice(0, -1).slice(0, length).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), one]);
  }
  return [...folders]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_FILES_NAMED)
    .map(([path, own]) => ({
      path: `${path}/`,
      name: counted(own.length, `more ${noun}`),
      reference: folderReference(path, own[0]?.file.repo ?? ''),
    }));
}

function folderReference(path: string, repo: string): Reference {
  const link = directoryPagePath(repo, path);
  return { repo, type: 'Folder', link, text: path, label: `${repo} · ${path}` };
}

function rangeOf(all: readonly Declared[]) {
  const [first] = all;
  const { repo = '', commit = '', path = '' } = first?.file ?? {};
  const start = Math.min(...all.map((one) => one.start));
  const end = Math.max(...all.map((one) => one.end));
  return placeReference({ repo, commit, path, start, end });
}
