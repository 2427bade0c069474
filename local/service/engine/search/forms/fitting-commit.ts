import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { escapeText } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { Statement } from '../draft/draft.js';
import { type Change, changeLogOf, commitReference } from '../facts/commit-log.js';
import { reasonsIn } from '../facts/commit-reason.js';
import { toolContext } from '../facts/look-up.js';
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
const MIN_SHARE_OF_MANY = 0.25;
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
  return best && { markdown: told(best), reference: commitReference(best) };
}

/**
 * The commits whose messages have most of what is asked about, newest first; none if no message has much of it.
 * Whoever asks what changed means lately, and not many years before the newest commit.
 */
export async function fittingCommits(
  input: FormInput,
  { wanted }: Pick<HistoryQuestion, 'wanted'>,
): Promise<Change[]> {
  const changes = await newestChanges(input);
  const [newest] = changes;
  const isLate = ({ date }: Change) =>
    Date.parse(newest?.date ?? '') - Date.parse(date) <= MAX_AGE_MS;
  const { terms } = input.query;
  const isLately = wanted === 'changes' || /\b(?:now|just|recently|lately)\b/i.test(input.question);
  const found = fittingFirst(changes, terms, {
    // Who tells a story says more than a message does.
    minShare: wanted === 'changes' && terms.length > MANY_TERMS ? MIN_SHARE_OF_MANY : MIN_SHARE,
    isMeant: isLately ? isLate : () => true,
  });
  const fitting = new Set(found);
  return changes.filter((one) => fitting.has(one));
}

/** Of the repository that fits best. */
export async function newestChanges(input: FormInput): Promise<readonly Change[]> {
  const searched = input.hits[0] ?? input.repositories[0];
  if (!searched) return [];
  input.context.stats({ tool_calls: 1 });
  const limits = { ...toolContext(input), most: MAX_COMMITS };
  return (await changeLogOf({ searched, paths: [] }, limits)).changes;
}

const MAX_AGE_MS = 5 * 365 * 24 * 60 * 60 * 1_000;

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
  readonly isMeant?: (change: Change) => boolean;
}

/** `changes`: newest first. Of those that may be meant, the ones that fit hardly less than the best one. */
function fittingFirst(
  changes: readonly Change[],
  terms: Query['terms'],
  { minShare, isMeant = () => true }: Fitting,
): Change[] {
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
  const meant = read.filter(({ change }) => isMeant(change));
  const scored = meant.flatMap(({ change, title, body }) => {
    const said = [...weights].filter(([term]) => title.has(term) || body.has(term));
    const score = said.reduce(
      (sum, [term, weight]) => sum + weight * (title.has(term) ? 1 : BODY_FACTOR),
      0,
    );
    return said.length >= MIN_TERMS && score >= minShare * all
      ? [{ change, share: score / all }]
      : [];
  });
  const ranked = scored.toSorted((a, b) => b.share - a.share);
  const least = CLOSE_SHARE * (ranked[0]?.share ?? 0);
  return ranked.filter(({ share }) => share >= least).map(({ change }) => change);
}

/** Of the share of the best one. */
const CLOSE_SHARE = 0.6;
