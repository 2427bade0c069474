import { wordParts } from '../../../index/terms.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { type Change, changeLogOf } from '../facts/commit-log.js';
import { findUsages } from '../facts/find-usages.js';
import { toolContext } from '../facts/look-up.js';
import { pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import type { HistoryQuestion } from '../question-kinds/rule.js';
import { isName, isThing } from '../question-kinds/subject.js';
import { hasWord } from '../text/has-word.js';
import {
  type ChangeOfPlace,
  changedCode,
  changeOfBestLines,
  currentCode,
  isStrongMatch,
  isWeakMatch,
} from './changed-places.js';
import { commitList } from './commit-list.js';
import { explanation } from './explanation.js';
import { type FittingCommits, fittingCommits, newestChanges } from './fitting-commit.js';
import { entryStatement, isQuoted } from './fitting-entries.js';
import type { FormInput } from './form.js';
import { firstWithName, introduction } from './history-origin.js';
import { isWithin, type Period, periodOf } from './history-period.js';
import { removalOfTopic } from './history-removal.js';
import {
  changeStatement,
  historyStatements,
  olderChanges,
  wantsOrigin,
  wantsReason,
} from './history-statements.js';
import {
  codeNamesIn,
  findSubject,
  ofBestFiles,
  ofNameIn,
  ofSameText,
  readLog,
  type Subject,
} from './history-subject.js';
import { releaseOf } from './titled-commits.js';

/** Who changed something, when, and why: from the history. */
export async function history(
  input: FormInput,
  asked: HistoryQuestion,
): Promise<Draft | undefined> {
  const { commits } = asked;
  if (commits) {
    const list = await commitList(input, { ...asked, commits });
    if (list || asked.subject === '') return list;
  }
  const period = await periodOf(asked);
  const named = isName(asked.subject) ? await findSubject(input, asked.subject) : undefined;
  const gone = named ? undefined : await removalOfTopic(input, asked);
  if (gone) return gone;
  const fitting = named ? NONE_FITTING : await fittingCommits(input, asked);
  const isSure = fitting.share >= SURE_SHARE;
  const removed =
    named || (isSure && !asked.isGone) ? undefined : await ofRemovedName(input, asked);
  if (removed) return removed;
  // A commit about something else would be taken for the one that removed it.
  const nowhere = asked.isGone && !named ? await namedNowhere(input) : undefined;
  if (nowhere) return nowhere;
  if (asked.mayHappen) return undefined;
  const isStory = asked.isOnce || !isThing(asked.subject);
  const subject =
    named ?? (isSure && isStory ? undefined : await findSubject(input, asked.subject));
  const came = await introduction(input, asked, subject);
  if (came) return came;
  const topic = subject ? undefined : await aboutTopic(input, asked, { period, fitting });
  if (topic) return topic;
  const closest =
    subject ??
    (isThing(asked.subject)
      ? ofBestFiles(input, asked.subject)
      : await ofNameIn(input, asked.subject));
  if (!closest) return undefined;
  const origin = wantsOrigin(asked.wanted) ? ofSameText(closest) : closest;
  const { log, of, during } = await logIn(period, { of: origin, input, asked });
  const [last] = log.changes;
  if (!last) return subject && unknownHistory(of);
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Read the history of ${of.name}: ${counted(log.changes.length, 'commit')}`);
  const first = wantsOrigin(asked.wanted) ? await firstWithName(of, log, input) : undefined;
  const facts = { log, last, of, ...during, ...(first && { first }) };
  const [naming, ...others] =
    asked.wanted === 'changes' ? await namedSince(last, asked, input) : [];
  const statements = withMissing(historyStatements(facts, asked.wanted), of);
  return {
    statements: naming ? [namingStatement(naming, asked), ...statements] : statements,
    links: [
      ...others.slice(0, MAX_OTHERS).map((change) => changeStatement(change)),
      ...olderChanges(facts, asked.wanted),
    ].slice(0, MAX_LINKS),
    followups: of.missing ? [] : followupsFor(asked),
  };
}

interface AskedLog {
  readonly of: Subject;
  readonly input: FormInput;
  readonly asked: HistoryQuestion;
}

/** The changes of a year or a month alone; all of them, if there are none in it, or none is asked for. */
async function logIn(period: Period | undefined, { of, input, asked }: AskedLog) {
  const all = { ...(period && { since: period.since }) };
  if (period?.until === undefined || asked.during === undefined || wantsOrigin(asked.wanted)) {
    return { ...(await readLog(of, input)), during: all };
  }
  const { during } = asked;
  const read = await readLog(of, input, period);
  if (read.log.changes.length > 0) return { ...read, during: { during } };
  return { ...(await readLog(of, input)), during: { notDuring: during } };
}

/** Of a file that only merges brought, or where git took too long. */
function unknownHistory({ name, reference, missing }: Subject): Draft | undefined {
  if (missing !== undefined) return undefined;
  return {
    statements: [{ markdown: `I found no commit that changed ${name}.`, reference }],
    followups: [],
  };
}

const NONE_FITTING: FittingCommits = {
  bestFirst: [],
  newestFirst: [],
  share: 0,
  undatedShare: 0,
  shareOf: () => 0,
  entries: [],
};
/** Of what a message has to have of a question to be before commits that removed a name. */
const SURE_SHARE = 0.2;

/** Newer commits than the last change of something, newest first, whose titles name it: they fix how it is used. */
async function namedSince(
  last: Change,
  { subject }: HistoryQuestion,
  input: FormInput,
): Promise<Change[]> {
  if (!isName(subject) || wordParts(subject).length < 2 || /[/\s]/.test(subject)) return [];
  const all = await newestChanges(input);
  const at = all.findIndex(({ commit }) => commit === last.commit);
  const newer = at < 0 ? all.filter(({ date }) => date > last.date) : all.slice(0, at);
  return newer.filter(({ title }) => hasWord(title, subject));
}

function namingStatement(change: Change, { subject }: HistoryQuestion): Statement {
  const { markdown, reference } = changeStatement(change);
  return {
    markdown: `The newest commit that names ${codeSpan(subject)} is of ${markdown}`,
    reference,
  };
}

/** Of what is no name of the code: the commits whose messages are about it, and the last change of the code that fits. */
async function aboutTopic(
  input: FormInput,
  asked: HistoryQuestion,
  { period, fitting }: { readonly period: Period | undefined; readonly fitting: FittingCommits },
): Promise<Draft | undefined> {
  const order = orderOf(asked);
  // An older commit that has less of it may be about another thing.
  const leastShare = NEARLY_BEST * Math.max(...fitting.bestFirst.map(fitting.shareOf));
  const inOrder = {
    best: fitting.bestFirst,
    newest: fitting.newestFirst,
    oldest: fitting.newestFirst.filter((one) => fitting.shareOf(one) >= leastShare).toReversed(),
  }[order];
  const recent = inOrder.filter(isWithin(period));
  const changes = recent.length > 0 ? recent : inOrder;
  const [first, ...others] = changes;
  const { entries } = fitting;
  // Of what changed lately, an entry may be older than what was asked for.
  const [quoted] = order === 'best' && period === undefined ? entries.filter(isQuoted) : [];
  const told = quoted && entryStatement(quoted);
  const isWeak = order === 'best' && !told && isWeakMatch(fitting);
  const changed = isWeak && period === undefined ? await changedCode(input, fitting) : undefined;
  if (changed) return { ...changed, followups: followupsFor(asked) };
  const inCode = asked.wanted === 'changes' ? await explanation(input) : undefined;
  const ofLines = inCode && (await changeOfBestLines(inCode, { input, changes, fitting }));
  if (!first) {
    if (told)
      return { statements: ofLines ? [told, ofLines] : [told], followups: followupsFor(asked) };
    return ofLines && ofLinesAlone(ofLines, asked);
  }
  const which =
    others.length === 0 || order === 'best' ? 'commit that fits best' : `${order} commit that fits`;
  const { markdown, reference } = changeStatement(first, {
    release: await releaseOf(first, input),
  });
  const isOther = asked.during !== undefined && recent.length === 0;
  const introduced = isWeak
    ? 'No commit message says much of this. The closest one'
    : `${isOther ? `No commit in ${escapeText(asked.during ?? '')} fits. ` : ''}The ${which}`;
  const said = { markdown: `${introduced} is of ${markdown}`, reference };
  const isNewer = ofLines !== undefined && fitting.share < SURE_SHARE && ofLines.date > first.date;
  const second = order === 'best' ? currentCode(inCode, fitting) : undefined;
  const ofCommits: Draft['statements'] = !ofLines
    ? [said]
    : isNewer
      ? [ofLines, said]
      : [said, ofLines];
  const statements: Draft['statements'] = !told
    ? ofCommits
    : isStrongMatch(fitting)
      ? [...ofCommits, told]
      : [told, ...ofCommits];
  return {
    ...(second && { second }),
    statements,
    links: [
      ...entries.slice(told ? 1 : 0).map(entryStatement),
      ...others
        .slice(0, isWeak ? MAX_OTHERS_OF_WEAK : MAX_OTHERS)
        .map((change) => changeStatement(change)),
    ].slice(0, MAX_LINKS),
    followups: followupsFor(asked),
  };
}

const NEARLY_BEST = 0.8;
/** Where none is likely, few. */
const MAX_OTHERS_OF_WEAK = 2;

/** Where no message says anything of it. */
function ofLinesAlone({ code, markdown, reference }: ChangeOfPlace, asked: HistoryQuestion): Draft {
  return {
    isDoubtful: true,
    statements: [{ markdown, reference }],
    code,
    followups: followupsFor(asked),
  };
}

/** Who tells a story means one change, who asks what changed lately the last one. */
function orderOf({ wanted, subject, isOnce }: HistoryQuestion): 'oldest' | 'newest' | 'best' {
  if (wantsOrigin(wanted)) return 'oldest';
  return isThing(subject) && !isOnce ? 'newest' : 'best';
}

/** "setup_event_loop is gone, what happened?": the commits that changed how often the name occurs. */
async function ofRemovedName(input: FormInput, asked: HistoryQuestion): Promise<Draft | undefined> {
  if (asked.wanted !== 'changes' && asked.wanted !== 'reason') return undefined;
  const isOneWord = asked.isGone && !/\s/.test(asked.subject);
  const names = isOneWord ? [asked.subject.replace(/^--/, '')] : namesOf(input.question);
  for (const name of names.slice(0, MAX_NAMES)) {
    const [newest, ...others] = await removalsOf(name, input);
    if (!newest) continue;
    const { markdown, reference } = changeStatement(newest, {
      asksWhy: wantsReason(asked.wanted),
    });
    const text = `The newest commit that added or removed a line with ${codeSpan(name)} is of ${markdown}`;
    return {
      statements: [{ markdown: text, reference }],
      links: others.map((change) => changeStatement(change)),
      followups: followupsFor(asked),
    };
  }
  return undefined;
}

/** Names of code, and of flags: `frost-proof` of "the flag --frost-proof". */
function namesOf(question: string): string[] {
  const flags = [...question.matchAll(/(?<![\w-])--([a-z][\w-]{1,80})/gi)];
  return [...flags.map(([, name = '']) => name), ...codeNamesIn(question)];
}

/** If no file has any of the names in a question, and no commit was found that removed them. */
async function namedNowhere(input: FormInput): Promise<Draft | undefined> {
  const names = namesOf(input.question).slice(0, MAX_NAMES);
  const [searched] = input.repositories;
  if (names.length === 0 || !searched) return undefined;
  for (const name of names) {
    const { found, isComplete } = await findUsages(name, undefined, input);
    if (!isComplete || found.length > 0) return undefined;
  }
  const what = names.map(codeSpan).join(' or ');
  return {
    statements: [
      {
        markdown: `No file has ${what}, and I found no commit that added or removed it.`,
        reference: pathReference({ kind: 'folder', searched, path: '' }),
      },
    ],
  };
}

/** Newest first; none of what the code still has. */
async function removalsOf(name: string, input: FormInput): Promise<readonly Change[]> {
  const { found, isComplete } = await findUsages(name, undefined, input);
  if (
    !isComplete ||
    found.some(({ role }) => role !== 'document') ||
    (await findSymbol(name, input))
  )
    return [];
  for (const searched of input.repositories.slice(0, MAX_REPOSITORIES)) {
    const target = { searched, paths: [], text: name, isCodeOnly: true } as const;
    const { changes } = await changeLogOf(target, { ...toolContext(input), most: MAX_OTHERS });
    input.context.stats({ tool_calls: 1 });
    if (changes.length > 0) return changes;
  }
  return [];
}

/** A search through all of a history takes seconds. */
const MAX_REPOSITORIES = 3;

const MAX_NAMES = 2;
const MAX_OTHERS = 4;
/** With one that says how many more there are. */
const MAX_LINKS = 5;

function withMissing(statements: Draft['statements'], { missing }: Subject): Draft['statements'] {
  if (missing === undefined) return statements;
  const [{ markdown, reference }, ...others] = statements;
  const sentence = `${missing}${markdown.charAt(0).toUpperCase()}${markdown.slice(1)}`;
  return [{ markdown: sentence, reference }, ...others];
}

function followupsFor({ subject: asked, wanted }: HistoryQuestion): string[] {
  const subject = /\s/.test(asked) ? `the ${asked}` : asked;
  if (subject === '') return ['Who wrote most of it?'];
  // A story is nothing to ask about again.
  if (!isThing(asked)) return [];
  return [
    ...(wanted === 'authors' ? [] : [`Who wrote ${subject}?`]),
    ...(wantsOrigin(wanted) ? [] : [`When was ${subject} added?`]),
    `How does ${subject} work?`,
  ];
}
