import type { Engine, EngineAnswer, EngineContext } from '../../conversation/engine.js';
import {
  asksForOtherLanguage,
  searchableContext,
  withoutMasks,
} from '../../conversation/prompt.js';
import type { Repository } from '../../git/repository.js';
import {
  buildQuery,
  type Query,
  type QueryContext,
  REPOSITORY_NAME_WEIGHT,
  type WeightedTerm,
} from '../../index/query.js';
import type { SearchIndex } from '../../index/search-index.js';
import { termsOf } from '../../index/terms.js';
import type { CandidatesOf } from '../../tools/candidates.js';
import type { CallNavigator } from '../../tools/navigator.js';
import type { FilesOf } from '../../tools/snapshot-files.js';
import { ToolError } from '../../tools/tool.js';
import {
  draftAnswer,
  missingTextNote,
  noRepositoryAnswer,
  noResultsAnswer,
  nothingLeftAnswer,
  nothingSearchedAnswer,
  noWordsAnswer,
  type SearchScope,
  unknownRepositories,
} from './answer.js';
import type { Draft } from './draft/draft.js';
import { resolveFollowup } from './earlier.js';
import { lookUpDeadline } from './facts/look-up.js';
import type { FormInput } from './forms/form.js';
import { matchesOf } from './forms/matches.js';
import { type WrittenDraft, writeDraft } from './forms/write-draft.js';
import type { FileLimits } from './passages/file-limits.js';
import { type Findings, find, findIn } from './passages/find.js';
import { readSourceFile, type SourceFile } from './passages/source-file.js';
import {
  fileLimits,
  filterNotes,
  type QuestionFilters,
  readQuestionFilters,
} from './question-filters.js';
import {
  isGreeting,
  questionKind,
  questionsIn,
  saysNothing,
  searchedText,
  withoutRepositoryName,
} from './question-kind.js';
import { aboutRepository } from './question-kinds/project.js';
import { scopeOfQuestion } from './question-scope.js';
import { sourcesOf } from './sources.js';
import { unknownWords } from './unknown-words.js';

export interface SearchEngineDependencies {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
  readonly navigator: CallNavigator;
  readonly filesOf: FilesOf;
  readonly candidatesOf?: CandidatesOf;
}

/** Answers questions without keywords, such as "what is this repository about?". */
const DEFAULT_QUERY = 'readme';
const MAX_KEYWORDS_REPORTED = 12;
const MAX_KEYWORD_LENGTH = 80;

/** Answers with what a search in the repositories finds, at their current heads. */
export function createSearchEngine(dependencies: SearchEngineDependencies): Engine {
  return (message, context) =>
    answerScoped(message, dependencies, context).catch((error: unknown) => {
      // What a filter or an expression of the question asks for is impossible.
      if (error instanceof ToolError) return withoutSources(error.message);
      throw error;
    });
}

async function answerScoped(
  message: string,
  dependencies: SearchEngineDependencies,
  context: EngineContext,
): Promise<EngineAnswer> {
  const scope = scopeOfQuestion(message, dependencies.repositories, context);
  const { question, repositories, unknown, leavesNone } = scope;
  if (leavesNone) return withoutSources(nothingLeftAnswer(dependencies.repositories));
  if (repositories.length === 0 && unknown.length > 0) {
    return withoutSources(noRepositoryAnswer(unknown, dependencies.repositories));
  }
  const filters = readQuestionFilters(question);
  const limits = await fileLimits(filters);
  const notes = [
    ...(unknown.length > 0 ? [unknownRepositories(unknown)] : []),
    ...filterNotes(filters),
  ];
  if (isEmpty(question, filters)) return withoutSources(noWordsAnswer(notes));
  const [text, further] = questionsIn(filters.text);
  const asked = { filters, repositories, limits, notes, files: new Map() };
  if (further !== undefined) {
    const parts = [text, further].map((one) => ({ ...asked, question: one, text: one }));
    const both = await twoAnswers(parts, dependencies, context);
    if (both) return both;
  }
  const whole = { ...asked, question, text: filters.text };
  const main = await answerPart(whole, dependencies, context);
  return 'answer' in main ? main : answerOf(main.written, main);
}

function isEmpty(question: string, { text, filters, exact, ignored }: QuestionFilters): boolean {
  if (text === '') return filters.length === 0 && ignored.length > 0;
  return exact.length === 0 && (isGreeting(question) || saysNothing(text));
}

/** What `searched` names may be out of date. */
function withoutSources(answer: string, searched: readonly string[] = []): EngineAnswer {
  return { answer, sources: [], searched };
}

/** One below the other; undefined if the question is better answered as a whole. */
async function twoAnswers(
  [first, further]: readonly Part[],
  dependencies: SearchEngineDependencies,
  context: EngineContext,
): Promise<EngineAnswer | undefined> {
  if (!first || !further) return undefined;
  const main = await answerPart(first, dependencies, context);
  if ('answer' in main) return undefined;
  const second = await secondDraft(further, main, { dependencies, context });
  if (!second || isSameLead(second.draft, main.written.draft)) return undefined;
  // A guess is better at all of the question than at a part of it, unless the rest is sure of what it is about.
  if (main.written.draft.isDoubtful && second.kind === 'explanation') return undefined;
  return answerOf({ ...main.written, draft: withSecond(main.written.draft, second) }, main);
}

function isSameLead({ statements: [a] }: Draft, { statements: [b] }: Draft): boolean {
  return a.reference.link === b.reference.link;
}

interface Part {
  /** As it was asked. */
  readonly question: string;
  /** Without filters. */
  readonly text: string;
  readonly repositories: readonly Repository[];
  readonly filters: QuestionFilters;
  readonly limits: FileLimits | undefined;
  /** Sentences about them. */
  readonly notes: readonly string[];
  /** Those that were read for other parts of the message. */
  readonly files: ReadFiles;
}

/** By repository, commit, object and path. */
type ReadFiles = Map<string, Promise<SourceFile>>;

interface AnsweredPart extends AnswerContext {
  readonly written: WrittenDraft;
}

/** The draft of an answer to one question; an answer of its own if nothing was found. */
async function answerPart(
  { question, text, repositories, filters, limits, notes, files }: Part,
  dependencies: SearchEngineDependencies,
  context: EngineContext,
): Promise<AnsweredPart | EngineAnswer> {
  const { index, navigator, candidatesOf } = dependencies;
  const names = repositories.flatMap(namesOf);
  const asks = aboutRepository(withoutRepositoryName(questionKind(text), names), names);
  const asked = queryOf(searchedText(text, asks), context);
  const keywords = reportedKeywords(asked);
  if (keywords.length > 0) context.report(`Looking for ${keywords.join(', ')}`);
  const { query, findings } = await findBest(asked, {
    repositories,
    index,
    candidatesOf,
    context,
    limits,
  });
  const scope = searchScope(findings, { query, context, notes });
  if (findings.searched.length === 0) {
    return withoutSources(
      nothingSearchedAnswer(repositories, scope),
      repositories.map(({ name }) => name),
    );
  }
  const { searched, hits } = findings;
  const reading = readers(dependencies, { context, limits, files });
  const phrases = filters.exact.flatMap((one) => (one.isRegex ? [] : [one.text]));
  const found = { question, query, phrases, repositories: searched, hits };
  const input = { ...found, navigator, context, ...reading };
  const written = await writeDraft(input, asks);
  if (!written) {
    const closest = await matchesOf({ ...input, hits: findings.closest });
    return withoutSources(
      noResultsAnswer(scope, keywords, closest),
      searched.map(({ repo }) => repo),
    );
  }
  return { written, findings, query, scope };
}

/** With less weight on the repository's own name, if that finds anything. */
async function findBest(
  asked: Query,
  search: Omit<Parameters<typeof find>[0], 'query'>,
): Promise<{ query: Query; findings: Findings }> {
  const focused = withWeakNames(asked, search.repositories);
  const findings = await find({ ...search, query: focused });
  if (focused === asked || findings.hits.length > 0) return { query: focused, findings };
  return { query: asked, findings: await find({ ...search, query: asked }) };
}

const MAX_STEPS_OF_TWO = 3;
const MAX_LINKS_OF_TWO = 2;
/** In one message, "it" is what the first half is about. */
const MAX_OWN_WORDS = 8;
const MIN_KEYWORDS = 2;

interface SecondAnswer extends NonNullable<Draft['second']> {
  readonly kind: WrittenDraft['kind'];
}

/** "… and why was it added?": what the first answer is about is what "it" means. */
async function secondDraft(
  part: Part,
  { written, findings, query, scope }: AnsweredPart,
  { dependencies, context }: { dependencies: SearchEngineDependencies; context: EngineContext },
): Promise<SecondAnswer | undefined> {
  const { answer, sources } = answerOf(written, { findings, query, scope });
  const before = { question: part.question, answer, sources: sources ?? [] };
  const text = resolveFollowup(part.text, [before], MAX_OWN_WORDS);
  // "How is that read?" says nothing by itself.
  const isVague = text === part.text && buildQuery(text).keywords.length < MIN_KEYWORDS;
  // A guess is better at all of the question than at a part of it, unless the rest is sure of what it is about.
  if ((isVague || written.draft.isDoubtful) && questionKind(text).kind === 'explanation')
    return undefined;
  const answered = await answerPart({ ...part, text, question: text }, dependencies, context);
  // A guess at what half of a question means is worse than an answer to all of it.
  if ('answer' in answered || answered.written.draft.isDoubtful) return undefined;
  const { draft, kind } = answered.written;
  return { question: sentenceLike(part.text), draft: shortened(draft), kind };
}

/** Two answers have to fit one screen. */
function withSecond(first: Draft, { question, draft }: SecondAnswer): Draft {
  return { ...shortened(first), second: { question, draft } };
}

function shortened({ links = [], steps = [], places: _, named: __, ...draft }: Draft): Draft {
  const room = Math.max(0, MAX_STEPS_OF_TWO - steps.length);
  return {
    ...draft,
    steps: steps.slice(0, MAX_STEPS_OF_TWO),
    links: links.slice(0, Math.min(room, MAX_LINKS_OF_TWO)),
  };
}

function sentenceLike(text: string): string {
  const plain = text.trim().replace(/[?.!\s]+$/, '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}?`;
}

interface Reading {
  readonly context: EngineContext;
  readonly limits: FileLimits | undefined;
  readonly files: ReadFiles;
}

/** Reads each file once per message, and reports it; nothing outside of the limits is found. */
function readers(
  { index, filesOf, candidatesOf }: SearchEngineDependencies,
  { context, limits, files }: Reading,
): Pick<FormInput, 'read' | 'search' | 'filesOf' | 'candidatesOf' | 'deadline'> {
  return {
    read({ repository, repo, commit, found: { path, objectId } }) {
      const key = `${repo} ${commit} ${objectId} ${path}`;
      const known = files.get(key);
      if (known) return known;
      context.stats({ tool_calls: 1 });
      context.report(`Read ${path}`);
      const file = readSourceFile({ repository, commit, path, objectId });
      files.set(key, file);
      file.catch(() => files.delete(key));
      return file;
    },
    search: async (query, within) => {
      const hits = await findIn(within, { index, query });
      return limits ? hits.filter(({ found }) => limits.matchesFile(found.path)) : hits;
    },
    ...(candidatesOf && { candidatesOf }),
    deadline: lookUpDeadline(),
    filesOf: async (snapshot) => {
      const all = await filesOf(snapshot);
      return limits ? new Map([...all].filter(([path]) => limits.matchesFile(path))) : all;
    },
  };
}

interface AnswerContext {
  readonly findings: Findings;
  readonly query: Query;
  readonly scope: SearchScope;
}

function answerOf(
  { draft, kind }: WrittenDraft,
  { findings, query, scope }: AnswerContext,
): EngineAnswer {
  // The other forms answer about their subject, whatever else the question says.
  const unknown = kind === 'explanation' ? unknownWords(query, findings.missing) : [];
  return {
    answer: draftAnswer(draft, scope, unknown),
    sources: sourcesOf(findings.hits, draft),
    ...(draft.followups && { suggested_followups: draft.followups }),
  };
}

function queryOf(question: string, context: EngineContext): Query {
  const asked = buildQuery(question, queryContext(context));
  return asked.terms.length > 0 ? asked : buildQuery(DEFAULT_QUERY);
}

/** What people call it in a sentence. */
function namesOf({ name, folderName }: Repository): string[] {
  return [name, name.split('/').at(-1) ?? name, folderName];
}

/** The name of the only repository says little about any of its files: "how does flask sign the session?" */
function withWeakNames(query: Query, repositories: readonly Repository[]): Query {
  const [only, another] = repositories;
  if (!only || another) return query;
  const ofName = new Set([only.name.split('/').at(-1) ?? '', only.folderName].flatMap(termsOf));
  const others = query.terms.filter(({ term }) => !ofName.has(term));
  if (others.length === 0 || others.length === query.terms.length) return query;
  const weak = (one: WeightedTerm) =>
    ofName.has(one.term) ? { ...one, weight: REPOSITORY_NAME_WEIGHT } : one;
  return { ...query, terms: query.terms.map(weak) };
}

function reportedKeywords({ keywords }: Query): string[] {
  return keywords
    .filter((keyword) => keyword.length <= MAX_KEYWORD_LENGTH)
    .slice(0, MAX_KEYWORDS_REPORTED);
}

interface Asked {
  readonly query: Query;
  readonly context: EngineContext;
  readonly notes: readonly string[];
}

function searchScope(findings: Findings, { query, context, notes: asked }: Asked): SearchScope {
  const { searched, unreadable, partial, missingText } = findings;
  const otherLanguage = query.language !== undefined || asksForOtherLanguage(context.added);
  const notes = [...missingText.map(missingTextNote), ...asked];
  return { commits: searched, unreadable, partial, otherLanguage, notes };
}

function queryContext({ history, added }: EngineContext): QueryContext {
  const files = history.flatMap(({ sources }) =>
    sources.flatMap(({ label }) => label.split(' · ')[1] ?? []),
  );
  const questions = history.map(({ question }) => withoutMasks(question));
  return { questions, files, added: searchableContext(added) };
}
