import { roleOf } from '../../../index/file-role.js';
import { wordParts } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import { type ChangeLog, changeLogOf, type LogTarget } from '../facts/commit-log.js';
import { isChangelog, isHistory } from '../facts/history-file.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { findPath, type NamedPath, pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { pathOfWords } from '../facts/path-of-words.js';
import type { SearchedRepository } from '../passages/find.js';
import { firstLine } from '../passages/passage.js';
import { isName } from '../question-kinds/subject.js';
import type { FormInput } from './form.js';
import type { Period } from './history-period.js';
import type { HistorySubject } from './history-statements.js';

/** What the changes are of, and how the answer calls it. */
export interface Subject extends HistorySubject {
  readonly target: LogTarget;
  /** Of a definition, its name alone. */
  readonly word?: string;
  /** If the log of the lines of a definition says nothing. */
  readonly fallback?: Subject;
  /** "The mail transport" for `MailTransport`: its file may be meant, too. */
  readonly isLoose?: boolean;
  /** What is said before it, since it is only the closest match. */
  readonly missing?: string;
}

/** The changes of it; of its file, if they say nothing of the definition. */
export async function readLog(
  of: Subject,
  input: FormInput,
  period?: Period,
): Promise<{ log: ChangeLog; of: Subject }> {
  const { since, until } = period ?? {};
  const range = {
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(until !== undefined && { until: Date.parse(until) }),
  };
  const log = await changeLogOf(of.target, { ...toolContext(input), ...range });
  const [last] = log.changes;
  if (!of.fallback || (last && !of.isLoose)) return { log, of };
  const other = await readLog(of.fallback, input, period);
  const [newest] = other.log.changes;
  return !last || (newest && newest.commit !== last.commit) ? other : { log, of };
}

/** The same, without what came before it when it was copied from another file and changed. */
export function ofSameText(of: Subject): Subject {
  const target = { ...of.target, isSameText: true } as const;
  return { ...of, target, ...(of.fallback && { fallback: ofSameText(of.fallback) }) };
}

/** A path, a definition, or the name of a file. */
export async function findSubject(input: FormInput, subject: string): Promise<Subject | undefined> {
  if (subject === '') return wholeRepository(input);
  return (
    (await ofModule(input, subject)) ??
    (/[./]/.test(subject) ? await ofPath(input, subject) : undefined) ??
    (await ofSymbolOrFile(input, subject)) ??
    ofBareName(input, subject)
  );
}

/** "The search" is rather `models/search.rb` than what a library or a setting calls so. */
async function ofSymbolOrFile(input: FormInput, subject: string): Promise<Subject | undefined> {
  const symbol = await ofSymbol(input, subject);
  if (symbol && isOfCode(symbol)) return symbol;
  const file = await ofPath(input, subject, true);
  if (file && isOfCode(file)) return file;
  const found = await pathOfWords(subject, input);
  return found ? ofFound(found) : (symbol ?? file);
}

function isOfCode({ target: { paths } }: Subject): boolean {
  return paths.every((path) => roleOf(path) === 'code');
}

/** "The till module" is a folder of that name, such as `till` or `shop-till`, if there is one. */
async function ofModule(input: FormInput, subject: string): Promise<Subject | undefined> {
  // In capitals it is a module of the language, which has a definition.
  if (!/^[a-z\d_.-]+$/.test(subject) || !isCalledModule(input.question, subject)) return undefined;
  const ending = new RegExp(`(?:^|[-_.])${escapeRegex(subject)}$`, 'i');
  const isMeant = (name: string) => ending.test(name);
  const found: { searched: SearchedRepository; path: string; depth: number }[] = [];
  for (const searched of input.repositories) {
    for (const path of (await input.filesOf(searched)).keys()) {
      const folders = path.split('/').slice(0, -1);
      const depth = folders.findIndex(isMeant);
      if (depth >= 0) found.push({ searched, path: folders.slice(0, depth + 1).join('/'), depth });
    }
  }
  const [best] = found.toSorted((a, b) => a.depth - b.depth || roleRank(a.path) - roleRank(b.path));
  return best && ofFound({ ...best, kind: 'folder' });
}

function roleRank(path: string): number {
  return roleOf(`${path}/x`) === 'code' ? 0 : 1;
}

function isCalledModule(question: string, subject: string): boolean {
  const pattern = `(?:^|\\W)${escapeRegex(subject)}\\W{1,3}(?:module|package|folder|directory|crate)\\b`;
  return new RegExp(pattern, 'i').test(question);
}

/** "The jwk middleware" is what is named `jwk`. */
async function ofBareName(input: FormInput, subject: string): Promise<Subject | undefined> {
  const bare = subject.replace(CALLED, '');
  if (bare === subject || /\s/.test(bare)) return undefined;
  return (await ofSymbol(input, bare)) ?? ofPath(input, bare);
}

/** Who tells a story names what it is about. */
export async function ofNameIn(input: FormInput, story: string): Promise<Subject | undefined> {
  for (const name of codeNamesIn(story).slice(0, MAX_NAMES)) {
    const found = await ofSymbol(input, name);
    if (found) return found;
  }
  return undefined;
}

const CALLED = / (?:middleware|helper|plugin|backend|command|adapter|handler|component|support)$/i;

function wholeRepository(input: FormInput): Subject | undefined {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const reference = pathReference({ searched, path: '', kind: 'folder' });
  return { target: { searched, paths: [] }, name: codeSpan(searched.repo), reference };
}

async function ofPath(
  input: FormInput,
  subject: string,
  byStem = false,
): Promise<Subject | undefined> {
  const found = await findPath(subject, input, { byStem });
  return found && ofFound(found);
}

function ofFound(found: NamedPath): Subject {
  const { searched, path, kind } = found;
  const name = codeSpan(kind === 'folder' ? `${path}/` : path);
  return { target: { searched, paths: [path] }, name, reference: pathReference(found) };
}

async function ofSymbol(input: FormInput, subject: string): Promise<Subject | undefined> {
  const symbol = await findSymbol(subject, input);
  if (!symbol) return undefined;
  const { searched, passage } = symbol;
  const { path } = passage.file;
  const lines = { start: firstLine(passage), end: passage.end };
  const reference = pathReference({ searched, path, kind: 'file' });
  const file: Subject = { target: { searched, paths: [path] }, name: codeSpan(path), reference };
  return {
    target: { searched, paths: [path], lines },
    name: codeSpan(passage.name),
    word: passage.definition.name,
    file: codeSpan(path),
    reference,
    fallback: file,
    isLoose: /\s/.test(subject),
  };
}

const MAX_FILES = 3;

export function ofBestFiles({ hits }: FormInput, subject: string): Subject | undefined {
  const [best] = hits;
  if (!best) return undefined;
  const paths = hits
    .filter(({ repo }) => repo === best.repo)
    .map(({ found }) => found.path)
    .filter((path) => !isHistory(path) && !isChangelog(path))
    .slice(0, MAX_FILES);
  if (paths.length === 0) return undefined;
  const missing = isName(subject) ? `I found no ${codeSpan(subject)}. ` : '';
  const name = `the closest match (${paths.map(codeSpan).join(', ')})`;
  const reference = pathReference({ searched: best, path: paths[0] ?? '', kind: 'file' });
  return { target: { searched: best, paths }, name, reference, missing };
}

/** Compound names, as people write them in a sentence: `config.setup_event_loop()`. */
export function codeNamesIn(question: string): string[] {
  return question
    .split(/[\s,;()[\]{}]+/)
    .map((word) => word.replace(/^[`'"@$:]+|[`'".:?!]+$/g, ''))
    .filter((word) => /^[\w.:#]+$/.test(word) && !/^[\d.]+$/.test(word))
    .flatMap((word) => word.split(/[.:#]+/).at(-1) ?? [])
    .filter(
      (word) =>
        (/\w_\w|\p{Ll}\p{Lu}/u.test(word) && wordParts(word).length > 1) ||
        /^[a-z]{3,}\d{2,}$/.test(word),
    );
}

/** Of a story. */
const MAX_NAMES = 2;
