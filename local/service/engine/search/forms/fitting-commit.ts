import { buildQuery, type Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { escapeText } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { Statement } from '../draft/draft.js';
import { type DiffTerms, diffTerms } from '../facts/commit-diffs.js';
import { type Change, changeLogOf, commitReference, isBot } from '../facts/commit-log.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { commitsBetween, releasesOf, tagsAround } from '../facts/releases.js';
import type { SearchedRepository } from '../passages/find.js';
import { versionRangeIn } from '../question-kinds/asked-versions.js';
import { withoutPastTail } from '../question-kinds/past.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import { isThing } from '../question-kinds/subject.js';
import { relatedTo } from '../text/related-words.js';
import { type FittingEntry, fittingEntries, isQuoted } from './fitting-entries.js';
import type { FormInput } from './form.js';
import { statedReason } from './history-statements.js';
import { sharesOf } from './term-shares.js';

const DONE =
  '(?:fixed|repaired|solved|resolved|changed|added|introduced|removed|dropped|renamed|implemented|built|made|wrote|did)';
/** A part of a question asks for a commit by what it did, in other words than names of the code. */
const ASKS_FOR_COMMIT = new RegExp(
  [
    `\\bwho (?:\\w+ )?${DONE}\\b`,
    '\\b(?:which|what) (?:commit|pr|pull request|mr|merge request)\\b',
    `\\b(?:which|what) (?:version|release)\\b.{0,60}\\b${DONE}\\b`,
    `\\b${DONE}\\b.{0,60}\\b(?:which|what) (?:version|release)\\b`,
    "\\b(?:that(?:['’]s| is| was|s)|it(?:['’]s| is| was)|been|got) (?:now |since |finally |meanwhile )?(?:fixed|repaired|solved)\\b",
  ].join('|'),
  'i',
);

/** What asks for a commit, and says nothing about it. */
const ASKING = /\b(?:which|what) (?:commit|pr|pull request|mr|merge request|version|release)\b/gi;

/** Of the newest commits. */
const MAX_COMMITS = 8_000;
/** Of the question's words, weighted by how rare they are. */
const MIN_SHARE = 0.4;
const MANY_TERMS = 7;
const MIN_SHARE_OF_STORY = 0.03;
const MIN_TERMS = 2;
/** Next to a word of the title. */
const BODY_FACTOR = 0.6;
const MAX_BODY = 2_000;
const MAX_TITLE_LENGTH = 160;

/** The newest commit whose message has most of a question that asks for one; nothing if none has much of it. */
export async function fittingCommit(input: FormInput): Promise<Statement | undefined> {
  const asked = plainQuestion(input.question);
  if (input.hits.length === 0 || !ASKS_FOR_COMMIT.test(asked)) return undefined;
  const changes = await newestChanges(input);
  const terms = tellingTerms(input.query, asked);
  const [best] = fittingFirst(changes, judgeOf(changes, terms), { minShare: MIN_SHARE });
  return best && { markdown: told(best.change), reference: commitReference(best.change) };
}

export interface FittingCommits {
  readonly bestFirst: readonly Change[];
  /** The same, in the order of the log. */
  readonly newestFirst: readonly Change[];
  /** How much the message of the best one has of the question, less for older ones, from 0 to 1. */
  readonly share: number;
  /** How much it has of it, however old it is. */
  readonly undatedShare: number;
  /** The share of any commit. */
  readonly shareOf: (change: Change) => number;
  /** What changelogs say of it, best first. */
  readonly entries: readonly FittingEntry[];
}

/**
 * The commits whose messages have most of what is asked about; none if no message has much of it. Whoever asks what
 * changed means lately: of two messages that say the same, the newer one is meant.
 */
export async function fittingCommits(
  input: FormInput,
  { wanted, subject, isOnce }: Pick<HistoryQuestion, 'wanted' | 'subject' | 'isOnce'>,
): Promise<FittingCommits> {
  const changes = await newestChanges(input);
  const isLately =
    (wanted === 'changes' && !isOnce) || /\b(?:now|just|recently|lately)\b/i.test(input.question);
  // Who tells a story says more than a message does.
  const { terms } =
    wanted === 'changes'
      ? buildQuery(
          withoutAsking(isOnce ? withoutPastTail(plainQuestion(input.question)) : input.question),
        )
      : input.query;
  const isStory =
    wanted === 'changes' && (isOnce || terms.length > MANY_TERMS || !isThing(subject));
  const searched = bestRepository(input);
  const asked = new Set(terms.map(({ term }) => term));
  // Its author may have said in other words what the changed lines say.
  const diffs =
    isStory && !isOnce && searched
      ? await diffTerms(searched, asked, toolContext(input))
      : NO_DIFFS;
  const halvedAfterMs = isLately ? HALVED_AFTER_MS : Number.POSITIVE_INFINITY;
  const released = wanted === 'changes' && searched ? await releasedIn(input, searched) : undefined;
  const entries = wanted === 'changes' ? await fittingEntries(input, terms) : [];
  const [entry] = isStory ? entries.filter(isQuoted) : [];
  const judge = judgeOf(changes, terms, {
    halvedAfterMs,
    diffs,
    entry,
    isStory,
    isOnce: isOnce === true,
    isBeginning: BEGINS.test(input.question),
    ...released,
  });
  const found = fittingFirst(changes, judge, isStory ? LEAST_OF_STORY : { minShare: MIN_SHARE });
  const [best] = found;
  const bestFirst = found.map(({ change }) => change);
  const newestFirst = changes.filter((one) => bestFirst.includes(one));
  return {
    bestFirst,
    newestFirst,
    // One word tells little of a story, however rare it is.
    share: best && best.terms >= MIN_TERMS ? best.share : 0,
    undatedShare: best && best.terms >= MIN_TERMS ? best.undatedShare : 0,
    shareOf: (change) => judge(change).share,
    entries,
  };
}

/** The commits between the versions that a question tells of. */
async function releasedIn(
  input: FormInput,
  searched: SearchedRepository,
): Promise<{ readonly inRange: ReadonlySet<string> } | undefined> {
  const range = versionRangeIn(input.question);
  if (!range.after && !range.upTo) return undefined;
  const limits = toolContext(input);
  const tags = tagsAround(range, await releasesOf(searched, limits));
  const inRange = tags && (await commitsBetween(tags, searched, limits));
  return inRange && inRange.size > 0 ? { inRange } : undefined;
}

/** What is said of any change says nothing about this one. */
function withoutAsking(question: string): string {
  return question.replace(ABOUT_CHANGES, ' ');
}

const ABOUT_CHANGES =
  /\b(?:(?:which|what) (?:commit|pr|pull request|mr|merge request)|chang(?:e[ds]?|ing)|releases?|versions?|upgrad(?:e[ds]?|ing)|updat(?:e[ds]?|ing)|bump(?:ed|s|ing)?|purpose|reasons?|recently|lately|behaviou?r|v?\d+\.[\dx.]+)\b/gi;

/** Of the repository that fits best. */
export async function newestChanges(input: FormInput): Promise<readonly Change[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  input.context.stats({ tool_calls: 1 });
  const limits = { ...toolContext(input), most: MAX_COMMITS };
  const { changes } = await changeLogOf({ searched, paths: [] }, limits);
  return changes.filter(({ author }) => !isBot(author));
}

/**
 * In this time, a message loses half of what it says: of 24 questions about changes whose commits are known, one of these is
 * first for 19 with it, and for 11 without.
 */
const HALVED_AFTER_MS = 3 * 365 * 24 * 60 * 60 * 1_000;

function told(change: Change): string {
  const title = escapeText(truncate(change.title, MAX_TITLE_LENGTH));
  return `The commit whose message fits best is “${title}”, by ${escapeText(change.author)} on ${change.date}.${statedReason(change)}`;
}

/** "Which pull request" is about no pull request more than others, unless the rest of the question says so. */
function tellingTerms({ terms }: Query, asked: string): Query['terms'] {
  const asking = new Set((asked.match(ASKING) ?? []).flatMap(termsOf));
  const rest = new Set(termsOf(asked.replace(ASKING, ' ')));
  return terms.filter(({ term }) => !asking.has(term) || rest.has(term));
}

interface Judgement {
  /** Of the weight of all terms; what the changed lines have counts less. */
  readonly ownShare: number;
  /** Without what it has of an entry of a changelog, and less for an older commit. */
  readonly share: number;
  readonly undatedShare: number;
  /** With what it has of that entry. */
  readonly rank: number;
  readonly terms: number;
}

interface JudgedBy {
  /** Whether it is told what went wrong, rather than asked for a commit. */
  readonly isStory?: boolean;
  /** Whether it is asked when or why something was done, which need not be a fix. */
  readonly isOnce?: boolean;
  /** Whether it is asked when it began. */
  readonly isBeginning?: boolean;
  readonly halvedAfterMs?: number;
  readonly diffs?: ReadonlyMap<string, DiffTerms>;
  /** What a changelog tells of it. */
  readonly entry?: FittingEntry | undefined;
  /** The ids of the commits that may be meant; without it, all. */
  readonly inRange?: ReadonlySet<string>;
}

/** Of another release than those that a question tells of: a fix may have been made on two branches. */
const OUTSIDE_FACTOR = 0.3;
/** Next to a word itself: "raised" in "Increase the limit". */
const RELATED_FACTOR = 0.5;
const NONE_RELATED: ReadonlyMap<string, readonly string[]> = new Map();
const NO_DIFFS: ReadonlyMap<string, DiffTerms> = new Map();
/**
 * Next to the message: with it, the right commit is first for 29 of 38 questions, of which most tell a story, and without
 * it for 23.
 */
const DIFF_FACTOR = 0.3;
/** Only of tests, documents or settings. */
const NO_CODE_FACTOR = 0.3;
/** A commit of that many changed lines, which has any word somewhere, gets half of it. */
const MANY_LINES = 1_000;

/** How much commits have of some terms, by how rare each of these is. `changes`: newest first. */
function judgeOf(
  changes: readonly Change[],
  terms: Query['terms'],
  {
    halvedAfterMs = Number.POSITIVE_INFINITY,
    diffs = NO_DIFFS,
    entry,
    isStory = false,
    isOnce = false,
    isBeginning = false,
    inRange,
  }: JudgedBy = {},
): (change: Change) => Judgement {
  const read = new Map(changes.map((change) => [change.commit, termsOfMessage(change)]));
  const inMessages = sharesOf(terms, [...read.values()].map(wordsOf));
  const inDiffs = sharesOf(
    terms,
    [...diffs.values()].map((diff) => diff.terms),
  );
  const ofEntry = entry && likenessOf(entry, [...read.values()]);
  const newest = Date.parse(changes[0]?.date ?? '');
  const order = new Map(changes.map(({ commit }, n) => [commit, n]));
  const related = isOnce ? relatedTo(inMessages.keys()) : NONE_RELATED;
  const lastRead = changes.findLastIndex(({ commit }) => diffs.has(commit));
  return (change) => {
    const { title, body } = read.get(change.commit) ?? termsOfMessage(change);
    const said = [...inMessages].filter(([term]) => title.has(term) || body.has(term));
    const known = new Set(said.map(([term]) => term));
    const meant = new Set([...title].flatMap((word) => related.get(word) ?? []));
    const ofMessage =
      sum(said.map(([term, share]) => share * (title.has(term) ? 1 : BODY_FACTOR))) +
      sum(
        [...meant].map((term) =>
          known.has(term) ? 0 : RELATED_FACTOR * (inMessages.get(term) ?? 0),
        ),
      );
    const diff = diffs.get(change.commit);
    const changed = [...inDiffs].filter(([term]) => diff?.terms.has(term));
    const ofDiff = sum(changed.map(([, share]) => share)) / (1 + (diff?.lines ?? 0) / MANY_LINES);
    // Of what was read, a commit that has no changes there is one of documents alone.
    const isRead = diff !== undefined || (order.get(change.commit) ?? lastRead) < lastRead;
    const changesNoCode = isStory && isRead && !diff?.changesCode;
    const own = ofMessage + DIFF_FACTOR * ofDiff;
    const ranked = own + (ofEntry?.({ title, body }) ?? 0);
    const factor =
      (isOnce ? onceFactor(change, isBeginning) : titleFactor(change, isStory)) *
      (changesNoCode ? NO_CODE_FACTOR : 1);
    const age = newest - Date.parse(change.date);
    const place = !inRange || inRange.has(change.commit) ? 1 : OUTSIDE_FACTOR;
    const dated = factor * place * 0.5 ** (age / halvedAfterMs);
    return {
      ownShare: factor * ranked,
      rank: dated * ranked,
      share: dated * own,
      undatedShare: own,
      terms: new Set([...known, ...meant, ...changed.map(([term]) => term)]).size,
    };
  };
}

/** How much of what the entry says a message says, too: the same in other words, which is told in fewer of them. */
function likenessOf(
  { entry, score }: FittingEntry,
  read: readonly MessageTerms[],
): (message: MessageTerms) => number {
  const terms = [...new Set(termsOf(entry.text))].map((term) => ({ term, weight: 1 }));
  const shares = sharesOf(terms, read.map(wordsOf));
  return ({ title, body }) =>
    score *
    sum(
      [...shares].map(
        ([term, share]) => share * (title.has(term) ? 1 : body.has(term) ? BODY_FACTOR : 0),
      ),
    );
}

/** Who tells what went wrong asks for what the program does differently, which no test or document says. */
export function titleFactor({ title }: Pick<Change, 'title'>, isStory: boolean): number {
  if (TELLS_OF_OTHERS.test(title)) return 0.5;
  if (!isStory) return 1;
  return (NO_BEHAVIOR.test(title) ? 0.6 : 1) * (FIXES.test(title) ? 1.5 : 1);
}

/** Of tests and documents less is asked; asked when something began, of what was repaired later, too. */
function onceFactor({ title }: Pick<Change, 'title'>, isBeginning: boolean): number {
  if (TELLS_OF_OTHERS.test(title)) return 0.5;
  return NO_BEHAVIOR.test(title) || (isBeginning && FIXES.test(title)) ? 0.6 : 1;
}

const BEGINS =
  /\b(?:possible|able|start(?:ed|s)?|beg[iau]n|arrived?|come|came|appear(?:ed)?|land(?:ed)?|first|added|introduced|get|got|support(?:ed)?)\b/i;

/** "test: more ferries", "[DOC] Ropes", "Update the docs", "Bump rope from 1.2 to 1.3". */
const NO_BEHAVIOR =
  /^\s*(?:\[(?:tests?|docs?|ci)\]|(?:tests?|specs?|docs?|chore|ci|style|build|lint)(?:\([^)]{0,60}\))?!?:|bump\b.{0,80}\bv?\d+\.\d|(?:add|update|improve) (?:the )?(?:\w+ )?(?:tests?|specs?|docs?|documentation)\s*$)/i;
/** "fix: turn the rudder", "Steer well (fixes #12)"; but not "Fix a typo". */
const FIXES =
  /^(?:\w{1,20}(?:\([^)]{0,60}\))?!?:\s*)?(?:(?:bug ?|hot)?fix(?:e[sd]|ing)?\b|.*\bfix(?:e[sd])? #\d)(?!.*\b(?:typos?|flak[ey]\w*|lint\w*|tests?|docs?|readme|ci|builds?)\b)/i;

/** A commit that writes down what others changed. */
const TELLS_OF_OTHERS =
  /^(?:(?:update|edit|fix|add to|prepare) (?:the )?(?:change ?log|changes|news|release notes)\b|(?:chore: |prepare )?releas(?:e|ing)\b|bump version)/i;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function wordsOf({ title, body }: MessageTerms): ReadonlySet<string> {
  return new Set([...title, ...body]);
}

interface MessageTerms {
  readonly title: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
}

function termsOfMessage({ title, body }: Change): MessageTerms {
  return { title: new Set(termsOf(title)), body: new Set(termsOf(body.slice(0, MAX_BODY))) };
}

/** Of the question's words, weighted by how rare they are. */
interface Least {
  readonly minShare: number;
  /** If a commit has only one of them. */
  readonly minShareOfOne?: number;
}

const LEAST_OF_STORY: Least = { minShare: MIN_SHARE_OF_STORY, minShareOfOne: 0.1 };

/** Of those that may be meant, the ones that fit hardly less than the best one. */
function fittingFirst(
  changes: readonly Change[],
  judge: (change: Change) => Judgement,
  { minShare, minShareOfOne = Number.POSITIVE_INFINITY }: Least,
): (Judgement & { readonly change: Change })[] {
  const ranked = changes
    .map((change) => ({ change, ...judge(change) }))
    .filter(({ terms, ownShare }) => terms >= MIN_TERMS || ownShare >= minShareOfOne)
    .filter(({ ownShare }) => ownShare >= minShare)
    .toSorted((a, b) => b.rank - a.rank);
  const least = CLOSE_SHARE * (ranked[0]?.rank ?? 0);
  return ranked.filter(({ rank }) => rank >= Math.max(least, MIN_SHARE_OF_STORY));
}

/** Of the share of the best one. */
const CLOSE_SHARE = 0.45;
