import type { IndexProgress } from '../../index/search-results.js';
import { formatNumber } from '../../markdown/counted.js';
import { codeBlock, codeSpan, escapeText } from '../../markdown/markdown.js';
import type { ClosestPlaces, Draft, NamedPlace, ShownCode, Statement } from './draft/draft.js';
import { namedPlaceLines } from './draft/named-place.js';
import { referenceLink } from './draft/reference.js';
import type { AbsentWords } from './unknown-words.js';

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
  /** Sentences about the search. */
  readonly notes: readonly string[];
  /** The question is not in English, or its answer should not be. */
  readonly otherLanguage?: boolean;
}

const MAX_UNKNOWN_WORDS = 5;
const MAX_NAMES_SHOWN = 5;

/**
 * Lays a draft out so that it fits one screen: what occurs nowhere, the answer, its lines of code, how it goes on,
 * where else to look, and a footer. Each statement ends with a link to its lines.
 */
export function draftAnswer(
  draft: Draft,
  scope: SearchScope,
  { unknown, names }: AbsentWords = { unknown: [], names: [] },
): string {
  const words = unknown.slice(0, MAX_UNKNOWN_WORDS).map(codeSpan).join(', ');
  const cite = citer(scope.commits.length > 1);
  return [
    ...(unknown.length > 0 ? [`I found no ${words}. Closest match:`] : []),
    ...blocksOf(draft, cite, unknown.length > 0 ? '' : GUESS),
    ...(draft.second ? secondBlocks(draft.second, cite) : []),
    ...(names.length > 0 ? [`No file contains ${oneOf(names)}.`] : []),
    ...scope.notes,
    ...unreadableNote(scope),
    ...partialNote(scope),
    footer(scope),
  ].join('\n\n');
}

const GUESS = 'Best guess: ';

interface Cite {
  (one: Statement): string;
  /** Lines of a list. */
  named(places: readonly NamedPlace[]): string[];
}

function blocksOf(draft: Draft, cite: Cite, guess = ''): string[] {
  const { statements, steps = [], code, places = [], diagram, links = [], named = [] } = draft;
  return [
    `${draft.isDoubtful ? guess : ''}${paragraph(statements, cite)}`,
    ...(code ? [shownCode(code)] : []),
    ...places.flatMap((place) => [cite(place.statement), shownCode(place.code)]),
    ...list(
      draft.stepsTitle,
      steps.map((step, n) => `${n + 1}. ${cite(step)}`),
    ),
    ...(diagram === undefined ? [] : [codeBlock('mermaid', diagram.split('\n'))]),
    ...list(draft.linksTitle, [...links.map((one) => `- ${cite(one)}`), ...cite.named(named)]),
  ];
}

function shownCode({ language, lines, isQuote }: ShownCode): string {
  if (isQuote) return quoted(lines);
  return codeBlock(language, dedent(lines));
}

/** Code is below the quote that announces it, as a block of its own. */
function quoted(lines: readonly string[]): string {
  return lines
    .map((line, n) => {
      if (isCodeBlock(line)) return `\n${line}${n === lines.length - 1 ? '' : '\n'}`;
      return line === '' ? '>' : `> ${line}`;
    })
    .join('\n');
}

function isCodeBlock(line: string): boolean {
  return line.startsWith('```') && line.includes('\n');
}

function secondBlocks({ question, draft }: Required<Draft>['second'], cite: Cite): string[] {
  const [first = '', ...others] = blocksOf(draft, cite);
  return [`**${escapeText(question)}** ${first}`, ...others];
}

/** A statement that is no whole sentence ends with its link. */
function paragraph(statements: readonly Statement[], cite: Cite): string {
  return statements
    .map((one, n) => {
      const isLast = n === statements.length - 1;
      return `${cite(one)}${isLast || /[.!?…]$/.test(one.markdown) ? '' : '.'}`;
    })
    .join(' ');
}

function list(title: string | undefined, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [...(title === undefined ? [] : [title]), items.join('\n')];
}

/** Adds the link; among several repositories also which one, where that changes. */
function citer(isOneOfSeveral: boolean): Cite {
  let said: string | undefined;
  const inRepo = (repo: string) => {
    const isNew = isOneOfSeveral && repo !== said;
    said = repo;
    return isNew ? ` in ${codeSpan(repo)}` : '';
  };
  const cite = ({ markdown, reference }: Statement) =>
    `${markdown} (${referenceLink(reference)}${inRepo(reference.repo)})`;
  return Object.assign(cite, {
    named: (places: readonly NamedPlace[]) => namedPlaceLines(places, inRepo),
  });
}

/** What a search looked for, and which proper names of that are in no file. */
interface SearchedWords {
  readonly keywords: readonly string[];
  readonly missing: readonly string[];
}

export function noResultsAnswer(
  scope: SearchScope,
  { keywords, missing }: SearchedWords,
  closest: ClosestPlaces = { places: [], others: [] },
): string {
  const where = searchedNames(scope.commits);
  const cite = citer(scope.commits.length > 1);
  const isFound = closest.guess !== undefined || closest.others.length > 0;
  const isNamed = (closest.named ?? []).length > 0;
  const found =
    !isFound && !isNamed
      ? [`I found nothing about this in ${where}.`]
      : missing.length > 0
        ? [
            `Nothing in ${where} fits this question well: no file contains ${oneOf(missing)}. The closest matches:`,
            fewOf(closest, cite),
          ]
        : closestBlocks(closest, `Nothing in ${where} fits this question well.`, cite);
  return [
    ...found,
    keywords.length > 0
      ? `I searched for ${keywords.map(codeSpan).join(', ')}. Try a function, file or setting name.`
      : NO_WORDS,
    ...scope.notes,
    ...unreadableNote(scope),
    ...partialNote(scope),
    footer(scope),
  ].join('\n\n');
}

function oneOf(words: readonly string[]): string {
  const shown = words.slice(0, MAX_UNKNOWN_WORDS).map(codeSpan);
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
}

/** Lines of code would say nothing about what is in no file. */
function fewOf({ guess, places, others, named = [] }: ClosestPlaces, cite: Cite): string {
  const statements = [...(guess ? [guess] : []), ...places].map(({ statement }) => statement);
  const lines = [...statements, ...others].slice(0, MAX_CLOSEST_SHOWN);
  const items = [
    ...lines.map((one) => `- ${cite(one)}`),
    ...(lines.length > 0 ? [] : cite.named(named)),
  ];
  return items.join('\n');
}

const MAX_CLOSEST_SHOWN = 3;

function closestBlocks(
  { guess, isWhole, places, others, named = [] }: ClosestPlaces,
  notEnough: string,
  cite: Cite,
): string[] {
  const lead = guess
    ? `${isWhole ? '' : `${notEnough} `}${GUESS}${cite(guess.statement)}`
    : `${notEnough} The closest matches:`;
  return [
    lead,
    ...(guess ? [shownCode(guess.code)] : []),
    ...places.flatMap((place) => [cite(place.statement), shownCode(place.code)]),
    ...list(guess ? 'Other matches:' : undefined, [
      ...others.map((one) => `- ${cite(one)}`),
      ...cite.named(named),
    ]),
  ];
}

const NO_WORDS =
  'The question has no words to search for. Ask about a name, a file or a behaviour.';

/** For "who uses it?", where nothing before says what "it" is. */
export function unclearAnswer(pronoun: string): string {
  return `I can't tell what the question means by “${pronoun}”. Name the function, class or file.`;
}

export function noWordsAnswer(notes: readonly string[]): string {
  return [NO_WORDS, ...notes].join('\n\n');
}

/** The footer says which. */
function searchedNames(commits: readonly SearchedCommit[]): string {
  if (commits.length > MAX_COMMITS_SHOWN) return `${commits.length} repositories`;
  return commits.map(({ repo }) => codeSpan(repo)).join(', ');
}

export function noRepositoryAnswer(
  names: readonly string[],
  known: readonly { readonly name: string }[],
): string {
  return `${unknownRepositories(names)}${searchable(known)}`;
}

/** Repositories that a question names, and that there are not. */
export function unknownRepositories(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, MAX_NAMES_SHOWN).map(codeSpan);
  return `No repository is named ${shown.join(' or ')}.`;
}

function searchable(known: readonly { readonly name: string }[]): string {
  const shown = known.slice(0, MAX_NAMES_SHOWN).map(({ name }) => codeSpan(name));
  const more = known.length > shown.length ? `, and ${known.length - shown.length} more` : '';
  return known.length > 0 ? ` I can search ${shown.join(', ')}${more}.` : '';
}

export function nothingLeftAnswer(known: readonly { readonly name: string }[]): string {
  return `\`-repo:\` leaves no repository to search.${searchable(known)}`;
}

/** The answer if no repository could be searched: each is unreadable, or has no commit. */
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

/** Asked what implements a type that no file has, whatever is like its name says nothing about it. */
export function noTypeAnswer(scope: SearchScope, name: string): string {
  return [
    `I found no ${codeSpan(name)} in ${searchedNames(scope.commits)}, so nothing that is based on it.`,
    ...scope.notes,
    ...unreadableNote(scope),
    ...partialNote(scope),
    footer(scope),
  ].join('\n\n');
}

/** About a quoted phrase or an expression of the question. */
export function missingTextNote(text: string): string {
  return `No file contains exactly ${codeSpan(text)}, so its words were searched.`;
}

/** About one for which the time was too short. */
export function unsearchedTextNote(text: string): string {
  return `I ran out of time searching all files for exactly ${codeSpan(text)}, so I searched for its words.`;
}

/** Where the text that is asked for has no words that a search could use instead. */
export function noExactTextAnswer(
  { commits, unreadable, partial }: SearchScope,
  terms: readonly { readonly text: string }[],
): string {
  const scope = { commits, unreadable, partial, notes: [] };
  const texts = terms.map(({ text }) => codeSpan(text)).join(' and ');
  return [
    `No file in ${searchedNames(commits)} contains exactly ${texts}.`,
    ...unreadableNote(scope),
    ...partialNote(scope),
    footer(scope),
  ].join('\n\n');
}

function unreadableNote({ unreadable }: SearchScope): string[] {
  if (unreadable.length === 0) return [];
  const each = unreadable.map(({ repo, problem }) => `${codeSpan(repo)}: ${problem}`);
  return [`I could not search ${each.join('; ')}.`];
}

function partialNote({ partial }: SearchScope): string[] {
  return partial.map(
    ({ repo, progress: { done, total } }) =>
      `I am still reading ${codeSpan(repo)}: ${formatNumber(done)} of ${formatNumber(total)} files so far. ` +
      'Ask again in a minute to search all of them.',
  );
}

function dedent(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth).slice(0, 300));
}

const MAX_COMMITS_SHOWN = 3;

/** Says that the answer is the result of a search only. */
function footer({ commits, otherLanguage }: SearchScope): string {
  const shown = commits
    .slice(0, MAX_COMMITS_SHOWN)
    .map(({ repo, commit }) => `${codeSpan(repo)} at ${codeSpan(commit.slice(0, 10))}`);
  const more = commits.length - shown.length;
  const what = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const scope = what ? ` Searched: ${what}.` : '';
  const english = otherLanguage
    ? ' It answers in English, and finds names in the code best, whatever the language of the question.'
    : '';
  return `*Found by search, without a model.*${english}${scope}`;
}
