import { wordParts } from '../../../index/terms.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { parseDateRange } from '../../../tools/date-range.js';
import { ToolError } from '../../../tools/tool.js';
import type { Draft, Statement } from '../draft/draft.js';
import { type Change, type ChangeLog, changeLogOf, type LogTarget } from '../facts/commit-log.js';
import { findUsages } from '../facts/find-usages.js';
import { bestRepository, toolContext } from '../facts/look-up.js';
import { findPath, pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { firstReleaseWith } from '../facts/releases.js';
import { firstLine } from '../passages/passage.js';
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
import { explanation } from './explanation.js';
import { type FittingCommits, fittingCommits, newestChanges } from './fitting-commit.js';
import { entryStatement, isQuoted } from './fitting-entries.js';
import type { FormInput } from './form.js';
import {
  changeStatement,
  type HistorySubject,
  historyStatements,
  olderChanges,
} from './history-statements.js';

/** What the changes are of, and how the answer calls it. */
interface Subject extends HistorySubject {
  readonly target: LogTarget;
  /** If the log of the lines of a definition says nothing. */
  readonly fallback?: Subject;
  /** "The mail transport" for `MailTransport`: its file may be meant, too. */
  readonly isLoose?: boolean;
  /** What is said before it, since it is only the closest match. */
  readonly missing?: string;
}

/** Who changed something, when, and why: from the history. */
export async function history(
  input: FormInput,
  asked: HistoryQuestion,
): Promise<Draft | undefined> {
  const since = await sinceOf(asked);
  const named = isName(asked.subject) ? await findSubject(input, asked.subject) : undefined;
  const fitting = named ? NONE_FITTING : await fittingCommits(input, asked);
  const isSure = fitting.share >= SURE_SHARE;
  const removed = named || isSure ? undefined : await ofRemovedName(input, asked);
  if (removed) return removed;
  const isStory = !isThing(asked.subject);
  const subject =
    named ?? (isSure && isStory ? undefined : await findSubject(input, asked.subject));
  const topic = subject ? undefined : await aboutTopic(input, asked, { since, fitting });
  if (topic) return topic;
  const closest =
    subject ??
    (isThing(asked.subject)
      ? ofBestFiles(input, asked.subject)
      : await ofNameIn(input, asked.subject));
  if (!closest) return undefined;
  const { log, of } = await readLog(closest, input);
  const [last] = log.changes;
  if (!last) return undefined;
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Read the history of ${of.name}: ${counted(log.changes.length, 'commit')}`);
  const facts = { log, last, of, ...(since !== undefined && { since }) };
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
  { since, fitting }: { readonly since: string | undefined; readonly fitting: FittingCommits },
): Promise<Draft | undefined> {
  const order = orderOf(asked);
  const inOrder = {
    best: fitting.bestFirst,
    newest: fitting.newestFirst,
    oldest: fitting.newestFirst.toReversed(),
  }[order];
  const recent = inOrder.filter(({ date }) => since === undefined || date >= since);
  const changes = recent.length > 0 ? recent : inOrder;
  const [first, ...others] = changes;
  const { entries } = fitting;
  // Of what changed lately, an entry may be older than what was asked for.
  const [quoted] = order === 'best' && since === undefined ? entries.filter(isQuoted) : [];
  const told = quoted && entryStatement(quoted);
  const isWeak = order === 'best' && !told && isWeakMatch(fitting);
  const changed = isWeak && since === undefined ? await changedCode(input, fitting) : undefined;
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
  const { markdown, reference } = changeStatement(first, await releaseOf(first, input));
  const introduced = isWeak
    ? 'No commit message says much of this. The closest one'
    : `The ${which}`;
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

/** Where none is likely, few. */
const MAX_OTHERS_OF_WEAK = 2;

async function releaseOf({ commit }: Change, input: FormInput): Promise<string | undefined> {
  const searched = bestRepository(input);
  return searched && firstReleaseWith(commit, searched, toolContext(input));
}

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
function orderOf({ wanted, subject }: HistoryQuestion): 'oldest' | 'newest' | 'best' {
  if (wanted === 'origin') return 'oldest';
  return isThing(subject) ? 'newest' : 'best';
}

/** "setup_event_loop is gone, what happened?": the commits that changed how often the name occurs. */
async function ofRemovedName(input: FormInput, asked: HistoryQuestion): Promise<Draft | undefined> {
  if (asked.wanted !== 'changes' && asked.wanted !== 'reason') return undefined;
  for (const name of codeNamesIn(input.question).slice(0, MAX_NAMES)) {
    const [newest, ...others] = await removalsOf(name, input);
    if (!newest) continue;
    const { markdown, reference } = changeStatement(newest);
    const text = `The newest commit that added or removed a line with ${codeSpan(name)} is of ${markdown}`;
    return {
      statements: [{ markdown: text, reference }],
      links: others.map((change) => changeStatement(change)),
      followups: followupsFor(asked),
    };
  }
  return undefined;
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

/** Compound names, as people write them in a sentence: `config.setup_event_loop()`. */
function codeNamesIn(question: string): string[] {
  return question
    .split(/[\s,;()[\]{}]+/)
    .map((word) => word.replace(/^[`'"@$:]+|[`'".:?!]+$/g, ''))
    .filter((word) => /^[\w.:#]+$/.test(word) && !/^[\d.]+$/.test(word))
    .flatMap((word) => word.split(/[.:#]+/).at(-1) ?? [])
    .filter(
      (word) =>
        (/\w_\w|\p{Ll}\p{Lu}/u.test(word) && wordParts(word).length > 1) ||
        /^[a-z]{3,}\d{2,}$/.test(word),
    );
}

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

async function readLog(of: Subject, input: FormInput): Promise<{ log: ChangeLog; of: Subject }> {
  const log = await changeLogOf(of.target, toolContext(input));
  const [last] = log.changes;
  if (!of.fallback || (last && !of.isLoose)) return { log, of };
  const other = await readLog(of.fallback, input);
  const [newest] = other.log.changes;
  return !last || (newest && newest.commit !== last.commit) ? other : { log, of };
}

/** A path, a definition, or the name of a file. */
async function findSubject(input: FormInput, subject: string): Promise<Subject | undefined> {
  if (subject === '') return wholeRepository(input);
  return (
    (/[./]/.test(subject) ? await ofPath(input, subject) : undefined) ??
    (await ofSymbol(input, subject)) ??
    (await ofPath(input, subject, true)) ??
    ofBareName(input, subject)
  );
}

/** "The jwk middleware" is what is named `jwk`. */
async function ofBareName(input: FormInput, subject: string): Promise<Subject | undefined> {
  const bare = subject.replace(CALLED, '');
  if (bare === subject || /\s/.test(bare)) return undefined;
  return (await ofSymbol(input, bare)) ?? ofPath(input, bare);
}

/** Who tells a story names what it is about. */
async function ofNameIn(input: FormInput, story: string): Promise<Subject | undefined> {
  for (const name of codeNamesIn(story).slice(0, MAX_NAMES)) {
    const found = await ofSymbol(input, name);
    if (found) return found;
  }
  return undefined;
}

const CALLED = / (?:middleware|helper|plugin|backend|command|adapter|handler|component|support)$/i;

function wholeRepository(input: FormInput): Subject | undefined {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const reference = pathReference({ searched, path: '', kind: 'folder' });
  return { target: { searched, paths: [] }, name: codeSpan(searched.repo), reference };
}

async function ofPath(
  input: FormInput,
  subject: string,
  byStem = false,
): Promise<Subject | undefined> {
  const found = await findPath(subject, input, { byStem });
  if (!found) return undefined;
  const { searched, path, kind } = found;
  const name = codeSpan(kind === 'folder' ? `${path}/` : path);
  return { target: { searched, paths: [path] }, name, reference: pathReference(found) };
}

async function ofSymbol(input: FormInput, subject: string): Promise<Subject | undefined> {
  const symbol = await findSymbol(subject, input);
  if (!symbol) return undefined;
  const { searched, passage } = symbol;
  const { path } = passage.file;
  const lines = { start: firstLine(passage), end: passage.end };
  const reference = pathReference({ searched, path, kind: 'file' });
  const file: Subject = { target: { searched, paths: [path] }, name: codeSpan(path), reference };
  return {
    target: { searched, paths: [path], lines },
    name: codeSpan(passage.name),
    file: codeSpan(path),
    reference,
    fallback: file,
    isLoose: /\s/.test(subject),
  };
}

const MAX_FILES = 3;

function ofBestFiles({ hits }: FormInput, subject: string): Subject | undefined {
  const [best] = hits;
  if (!best) return undefined;
  const paths = hits
    .filter(({ repo }) => repo === best.repo)
    .map(({ found }) => found.path)
    .slice(0, MAX_FILES);
  const missing = isName(subject) ? `I found no ${codeSpan(subject)}. ` : '';
  const name = `the closest match (${paths.map(codeSpan).join(', ')})`;
  const reference = pathReference({ searched: best, path: paths[0] ?? '', kind: 'file' });
  return { target: { searched: best, paths }, name, reference, missing };
}

/** The day; `undefined` for words that are no date. */
async function sinceOf({ since }: HistoryQuestion): Promise<string | undefined> {
  if (since === undefined) return undefined;
  try {
    const { after } = await parseDateRange({ after: since }, Date.now());
    return after === undefined ? undefined : new Date(after).toISOString().slice(0, 10);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function followupsFor({ subject: asked, wanted }: HistoryQuestion): string[] {
  const subject = /\s/.test(asked) ? `the ${asked}` : asked;
  if (subject === '') return ['Who wrote most of it?'];
  // A story is nothing to ask about again.
  if (!isThing(asked)) return [];
  return [
    ...(wanted === 'authors' ? [] : [`Who wrote ${subject}?`]),
    ...(wanted === 'origin' ? [] : [`When was ${subject} added?`]),
    `How does ${subject} work?`,
  ];
}
