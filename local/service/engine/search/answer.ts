import type { IndexProgress } from '../../index/search-results.js';
import { codeBlock, codeSpan } from '../../markdown/markdown.js';
import type { Draft, Statement } from './draft/draft.js';
import { referenceLink } from './draft/reference.js';

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

/**
 * Lays a draft out: what occurs nowhere, the answer, how it goes on, one piece of code, where else to look,
 * and a disclaimer. Each statement ends with a link to its lines.
 */
export function draftAnswer(
  { statements, steps = [], code, diagram, links = [] }: Draft,
  scope: SearchScope,
  unknown: readonly string[] = [],
): string {
  const words = unknown.slice(0, MAX_UNKNOWN_WORDS).map(codeSpan).join(', ');
  return [
    ...(unknown.length > 0 ? [`I found no ${words}. These are the closest matches:`] : []),
    statements.map(withLink).join(' '),
    ...(steps.length > 0 ? [steps.map((step, n) => `${n + 1}. ${withLink(step)}`).join('\n')] : []),
    ...(code ? [codeBlock(code.language, dedent(code.lines))] : []),
    ...(diagram === undefined ? [] : [codeBlock('mermaid', diagram.split('\n'))]),
    ...(links.length > 0 ? [links.map((one) => `- ${withLink(one)}`).join('\n')] : []),
    ...unreadableNote(scope),
    ...partialNote(scope),
    disclaimer(scope),
  ].join('\n\n');
}

function withLink({ markdown, reference }: Statement): string {
  return `${markdown} (${referenceLink(reference)})`;
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
