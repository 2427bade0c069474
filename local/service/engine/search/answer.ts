import type { IndexProgress } from '../../index/search-results.js';
import { codeFenceLanguage } from '../../markdown/languages.js';
import { codeBlock, codeSpan, escapeText, link } from '../../markdown/markdown.js';
import { filePagePath } from '../../pages/paths.js';
import type { Excerpt } from './excerpts.js';

/** A repository that was searched, and at which commit. */
export interface SearchedCommit {
  readonly repo: string;
  readonly commit: string;
}

/** What was searched, and what git could not read. */
export interface SearchScope {
  readonly commits: readonly SearchedCommit[];
  readonly unreadable: readonly { readonly repo: string; readonly problem: string }[];
  /** Repositories of which only some files were searched, since the others are still being read. */
  readonly partial: readonly { readonly repo: string; readonly progress: IndexProgress }[];
  /** The question is not in English, or its answer should not be. */
  readonly otherLanguage?: boolean;
}

const MAX_UNKNOWN_WORDS = 5;

/** The answer: what occurs nowhere, a sentence that says where, the excerpts (best first), and a disclaimer. */
export function searchAnswer(
  excerpts: readonly [Excerpt, ...Excerpt[]],
  scope: SearchScope,
  unknown: readonly string[] = [],
): string {
  const [first] = excerpts;
  const heading = excerpts.length > 1 ? [`Top ${excerpts.length} matches:`] : [];
  const words = unknown.slice(0, MAX_UNKNOWN_WORDS).map(codeSpan).join(', ');
  return [
    ...(unknown.length > 0 ? [`I found no ${words}. These are the closest matches:`] : []),
    openingSentence(first, scope.commits.length > 1),
    ...heading,
    ...excerpts.map(renderExcerpt),
    ...unreadableNote(scope),
    ...partialNote(scope),
    disclaimer(scope),
  ].join('\n\n');
}

export function noResultsAnswer(scope: SearchScope, keywords: readonly string[]): string {
  const where = scope.commits.map(({ repo }) => codeSpan(repo)).join(', ');
  const words = keywords.map(codeSpan).join(', ');
  return [
    `I found nothing about this in ${where}.`,
    keywords.length > 0
      ? `I searched for ${words}. Try a function, file or setting name.`
      : 'The question has no words to search for. Ask about a name, a file or a behaviour.',
    ...unreadableNote(scope),
    ...partialNote(scope),
    disclaimer(scope),
  ].join('\n\n');
}

/** The answer if no repository could be searched: each is unreadable, or has no commit. */
export function noRepositoryAnswer(names: readonly string[]): string {
  return `No repository is named ${names.map(codeSpan).join(' or ')}.`;
}

export function nothingSearchedAnswer(
  repositories: readonly { readonly name: string }[],
  scope: SearchScope,
): string {
  if (repositories.length === 0) {
    return 'This service has no repository to search. Start it with the path of one.';
  }
  const empty = repositories
    .filter(({ name }) => !scope.unreadable.some(({ repo }) => repo === name))
    .map(({ name }) => codeSpan(name));
  const have = empty.length > 1 ? 'have' : 'has';
  const note = `${empty.join(', ')} ${have} no commits yet, so there is nothing to search. Commit something and ask again.`;
  return [...unreadableNote(scope), ...(empty.length > 0 ? [note] : [])].join('\n\n');
}

function unreadableNote({ unreadable }: SearchScope): string[] {
  if (unreadable.length === 0) return [];
  const each = unreadable.map(({ repo, problem }) => `${codeSpan(repo)}: ${problem}`);
  return [`I could not search ${each.join('; ')}.`];
}

function partialNote({ partial }: SearchScope): string[] {
  return partial.map(
    ({ repo, progress: { done, total } }) =>
      `I am still reading ${codeSpan(repo)}: ${counted(done)} of ${counted(total)} files so far. ` +
      'Ask again in a minute to search all of them.',
  );
}

function counted(n: number): string {
  return n.toLocaleString('en');
}

function openingSentence(excerpt: Excerpt, isOneOfSeveral: boolean): string {
  const definition = excerpt.namedDefinition ?? excerpt.enclosing.at(-1);
  const where = excerpt.namedDefinition
    ? linesLink(excerpt, excerpt.namedDefinition.line)
    : linesLink(excerpt, excerpt.start, excerpt.end);
  const inRepo = isOneOfSeveral ? ` of ${codeSpan(excerpt.repo)}` : '';
  const summary = excerpt.docSummary ? ` Its docs: “${escapeText(excerpt.docSummary)}”` : '';
  if (excerpt.namedDefinition) {
    return `${codeSpan(qualifiedName(excerpt))} is ${article(excerpt.namedDefinition.kind)} in ${where}${inRepo}.${summary}`;
  }
  if (!definition) return `Best match: ${where}${inRepo}.`;
  const inside = `${definition.kind} ${codeSpan(qualifiedName(excerpt))}`;
  return `Best match: ${inside} in ${where}${inRepo}.${summary}`;
}

function renderExcerpt(excerpt: Excerpt, n: number): string {
  const name =
    excerpt.namedDefinition || excerpt.enclosing.length > 0
      ? `${codeSpan(qualifiedName(excerpt))} · `
      : '';
  const lead = `**${n + 1}.** ${name}${linesLink(excerpt, excerpt.start, excerpt.end)}`;
  return `${lead}\n\n${codeBlock(codeFenceLanguage(excerpt.path), dedent(excerpt.lines))}`;
}

function linesLink(excerpt: Excerpt, start: number, end = start): string {
  const range = end > start ? `${start}–${end}` : String(start);
  const text = escapeText(`${excerpt.path}:${range}`);
  return link(
    text,
    filePagePath({ repo: excerpt.repo, rev: excerpt.commit, path: excerpt.path }, { start, end }),
  );
}

/** Such as `Session.send`; in a document the innermost heading. */
export function qualifiedName({
  namedDefinition,
  enclosing,
}: Pick<Excerpt, 'namedDefinition' | 'enclosing'>): string {
  const around = namedDefinition
    ? enclosing.filter(
        ({ line, depth }) => line < namedDefinition.line && depth < namedDefinition.depth,
      )
    : enclosing;
  const names = [...around, ...(namedDefinition ? [namedDefinition] : [])];
  const last = names.at(-1);
  if (!last || last.kind === 'section') return last?.name ?? '';
  return names.map(({ name }) => name).join('.');
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function dedent(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth).slice(0, 300));
}

/** Says that the answer is the result of a search only. */
function disclaimer({ commits, otherLanguage }: SearchScope): string {
  const what = commits
    .map(({ repo, commit }) => `${codeSpan(repo)} at ${codeSpan(commit.slice(0, 10))}`)
    .join(', ');
  const scope = what ? ` Searched: ${what}.` : '';
  const english = otherLanguage
    ? ' It answers in English, and finds names in the code best, whatever the language of the question.'
    : '';
  return `*Found by search, without a model.*${english}${scope}`;
}
