import { isBelow } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import { enclosingDefinitions } from '../../../index/outline.js';
import { buildQuery } from '../../../index/query.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { counted, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import { bestRepository, readFileAt, toolContext } from '../facts/look-up.js';
import { findPath } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { type DocumentedSetting, documentsOf } from '../facts/setting-documents.js';
import {
  documentedSettings,
  isEnvironment,
  SETTING_FILES,
  SETTING_SOURCES,
  type SettingLine,
  settingLines,
  takesAll,
} from '../facts/setting-lines.js';
import { docCommentOf, fileComment } from '../passages/doc-comment.js';
import type { SearchedRepository } from '../passages/find.js';
import { plainText, proseMarkdown } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';
import type { ConfigurationQuestion } from '../question-kinds/rule.js';
import { isPronoun, isThing } from '../question-kinds/subject.js';
import type { FormInput } from './form.js';

const MAX_LISTED = 8;
/** Where all of the program are asked for. */
const MAX_OF_ALL = 25;
const MAX_NAMED = 6;
const MAX_FILES = 60;
/** Candidates that are searched before it is known whether these are enough. */
const FILES_AT_ONCE = 500;
const MAX_REASON_LENGTH = 110;

/** The settings that are read near something, with their defaults and what the documents say. */
export async function configuration(
  input: FormInput,
  asked: ConfigurationQuestion,
): Promise<Draft | undefined> {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const { found, wholesale } = await settingsOf(searched, input);
  const kinds = found.filter(({ kind }) => kind === asked.wanted);
  const near = await nearSubject(kinds.length > 0 ? kinds : found, asked, input);
  const isAll = asked.subject === '' && asked.wanted === 'environment';
  const [first, ...others] = oncePerName(isAll ? listedFirst(near) : near);
  if (!first) return undefined;
  const settings = [first, ...others] as const;
  const shown = settings.slice(0, isAll ? MAX_OF_ALL : MAX_LISTED);
  const documented = await documentsOf(
    shown.map(({ name }) => name),
    searched,
    input,
  );
  input.context.stats({ tool_calls: 2 });
  input.context.report(`Found ${counted(settings.length, 'setting')}`);
  const names = new Set(shown.flatMap(({ name }) => documented.get(name)?.file.path ?? []));
  return {
    statements: [summary(settings, asked.subject)],
    ...(isAll &&
      shown.length < settings.length && {
        linksTitle: `The first ${shown.length} of ${settings.length}:`,
      }),
    links: [
      ...shown
        .filter(({ name }) => shown.length > 1 || documented.has(name))
        .map((one) => settingLine(one, documented.get(one.name))),
      ...(asked.wanted === 'environment' ? wholesale : []),
    ],
    followups: [
      ...[...names].slice(0, 1).map((path) => `What does ${path} say about ${first.name}?`),
      `Where is ${first.name} used?`,
    ],
  };
}

/** In one file for all of them, before lines here and there. */
function listedFirst(all: readonly SettingLine[]): SettingLine[] {
  const isListed = ({ file }: SettingLine) => isEnvironment(file.path);
  return [...all.filter(isListed), ...all.filter((one) => !isListed(one))];
}

type Settings = readonly [SettingLine, ...SettingLine[]];

function summary(settings: Settings, subject: string): Statement {
  const [first] = settings;
  const reference = referenceOf(first);
  const isAsked = isSameName(first.name, subject);
  if (isAsked || settings.length === 1) {
    // A row of a table says of a variable that there is one.
    const isToldOnly = roleOf(first.file.path) === 'document';
    const said = isToldOnly ? 'is listed' : 'is read';
    const value =
      first.standard === undefined ? said : `has the default ${codeSpan(first.standard)}`;
    return { markdown: `${codeSpan(first.name)} ${value} here.`, reference };
  }
  const list = listed(
    settings.map(({ name }) => codeSpan(name)),
    MAX_NAMED,
  );
  const kinds = new Set(settings.map(({ kind }) => kind));
  const what = kinds.size > 1 ? 'setting' : KINDS[first.kind];
  const about = !isShown(subject) ? '' : ` for ${codeSpan(subject)}`;
  // Some may be read in ways that no line tells.
  return { markdown: `At least ${counted(settings.length, what)}${about}: ${list}.`, reference };
}

/** A clause such as "it never records folders" is no name of anything. */
function isShown(subject: string): boolean {
  return subject !== '' && isThing(subject) && !isPronoun(subject.split(' ')[0] ?? '');
}

const KINDS: Readonly<Record<SettingLine['kind'], string>> = {
  environment: 'environment variable',
  flag: 'flag',
  key: 'setting',
};

function settingLine(setting: SettingLine, document: DocumentedSetting | undefined): Statement {
  const standard = setting.standard === undefined ? '' : `, default ${codeSpan(setting.standard)}`;
  const said = document ? `: ${proseMarkdown(plainText(document.text), MAX_REASON_LENGTH)}` : '';
  return {
    markdown: `${codeSpan(setting.name)}${standard}${said}`,
    reference: referenceOf(document ?? setting),
  };
}

function referenceOf({ file, start, end }: Pick<SettingLine, 'file' | 'start' | 'end'>) {
  const { repo, commit, path } = file;
  return placeReference({ repo, commit, path, start, end });
}

/** All lines that read or declare a setting, and the rows of documents that list them; tests do not count. */
async function settingsOf(searched: SearchedRepository, input: FormInput): Promise<SettingsFound> {
  const files = await settingFiles(searched, input);
  const found: SettingLine[] = [];
  const wholesale: Statement[] = [];
  for (const [path, numbers] of files) {
    const file = await readFileAt({ searched, path }, input);
    if (!file) continue;
    // Names of one word are no lines that git was asked for.
    const lines = isEnvironment(path) ? file.lines.map((_, at) => at + 1) : [...new Set(numbers)];
    if (roleOf(path) === 'document') found.push(...documentedSettings(file, lines));
    else {
      const own = lines.filter((line) => !isInDocComment(file, line));
      found.push(...settingLines(file, { numbers: own, hasKeys: isSettings(path) }));
      wholesale.push(...readAtOnce(file, own));
    }
  }
  return { found, wholesale: wholesale.slice(0, MAX_WHOLESALE) };
}

interface SettingsFound {
  readonly found: readonly SettingLine[];
  /** The lines that take all variables, whatever their names. */
  readonly wholesale: readonly Statement[];
}

const MAX_WHOLESALE = 2;

function readAtOnce(file: SourceFile, lines: readonly number[]): Statement[] {
  return lines
    .filter((line) => takesAll(file.lines[line - 1] ?? ''))
    .map((line) => ({
      markdown: `All variables are taken in ${lineSpan(file.lines[line - 1] ?? '')}`,
      reference: referenceOf({ file, start: line, end: line }),
    }));
}

/** The numbers of the lines by path, of the nearest files first. */
type SettingFiles = readonly (readonly [path: string, lines: readonly number[]])[];

/** What a build reads is no setting of what is built. */
const BUILD_SCRIPT = /(?:^|\/)build\.rs$/;

async function settingFiles(searched: SearchedRepository, input: FormInput): Promise<SettingFiles> {
  const terms = [{ text: SETTING_SOURCES, isRegex: true }];
  const search = { snapshot: searched, terms, options: { caseSensitive: true } };
  const order = new Map(input.hits.map(({ found }, n) => [found.path, n]));
  const place = (path: string) => order.get(path) ?? (isSettings(path) ? 50 : 100);
  const nearest = <T>(all: readonly T[], pathOf: (one: T) => string) =>
    all
      .filter((one) => ['code', 'setting', 'document'].includes(roleOf(pathOf(one))))
      .filter((one) => !BUILD_SCRIPT.test(pathOf(one)))
      .map((one) => ({ one, place: place(pathOf(one)) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  const context = toolContext(input);
  const candidates = await input.candidatesOf?.(searched, SETTING_FILES);
  if (!candidates) {
    const { files } = await findMatchingLines(search, context);
    return nearest([...files], ([path]) => path).slice(0, MAX_FILES);
  }
  const ordered = nearest(candidates, ({ path }) => path);
  const files: (readonly [string, readonly number[]])[] = [];
  for (let n = 0; n < ordered.length && files.length <= MAX_FILES; n += FILES_AT_ONCE) {
    const among = ordered.slice(n, n + FILES_AT_ONCE);
    const found = await findMatchingLines({ ...search, among }, context);
    files.push(...found.files);
    if (!found.complete) break;
  }
  return files.slice(0, MAX_FILES);
}

/** An example in a docstring sets nothing. */
function isInDocComment(file: SourceFile, line: number): boolean {
  const around = enclosingDefinitions(file.outline, line).filter(({ kind }) => kind !== 'section');
  const docs = [
    fileComment(file.lines),
    ...around.map((one) => docCommentOf(file.lines, one.line)),
  ];
  return docs.some((one) => one && line >= one.start && line <= one.end);
}

/** Files in which a name in capitals is a setting rather than a constant. */
function isSettings(path: string): boolean {
  return /config|setting|option|default|environment|(?:^|[/._-])env(?:$|[/._-])|(?:^|\/)(?:app|main|cli)\.\w+$/i.test(
    path,
  );
}

/** Those in the file or folder of the subject, or that share a word with it. */
async function nearSubject(
  all: readonly SettingLine[],
  { subject, isEffect, isOne }: ConfigurationQuestion,
  input: FormInput,
): Promise<readonly SettingLine[]> {
  if (subject === '') return all;
  if (isEffect) return namedAlike(all, termsIn(subject));
  const named = all.filter(({ name }) => isSameName(name, subject));
  if (named.length > 0) return named;
  if (isOne) return all.filter(({ name }) => hasAll(wordParts(name).flatMap(termsOf), subject));
  const path = await findPath(subject, input, { byStem: true });
  const inside = path ? all.filter(({ file }) => isBelow(file.path, path.path)) : [];
  if (inside.length > 0) return inside;
  const symbol = await findSymbol(subject, input);
  const own = symbol ? all.filter(({ file }) => file.path === symbol.passage.file.path) : [];
  if (own.length > 0) return own;
  // "The size of the pool" is about a size first, and about a pool: a setting that has only one of the two words is a different one.
  const terms = termsIn(subject);
  const enough = terms.length > 2 ? terms.length - 1 : terms.length;
  const near = all.filter(({ name, file, start }) => {
    const said = new Set(termsOf(`${name} ${file.path} ${file.lines[start - 1]}`));
    const shared = terms.filter((term) => said.has(term));
    return shared.length >= enough && shared.includes(terms[0] ?? '');
  });
  return namedExactly(near, subject) ?? near;
}

/** Asked about LDAPS, `LDAPS_PORT`, and not all of a program that is about LDAP. */
function namedExactly(
  near: readonly SettingLine[],
  subject: string,
): readonly SettingLine[] | undefined {
  const words = subject.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const named = near.filter(({ name }) => {
    const parts = wordParts(name).map((part) => part.toLowerCase());
    return words.every((word) => parts.includes(word));
  });
  return named.length > 0 ? named : undefined;
}

function hasAll(own: readonly string[], subject: string): boolean {
  const terms = termsIn(subject);
  return terms.length > 0 && terms.every((term) => own.includes(term));
}

function termsIn(subject: string): string[] {
  return buildQuery(subject).terms.map(({ term }) => term);
}

/** Those whose names share a word with the subject, or have a short form of one: `EXCLUDE_DIRS` and "directories". */
function namedAlike(all: readonly SettingLine[], terms: readonly string[]): SettingLine[] {
  const shared = ({ name }: SettingLine) => {
    const parts = wordParts(name)
      .flatMap(termsOf)
      .filter((part) => part.length >= MIN_PART);
    const isNamed = (term: string) => parts.some((part) => isShortFor(part, term));
    return terms.filter((term) => (MAIL.includes(term) ? MAIL.some(isNamed) : isNamed(term)))
      .length;
  };
  const scored = all.map((one) => ({ one, score: shared(one) }));
  const best = Math.max(1, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ one }) => one);
}

const MIN_PART = 3;
/** Mail is sent by what is called SMTP in most settings. */
const MAIL = [...new Set(termsOf('mail email smtp mailer'))];

function isShortFor(part: string, term: string): boolean {
  return term.startsWith(part) || part.startsWith(term);
}

function isSameName(name: string, subject: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/^-+|[^a-z0-9]/g, '');
  return plain(name) === plain(subject);
}

/** Where a default is, before where there is none. */
function oncePerName(lines: readonly SettingLine[]): SettingLine[] {
  const found = new Map<string, SettingLine>();
  for (const line of lines) {
    const known = found.get(line.name);
    if (!known || (known.standard === undefined && line.standard !== undefined))
      found.set(line.name, line);
  }
  return [...found.values()];
}
