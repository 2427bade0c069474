import { counted } from '../../../markdown/counted.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { Statement } from '../draft/draft.js';
import type { Reference } from '../draft/reference.js';
import { authorsOf, type Change, type ChangeLog, commitReference } from '../facts/commit-log.js';
import { reasonsIn } from '../facts/commit-reason.js';
import { proseMarkdown } from '../passages/prose.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';

/** How an answer calls what was changed. */
export interface HistorySubject {
  /** Markdown. */
  readonly name: string;
  /** Markdown: of a definition, the file that it is in now. */
  readonly file?: string;
  readonly reference: Reference;
}

/** What the history says of it. */
export interface HistoryFacts {
  readonly log: ChangeLog;
  readonly last: Change;
  /** The one that brought its name into the file, if that is known. */
  readonly first?: Change;
  readonly of: HistorySubject;
  /** As a date: `2026-01-31`. */
  readonly since?: string;
  /** The year or month that all of the changes are of, as it was written. */
  readonly during?: string;
  /** One that none of them is of. */
  readonly notDuring?: string;
}

type Statements = readonly [Statement, ...Statement[]];
type Wanted = HistoryQuestion['wanted'];

const MAX_LISTED = 5;
const MAX_TITLE_LENGTH = 160;
const MAX_REASON_LENGTH = 180;
const MAX_QUOTE_LENGTH = 420;

/** Whether the first change is asked for, rather than the last one. */
export function wantsOrigin(wanted: Wanted): boolean {
  return wanted === 'origin' || wanted === 'reason of origin';
}

export function wantsReason(wanted: Wanted): boolean {
  return wanted === 'reason' || wanted === 'reason of origin';
}

/** The answer: what was asked for first. */
export function historyStatements(facts: HistoryFacts, wanted: Wanted): Statements {
  if (wanted === 'reason of origin') return [origin(facts, reasonOrNone)];
  if (wanted === 'reason' && !facts.during) return [lastChange(facts, reasonOrNone)];
  if (facts.during !== undefined) {
    const newest = newestOf(facts);
    return wanted === 'authors' ? [authors(facts), newest] : [count(facts), newest];
  }
  const last = lastChange(facts);
  const alsoLast = lastChange({ ...facts, of: { ...facts.of, name: 'It' } });
  if (wanted === 'authors') {
    const { log, of } = facts;
    const isKnown = log.isComplete && log.changes.length > 1;
    const came = isKnown ? [origin({ ...facts, of: { ...of, name: 'It' } })] : [];
    return [authors(facts), ...came, alsoLast];
  }
  if (wanted === 'origin') {
    return facts.log.changes.length === 1 ? [origin(facts)] : [origin(facts), alsoLast];
  }
  const isOfTime = facts.since !== undefined || facts.notDuring !== undefined;
  return isOfTime ? [count(facts), alsoLast] : [last, authors(facts)];
}

/** The changes before the last one, newest first; those before the time that was asked about are not news. */
export function olderChanges({ log, of, since }: HistoryFacts, wanted: Wanted): Statement[] {
  if (wantsOrigin(wanted)) return [];
  const all = log.changes.slice(1);
  const recent = all.filter(({ date }) => since === undefined || date >= since);
  // Where none is so new, the last ones are all there is to tell.
  const isOld = since !== undefined && (log.changes[0]?.date ?? '') < since;
  const older = wanted !== 'changes' || isOld ? all : recent;
  const listed = older.slice(0, MAX_LISTED - 1).map((change) => changeStatement(change));
  const rest = older.length - listed.length;
  if (rest === 0) return listed;
  const least = log.isComplete ? '' : 'at least ';
  return [...listed, { markdown: `and ${least}${rest} more`, reference: of.reference }];
}

/** `release`: the tag of the first one that has it. `asksWhy`: its reason is what was asked for. */
export function changeStatement(
  change: Change,
  { release, asksWhy = false }: { release?: string | undefined; asksWhy?: boolean } = {},
): Statement {
  const since = release === undefined ? '' : `, first released in ${codeSpan(release)}`;
  const reason = asksWhy ? reasonOrNone(change) : statedReason(change);
  return {
    markdown: `${change.date}${since}, ${authorAndTitle(change)}${reason}`,
    reference: commitReference(change),
  };
}

function count({ log, of, since, during, notDuring }: HistoryFacts): Statement {
  const { reference } = of;
  const time = during ?? notDuring;
  const when = time === undefined ? `since ${since}` : `in ${escapeText(time)}`;
  const had = time === undefined;
  const recent =
    notDuring === undefined ? log.changes.filter(({ date }) => date >= (since ?? '')).length : 0;
  if (recent === 0) {
    return { markdown: `No commit ${had ? 'has ' : ''}changed ${of.name} ${when}.`, reference };
  }
  const least = recent === log.changes.length && !log.isComplete ? 'At least ' : '';
  const has = had ? (recent === 1 ? 'has ' : 'have ') : '';
  const many = `${least}${counted(recent, 'commit')} ${has}changed`;
  return { markdown: `${many} ${of.name} ${when}.`, reference };
}

/** Of a year or a month, after which there may be newer ones. */
function newestOf({ last }: HistoryFacts): Statement {
  const markdown = `The newest of them is of ${last.date}, by ${authorAndTitle(last)}${statedReason(last)}`;
  return { markdown, reference: commitReference(last) };
}

function lastChange({ last, of }: HistoryFacts, reasonOf = shortReason): Statement {
  const markdown = `${of.name} last changed on ${last.date}, by ${authorAndTitle(last)}${reasonOf(last)}`;
  return { markdown, reference: commitReference(last) };
}

function authors({ log, of, during }: HistoryFacts): Statement {
  const { changes, isComplete } = log;
  const [first, ...others] = authorsOf(changes);
  const { reference } = of;
  const name = during === undefined ? of.name : `${of.name} in ${escapeText(during)}`;
  const all = `the ${isComplete ? '' : 'last '}${counted(changes.length, 'change')} to ${name}`;
  if (!first) return { markdown: `Programs made ${all}.`, reference };
  const who = escapeText(first.author);
  if (changes.length === 1)
    return { markdown: `${who} made the only change to ${name}.`, reference };
  const share = first.count === changes.length ? 'all of' : `${first.count} of`;
  const rest = others.slice(0, 3).map((one) => `${escapeText(one.author)} ${one.count}`);
  const more = rest.length === 0 ? '' : `, ${rest.join(', ')}`;
  return { markdown: `${who} made ${share} ${all}${more}.`, reference };
}

function origin({ log, of, last, first: known }: HistoryFacts, reasonOf = shortReason): Statement {
  const first = known ?? log.changes.at(-1) ?? last;
  const came = of.file === undefined ? 'was added' : `came into ${of.file}`;
  const when =
    known || log.isComplete
      ? `${of.name} ${came} on`
      : `The oldest change to ${of.name} that was found is of`;
  return {
    markdown: `${when} ${first.date}, by ${authorAndTitle(first)}${reasonOf(first)}`,
    reference: commitReference(first),
  };
}

/** The author and the title. */
export function authorAndTitle({ author, title }: Change): string {
  const text = truncate(title, MAX_TITLE_LENGTH);
  return `${escapeText(author)}: ${text === '' ? 'no message' : `“${escapeText(text)}”`}`;
}

/** Why it was made, as its author wrote it: one sentence, or if it was asked for as many as fit. */
export function statedReason(change: Change, maxLength = MAX_REASON_LENGTH): string {
  const reasons = reasonsIn(change);
  const text = maxLength > MAX_REASON_LENGTH ? reasons.join(' ') : reasons[0];
  return text ? ` Why: “${proseMarkdown(text, maxLength)}”` : '';
}

function shortReason(change: Change): string {
  return statedReason(change);
}

/** Asked for, with as much of it as fits, or that there is none. */
function reasonOrNone(change: Change): string {
  return statedReason(change, MAX_QUOTE_LENGTH) || '. Its message gives no reason.';
}
