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
  readonly of: HistorySubject;
  /** As a date: `2026-01-31`. */
  readonly since?: string;
}

type Statements = readonly [Statement, ...Statement[]];
type Wanted = HistoryQuestion['wanted'];

const MAX_LISTED = 5;
const MAX_TITLE_LENGTH = 120;
const MAX_REASON_LENGTH = 180;
const MAX_QUOTE_LENGTH = 420;

/** The answer: what was asked for first. */
export function historyStatements(facts: HistoryFacts, wanted: Wanted): Statements {
  if (wanted === 'reason') return [lastChange(facts, MAX_QUOTE_LENGTH)];
  const last = lastChange(facts, MAX_REASON_LENGTH);
  const alsoLast = lastChange({ ...facts, of: { ...facts.of, name: 'It' } }, MAX_REASON_LENGTH);
  if (wanted === 'authors') return [authors(facts), alsoLast];
  if (wanted === 'origin') {
    return facts.log.changes.length === 1 ? [origin(facts)] : [origin(facts), alsoLast];
  }
  return facts.since === undefined ? [last, authors(facts)] : [count(facts, facts.since), alsoLast];
}

/** The changes before the last one, newest first; those before the time that was asked about are not news. */
export function olderChanges({ log, of, since }: HistoryFacts, wanted: Wanted): Statement[] {
  if (wanted === 'origin') return [];
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

/** `release`: the tag of the first one that has it. */
export function changeStatement(change: Change, release?: string): Statement {
  const since = release === undefined ? '' : `, first released in ${codeSpan(release)}`;
  return {
    markdown: `${change.date}${since}, ${authorAndTitle(change)}${statedReason(change, MAX_REASON_LENGTH)}`,
    reference: commitReference(change),
  };
}

function count({ log, of }: HistoryFacts, since: string): Statement {
  const recent = log.changes.filter(({ date }) => date >= since).length;
  const least = recent === log.changes.length && !log.isComplete ? 'At least ' : '';
  const many =
    recent === 0
      ? 'No commit has'
      : `${least}${counted(recent, 'commit')} ${recent === 1 ? 'has' : 'have'}`;
  return { markdown: `${many} changed ${of.name} since ${since}.`, reference: of.reference };
}

function lastChange({ last, of }: HistoryFacts, maxLength: number): Statement {
  const markdown = `${of.name} last changed on ${last.date}, by ${authorAndTitle(last)}${statedReason(last, maxLength)}`;
  return { markdown, reference: commitReference(last) };
}

function authors({ log, of }: HistoryFacts): Statement {
  const { changes, isComplete } = log;
  const [first, ...others] = authorsOf(changes);
  const { name, reference } = of;
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

function origin({ log, of, last }: HistoryFacts): Statement {
  const first = log.changes.at(-1) ?? last;
  const came = of.file === undefined ? 'was added' : `came into ${of.file}`;
  const when = log.isComplete
    ? `${of.name} ${came} on`
    : `The oldest change to ${of.name} that was found is of`;
  return {
    markdown: `${when} ${first.date}, by ${authorAndTitle(first)}${statedReason(first)}`,
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
