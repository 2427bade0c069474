import { buildQuery, type Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { escapeText } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { Statement } from '../draft/draft.js';
import { type Change, changeLogOf, commitReference, isBot } from '../facts/commit-log.js';
import { reasonsIn } from '../facts/commit-reason.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { proseMarkdown } from '../passages/prose.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';

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
const MAX_COMMITS = 2_000;
/** Of the question's words, weighted by how rare they are. */
const MIN_SHARE = 0.4;
const MANY_TERMS = 7;
const MIN_SHARE_OF_MANY = 0.1;
const MIN_TERMS = 2;
/** For words that no commit has, such as "I hear". */
const UNKNOWN_FACTOR = 0.5;
/** Next to a word of the title. */
const BODY_FACTOR = 0.6;
const MAX_BODY = 2_000;
const MAX_TITLE_LENGTH = 120;
const MAX_REASON_LENGTH = 180;

/** The newest commit whose message has most of a question that asks for one; nothing if none has much of it. */
export async function fittingCommit(input: FormInput): Promise<Statement | undefined> {
  const asked = plainQuestion(input.question);
  if (input.hits.length === 0 || !ASKS_FOR_COMMIT.test(asked)) return undefined;
  const changes = await newestChanges(input);
  const terms = tellingTerms(input.query, asked);
  const [best] = fittingFirst(changes, terms, { minShare: MIN_SHARE });
  return best && { markdown: told(best.change), reference: commitReference(best.change) };
}

export interface FittingCommits {
  readonly bestFirst: readonly Change[];
  /** The same, in the order of the log. */
  readonly newestFirst: readonly Change[];
  /** How much the message of the best one has of the question, less for older ones, from 0 to 1. */
  readonly share: number;
}

/**
 * The commits whose messages have most of what is asked about; none if no message has much of it. Whoever asks what
 * changed means lately: of two messages that say the same, the newer one is meant.
 */
export async function fittingCommits(
  input: FormInput,
  { wanted }: Pick<HistoryQuestion, 'wanted'>,
): Promise<FittingCommits> {
  const changes = await newestChanges(input);
  const isLately = wanted === 'changes' || /\b(?:now|just|recently|lately)\b/i.test(input.question);
  // Who tells a story says more than a message does.
  const { terms } = wanted === 'changes' ? buildQuery(withoutAsking(input.question)) : input.query;
  const isStory = wanted === 'changes' && terms.length > MANY_TERMS;
  const found = fittingFirst(changes, terms, {
    minShare: isStory ? MIN_SHARE_OF_MANY : MIN_SHARE,
    halvedAfterMs: isLately ? HALVED_AFTER_MS : Number.POSITIVE_INFINITY,
  });
  const bestFirst = found.map(({ change }) => change);
  const newestFirst = changes.filter((one) => bestFirst.includes(one));
  return { bestFirst, newestFirst, share: found[0]?.share ?? 0 };
}

/** What is said of any change says nothing about this one. */
function withoutAsking(question: string): string {
  return question.replace(ABOUT_CHANGES, ' ');
}

const ABOUT_CHANGES =
  /\b(?:chang(?:e[ds]?|ing)|releases?|versions?|upgrad(?:e[ds]?|ing)|updat(?:e[ds]?|ing)|bump(?:ed|s|ing)?|purpose|reasons?|recently|lately|behaviou?r|v?\d+\.[\dx.]+)\b/gi;

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
  const [reason] = reasonsIn(change);
  const why = reason ? ` Why: “${proseMarkdown(reason, MAX_REASON_LENGTH)}”` : '';
  const title = escapeText(truncate(change.title, MAX_TITLE_LENGTH));
  return `The commit whose message fits best is “${title}”, by ${escapeText(change.author)} on ${change.date}.${why}`;
}

/** "Which pull request" is about no pull request more than others, unless the rest of the question says so. */
function tellingTerms({ terms }: Query, asked: string): Query['terms'] {
  const asking = new Set((asked.match(ASKING) ?? []).flatMap(termsOf));
  const rest = new Set(termsOf(asked.replace(ASKING, ' ')));
  return terms.filter(({ term }) => !asking.has(term) || rest.has(term));
}

interface Fitting {
  /** Of the weight of all terms. */
  readonly minShare: number;
  /** Older messages count less. */
  readonly halvedAfterMs?: number;
}

/** `changes`: newest first. Of those that may be meant, the ones that fit hardly less than the best one. */
function fittingFirst(
  changes: readonly Change[],
  terms: Query['terms'],
  { minShare, halvedAfterMs = Number.POSITIVE_INFINITY }: Fitting,
): { readonly change: Change; readonly share: number }[] {
  const read = changes.map((change) => ({
    change,
    title: new Set(termsOf(change.title)),
    body: new Set(termsOf(change.body.slice(0, MAX_BODY))),
  }));
  const weights = new Map(
    terms.map(({ term, weight }) => {
      const count = read.filter(({ title, body }) => title.has(term) || body.has(term)).length;
      const rarity = Math.log(1 + changes.length / (1 + count));
      return [term, weight * rarity * (count > 0 ? 1 : UNKNOWN_FACTOR)] as const;
    }),
  );
  const all = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const newest = Date.parse(changes[0]?.date ?? '');
  const scored = read.flatMap(({ change, title, body }) => {
    const said = [...weights].filter(([term]) => title.has(term) || body.has(term));
    const score = said.reduce(
      (sum, [term, weight]) => sum + weight * (title.has(term) ? 1 : BODY_FACTOR),
      0,
    );
    return said.length >= MIN_TERMS && score >= minShare * all
      ? [
          {
            change,
            share: (score / all) * 0.5 ** ((newest - Date.parse(change.date)) / halvedAfterMs),
          },
        ]
      : [];
  });
  const ranked = scored.toSorted((a, b) => b.share - a.share);
  const least = CLOSE_SHARE * (ranked[0]?.share ?? 0);
  return ranked.filter(({ share }) => share >= Math.max(least, MIN_SHARE_OF_MANY));
}

/** Of the share of the best one. */
const CLOSE_SHARE = 0.45;
