import type { Engine, EngineAnswer, EngineContext } from '../../conversation/engine.js';
import { asksForOtherLanguage, searchableContext } from '../../conversation/prompt.js';
import type { Repository } from '../../git/repository.js';
import { buildQuery, type Query } from '../../index/query.js';
import type { SearchIndex } from '../../index/search-index.js';
import type { CandidatesOf } from '../../tools/candidates.js';
import type { CallNavigator } from '../../tools/navigator.js';
import type { FilesOf } from '../../tools/snapshot-files.js';
import { ToolError } from '../../tools/tool.js';
import {
  draftAnswer,
  missingTextNote,
  noExactTextAnswer,
  noRepositoryAnswer,
  noResultsAnswer,
  noTypeAnswer,
  nothingLeftAnswer,
  nothingSearchedAnswer,
  noWordsAnswer,
  type SearchScope,
  unclearAnswer,
  unknownRepositories,
  unsearchedTextNote,
} from './answer.js';
import { namesOf, queryOf, withWeakNames } from './asked-query.js';
import type { Draft } from './draft/draft.js';
import { newsIn } from './draft/news.js';
import { resolveFollowup } from './earlier.js';
import { readers } from './file-readers.js';
import { filterNotes } from './filter-notes.js';
import { exactText } from './forms/exact-text.js';
import type { FormInput } from './forms/form.js';
import { matchesOf } from './forms/matches.js';
import { namedRoute } from './forms/named-route.js';
import { type WrittenDraft, writeDraft } from './forms/write-draft.js';
import type { FileLimits } from './passages/file-limits.js';
import { type Findings, find } from './passages/find.js';
import { fileLimits, type QuestionFilters, readQuestionFilters } from './question-filters.js';
import {
  isGreeting,
  namesNothing,
  questionKind,
  questionsIn,
  saysNothing,
  searchedText,
  withoutRepositoryName,
} from './question-kind.js';
import { aboutRepository } from './question-kinds/project.js';
import type { QuestionKind, SubtypesQuestion } from './question-kinds/rule.js';
import { scopeOfQuestion } from './question-scope.js';
import { sourcesOf } from './sources.js';
import { absentWords, missingProperNames, unknownWords, withNearNames } from './unknown-words.js';

export interface SearchEngineDependencies {
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
  readonly navigator: CallNavigator;
  readonly filesOf: FilesOf;
  readonly candidatesOf?: CandidatesOf;
}

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
    ...(await filterNotes(filters)),
  ];
  if (isEmpty(question, filters)) return withoutSources(noWordsAnswer(notes));
  const [text, further] = questionsIn(filters.text);
  const asked = { filters, repositories, limits, notes };
  if (further !== undefined) {
    const parts = [text, further].map((one) => ({ ...asked, question: one, text: one }));
    const both = await twoAnswers(parts, dependencies, context);
    if (both) return both;
  }
  // "How long is it valid, and which property sets that?": the line with the value says both.
  const ofValue = further === undefined && text !== filters.text;
  const alone =
    ofValue && (await answerPart({ ...asked, question: text, text }, dependencies, context));
  if (alone && 'written' in alone && alone.written.kind === 'value')
    return answerOf(alone.written, alone);
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
  const second = await secondDraft([first, further], main, { dependencies, context });
  if (!second) return undefined;
  if (second.kind === 'history' && main.written.kind === 'history') {
    const news = newsIn(second.draft, main.written.draft);
    const draft = news ? withSecond(main.written, { ...second, draft: news }) : main.written.draft;
    return answerOf({ ...main.written, draft }, main);
  }
  if (isSameLead(second.draft, main.written.draft)) return undefined;
  // The lines that use it say when it runs; what it does says nothing of that.
  if (
    main.written.kind === 'usages' &&
    second.kind === 'explanation' &&
    ASKS_WHEN.test(further.text)
  )
    return answerOf(main.written, main);
  // A guess is better at all of the question than at a part of it, unless the rest is sure of what it is about.
  if (main.written.draft.isDoubtful && second.kind === 'explanation') return undefined;
  return answerOf({ ...main.written, draft: withSecond(main.written, second) }, main);
}

const ASKS_WHEN = /^\W*(?:when|(?:in|on|under|at) (?:which|what))\b/i;

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
  /** Whether a misspelled name was replaced: once is enough. */
  readonly isRespelled?: boolean;
}

interface AnsweredPart extends AnswerContext {
  readonly written: WrittenDraft;
}

/** The draft of an answer to one question; an answer of its own if nothing was found. */
async function answerPart(
  part: Part,
  dependencies: SearchEngineDependencies,
  context: EngineContext,
): Promise<AnsweredPart | EngineAnswer> {
  const { question, text, repositories, filters, limits, notes } = part;
  const { index, navigator, candidatesOf } = dependencies;
  const names = repositories.flatMap(namesOf);
  const kind = aboutRepository(withoutRepositoryName(questionKind(text), names), names);
  const { commits } = filters;
  const asks = commits && kind.kind === 'history' ? { ...kind, commits } : kind;
  if (namesNothing(asks, text) && searchableContext(context.added) === '') {
    return withoutSources(unclearAnswer(asks.subject));
  }
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
  const mayBeMisspelled = !MAY_BE_GONE.has(asks.kind) && !part.isRespelled;
  const respelled = mayBeMisspelled ? withNearNames(text, findings.nearNames) : undefined;
  if (respelled) {
    const { text: question, note } = respelled;
    const further = { question, text: question, notes: [...notes, note], isRespelled: true };
    return answerPart({ ...part, ...further }, dependencies, context);
  }
  const scope = searchScope(findings, { query, context, notes });
  if (findings.searched.length === 0) {
    return withoutSources(
      nothingSearchedAnswer(repositories, scope),
      repositories.map(({ name }) => name),
    );
  }
  const { searched, hits } = findings;
  const reading = readers(dependencies, { context, limits });
  const phrases = filters.exact.flatMap((one) => (one.isRegex ? [] : [one.text]));
  const absentNames = missingProperNames(query, findings.missing);
  const found = { question, query, absentNames, phrases, repositories: searched, hits };
  const input = { ...found, navigator, context, ...reading };
  const isWordless = filters.isExactOnly && buildQuery(text).terms.length === 0;
  const written =
    (await inExactLines(input, filters)) ??
    (isWordless ? undefined : await writeDraft(input, asks));
  if (isWordless && !written) return withoutSources(noExactTextAnswer(scope, filters.exact));
  if (isUnknownType(asks, written, unknownWords(query, findings.missing))) {
    const answer = noTypeAnswer(scope, asks.subject);
    return withoutSources(
      answer,
      searched.map(({ repo }) => repo),
    );
  }
  if (!written) {
    const route = await namedRoute(input);
    if (route) return { written: { draft: route, kind: 'list' }, findings, query, scope };
    const closest = await matchesOf({ ...input, hits: findings.closest });
    return withoutSources(
      noResultsAnswer(scope, { keywords, missing: absentNames }, closest),
      searched.map(({ repo }) => repo),
    );
  }
  return { written, findings, query, scope };
}

/** What implements a type that no file has: the form about types found nothing. */
function isUnknownType(
  asks: QuestionKind,
  written: WrittenDraft | undefined,
  unknown: readonly string[],
): asks is SubtypesQuestion {
  const isAnswered = written !== undefined && written.kind !== 'explanation';
  return asks.kind === 'subtypes' && !isAnswered && unknown.includes(asks.subject);
}

/** These ask about what may not be there, or no longer. */
const MAY_BE_GONE: ReadonlySet<QuestionKind['kind']> = new Set(['existence', 'history']);

async function inExactLines(
  input: FormInput,
  { exact, isExactOnly }: QuestionFilters,
): Promise<WrittenDraft | undefined> {
  const draft = isExactOnly ? await exactText(input, exact) : undefined;
  return draft && { draft, kind: 'list' };
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
const MAX_USES_OF_TWO = 6;
/** In one message, "it" is what the first half is about. */
const MAX_OWN_WORDS = 8;
const MIN_KEYWORDS = 2;

interface SecondAnswer extends NonNullable<Draft['second']> {
  readonly kind: WrittenDraft['kind'];
}

/** "… and why was it added?": what the first answer is about is what "it" means. */
async function secondDraft(
  [first, part]: readonly [Part, Part],
  { written, findings, query, scope }: AnsweredPart,
  { dependencies, context }: { dependencies: SearchEngineDependencies; context: EngineContext },
): Promise<SecondAnswer | undefined> {
  const { answer, sources } = answerOf(written, { findings, query, scope });
  const before = { question: first.question, answer, sources: sources ?? [] };
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
function withSecond(first: WrittenDraft, { question, draft }: SecondAnswer): Draft {
  // There, the list is the answer.
  const most = first.kind === 'usages' ? MAX_USES_OF_TWO : MAX_LINKS_OF_TWO;
  return { ...shortened(first.draft, most), second: { question, draft } };
}

function shortened(
  { links = [], steps = [], places: _, named: __, ...draft }: Draft,
  mostLinks = MAX_LINKS_OF_TWO,
): Draft {
  const room = Math.max(0, MAX_STEPS_OF_TWO - steps.length);
  return {
    ...draft,
    steps: steps.slice(0, MAX_STEPS_OF_TWO),
    links: links.slice(0, steps.length > 0 ? Math.min(room, mostLinks) : mostLinks),
  };
}

function sentenceLike(text: string): string {
  const plain = text.trim().replace(/[?.!\s]+$/, '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}?`;
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
  const isGuess = draft.isDoubtful === true;
  const absent = kind === 'explanation' ? absentWords(query, findings.missing, isGuess) : undefined;
  return {
    answer: draftAnswer(draft, scope, absent),
    sources: sourcesOf(findings.hits, draft),
    ...(draft.followups && { suggested_followups: draft.followups }),
  };
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
  const { searched, unreadable, partial, missingText, unsearchedText } = findings;
  const otherLanguage = query.language !== undefined || asksForOtherLanguage(context.added);
  const notes = [
    ...missingText.map(missingTextNote),
    ...unsearchedText.map(unsearchedTextNote),
    ...asked,
  ];
  return { commits: searched, unreadable, partial, otherLanguage, notes };
}
