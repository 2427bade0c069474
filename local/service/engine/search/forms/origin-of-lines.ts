import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { shownRange } from '../draft/reference.js';
import { type Change, changeLogOf, commitReference } from '../facts/commit-log.js';
import { toolContext } from '../facts/look-up.js';
import type { RepositoryHit } from '../passages/find.js';
import { asksForReason } from '../question-kinds/asks-for-reason.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import { fittingCommit } from './fitting-commit.js';
import type { FormInput } from './form.js';
import { authorAndTitle, statedReason } from './history-statements.js';

/** A part of a question asks who wrote something, or since when it is there. */
const ASKS_FOR_ORIGIN =
  /\b(?:who (?:first |originally )?(?:wrote|added|introduced|implemented|built|made|did)|since (?:when|which|what (?:version|release))|when (?:was|were|did) .{1,80}\b(?:added|introduced|implemented|come in|land|appear)|which (?:commit|pr|pull request))\b/i;
/** A commit that only moved or formatted the line tells no reason for it. */
const MOVES_OR_FORMATS =
  /^(?:refactor|style|format|lint)(?:\([^)]{0,60}\))?!?:|\b(?:(?:mov|renam)(?:es?|ed|ing)|reformat(?:s|ted|ting)?)\b/i;
const MIN_TEXT_LENGTH = 12;
const MAX_SHOWN_LENGTH = 60;

/** A part of a question asks for the newest changes. */
const ASKS_FOR_CHANGES =
  /\b(?:chang\w*|modified|touched|updated|new|rewritten|reworked|commits?) (?:\w+ )?(?:lately|recently|of late|most recently)\b|\b(?:recently|lately) (?:been )?(?:chang\w*|modified|touched|updated|rewritten|reworked)\b|\b(?:latest|newest|most recent|recent) (?:changes?|commits?)\b/i;
const MAX_RECENT = 3;

/**
 * With the commits that a part of the question asks for: the newest ones that changed the lines of the lead, the one
 * whose message fits, or the one that first brought the line that says most.
 */
export async function withOrigin(
  draft: Draft,
  input: FormInput,
  { isHistory = false } = {},
): Promise<Draft> {
  if (isHistory || ASKS_FOR_CHANGES.test(plainQuestion(input.question))) {
    const recent = await recentChanges(draft, input);
    if (recent.length > 0) return { ...draft, statements: [...draft.statements, ...recent] };
  }
  const commit = await fittingCommit(input);
  if (commit) return { ...draft, statements: [commit, ...draft.statements] };
  const asked = plainQuestion(input.question);
  const asksForOrigin = ASKS_FOR_ORIGIN.test(asked);
  if (!asksForOrigin && !asksForReason(asked)) return draft;
  const origin = await originOf(draft, input, { isReason: !asksForOrigin });
  return origin ? { ...draft, statements: [...draft.statements, origin] } : draft;
}

async function recentChanges(draft: Draft, input: FormInput): Promise<Statement[]> {
  // A document has changes, too, where no code is shown.
  const code = shownCode(draft)[0] ?? draft.code;
  const changes = code ? await changesOf(code, input) : [];
  return changes.slice(0, MAX_RECENT).map((change, n) => ({
    markdown: `${n === 0 ? 'These lines last changed' : 'Before that,'} on ${change.date}, by ${authorAndTitle(change)}`,
    reference: commitReference(change),
  }));
}

/** The code that a draft shows, without what it shows of documents. */
export function shownCode({ code, places = [] }: Draft): ShownCode[] {
  return [...(code ? [code] : []), ...places.map((one) => one.code)].filter((one) => !one.isQuote);
}

/** Of the lines that are shown, newest first. */
export async function changesOf(code: ShownCode, input: FormInput): Promise<readonly Change[]> {
  const hit = hitOf(code, input);
  const lines = shownRange(code.reference);
  if (!hit || !lines) return [];
  const target = { searched: hit, paths: [hit.found.path], lines };
  input.context.stats({ tool_calls: 1 });
  return (await changeLogOf(target, toolContext(input))).changes;
}

function hitOf(code: Draft['code'], { hits }: FormInput) {
  return hits.find(({ repo, found }) => code?.reference.label === `${repo} · ${found.path}`);
}

/** As they are in the file: a sentence without its markup is not what git has. */
async function linesOf(
  code: ShownCode,
  hit: RepositoryHit,
  input: FormInput,
): Promise<readonly string[]> {
  const range = shownRange(code.reference);
  if (!code.isQuote || !range) return code.lines;
  return (await input.read(hit)).lines.slice(range.start - 1, range.end);
}

async function originOf(
  { code }: Draft,
  input: FormInput,
  { isReason }: { readonly isReason: boolean },
): Promise<Statement | undefined> {
  const hit = hitOf(code, input);
  const text = hit && code && tellingLine(await linesOf(code, hit, input), input.query);
  if (!hit || text === undefined) return undefined;
  const target = { searched: hit, paths: [hit.found.path], text };
  const { changes, isComplete } = await changeLogOf(target, toolContext(input));
  const first = changes.at(-1);
  if (!first || !isComplete) return undefined;
  if (isReason && MOVES_OR_FORMATS.test(first.title)) return undefined;
  input.context.stats({ tool_calls: 1 });
  const shown = truncate(text, MAX_SHOWN_LENGTH);
  return {
    markdown: `The line ${codeSpan(shown)} was added on ${first.date} by ${authorAndTitle(first)}${statedReason(first)}`,
    reference: commitReference(first),
  };
}

/** What has most of the question, as it is in the file. */
function tellingLine(lines: readonly string[], { terms }: Query): string | undefined {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const said = (text: string) =>
    [...new Set(termsOf(text))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const [best] = lines
    .map((line) => line.trim())
    .filter((text) => text.length >= MIN_TEXT_LENGTH && !text.endsWith('…') && said(text) > 0)
    .toSorted((a, b) => said(b) - said(a));
  return best;
}
