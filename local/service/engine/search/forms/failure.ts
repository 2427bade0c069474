import { counted, listed } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import { type ErrorsOfCalled, errorsOfCalled } from '../facts/errors-of-called.js';
import {
  catchingLine,
  FAILURE_STAGES,
  type FailureLine,
  type FailureStage,
  failureLines,
} from '../facts/failure-lines.js';
import { findUsages } from '../facts/find-usages.js';
import { readFileAt } from '../facts/look-up.js';
import { memberOf } from '../facts/meant-usages.js';
import { countDefinitions, findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import { tellingErrors } from '../facts/telling-errors.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { definitionPassage, isContainer } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FailureQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';

/** Lines at most of its own errors, and of those of what it calls. */
const MAX_ERRORS = 8;
const MAX_OF_CALLED = 4;
/** Lines at most of each other stage. */
const MAX_SHOWN: Readonly<Record<OtherStage, number>> = {
  caught: 3,
  retried: 2,
  logged: 1,
};
const MAX_CALLS = 12;

type OtherStage = Exclude<FailureStage, 'thrown' | 'passed'>;

interface Found {
  /** As it is written in the answer. */
  readonly name: string;
  /** Markdown: whose errors these are. */
  readonly errors: string;
  readonly reference: Statement['reference'];
  /** Its own lines first, then those around its calls. */
  readonly lines: readonly FailureLine[];
  /** Only where its errors are asked for, or it has no such lines of its own. */
  readonly called?: ErrorsOfCalled;
  /** How many of its calls were looked at. */
  readonly calls: number;
  /** Whether those are all of them. */
  readonly isComplete: boolean;
}

/**
 * Where the errors of a definition are thrown, passed on, caught, retried and logged, in this order. Of anything else, nobody
 * knows which errors belong to it.
 */
export async function failure(
  input: FormInput,
  asked: FailureQuestion,
): Promise<Draft | undefined> {
  const isName = asked.mayBeName && !/\s/.test(asked.subject);
  const symbol = isName ? await findSymbol(asked.subject, input) : undefined;
  if (!symbol) return undefined;
  const found = await ofSymbol(symbol, input, asked);
  const isInCalled = found.lines.length === 0 && !asked.asksForErrors;
  const lines = isInCalled ? (found.called?.lines ?? []) : found.lines;
  if (lines.length === 0 && !found.called?.thrown.length) return undefined;
  const shown = isInCalled ? chosenOf(lines) : shownOf(found);
  input.context.report(`Looked for errors of ${asked.subject}: ${counted(lines.length, 'line')}`);
  return {
    statements: [isInCalled ? ofCalledAlone(found, lines, shown) : summary(found, shown)],
    steps: shown.map(stepOf),
    followups: [`Where is ${asked.subject} used?`, `How is ${asked.subject} tested?`],
  };
}

/** Its errors, those of what it calls, and then what becomes of them. */
function shownOf({ lines, called }: Found): FailureLine[] {
  return chosenOf(lines, tellingErrors(called?.thrown ?? [], MAX_OF_CALLED));
}

function chosenOf(lines: readonly FailureLine[], ofCalled: readonly FailureLine[] = []) {
  const errors = tellingErrors(lines.filter(isError), MAX_ERRORS);
  const others = FAILURE_STAGES.filter((one) => one !== 'thrown' && one !== 'passed').flatMap(
    (stage) => lines.filter((one) => one.stage === stage).slice(0, MAX_SHOWN[stage]),
  );
  return [...errors, ...ofCalled, ...others];
}

function isError({ stage }: FailureLine): boolean {
  return stage === 'thrown' || stage === 'passed';
}

const WORDS: Readonly<Record<FailureStage, string>> = {
  thrown: 'thrown',
  passed: 'passed on',
  caught: 'caught',
  retried: 'retried',
  logged: 'logged',
};

function summary(found: Found, shown: readonly FailureLine[]): Statement {
  const { errors, reference, lines, called } = found;
  if (called && !lines.some(isError)) return { markdown: throwsNone(found), reference };
  const places = placesOf(lines, shown);
  return { markdown: `${errors} are ${places}.${ofCalled(called)}${uncaught(found)}`, reference };
}

/** "Thrown in 2 places and caught in 1 place". */
function placesOf(lines: readonly FailureLine[], shown: readonly FailureLine[]): string {
  const counts = FAILURE_STAGES.flatMap((stage) => {
    const count = lines.filter((one) => one.stage === stage).length;
    const below = lines.filter((one) => one.stage === stage && shown.includes(one)).length;
    const some = count > below ? ` (${below} of them below)` : '';
    return count > 0 ? [`${WORDS[stage]} in ${counted(count, 'place')}${some}`] : [];
  });
  const last = counts.at(-1) ?? '';
  return counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** Where neither its own lines nor its callers do anything about errors. */
function ofCalledAlone(
  found: Found,
  lines: readonly FailureLine[],
  shown: readonly FailureLine[],
): Statement {
  const { name, reference } = found;
  const own = `I saw nothing about errors in the lines of ${name} itself${aroundCalls(found)}`;
  const markdown = `${own}. In what it calls, they are ${placesOf(lines, shown)}.`;
  return { markdown, reference };
}

function uncaught(found: Found): string {
  if (found.lines.some(({ stage }) => stage === 'caught')) return '';
  return ` I saw no handler in its own lines${aroundCalls(found)}; callers further up were not looked at.`;
}

function aroundCalls({ calls, isComplete }: Found): string {
  if (calls === 0) return '';
  return ` or around ${isComplete ? 'its' : 'the first'} ${calls === 1 ? 'call' : `${calls} calls`}`;
}

function ofCalled(called: ErrorsOfCalled | undefined): string {
  const count = called?.thrown.length ?? 0;
  return count > 0
    ? ` What it calls directly throws in ${counted(count, 'more place')}${ofThem(count)}.`
    : '';
}

/** Of what cannot be resolved, nothing is said. */
function throwsNone({ name, called }: Found): string {
  const own = `I saw no error thrown in the lines of ${name} itself`;
  const { names = [], thrown = [] } = called ?? {};
  if (thrown.length > 0)
    return `${own}; what it calls directly throws in ${counted(thrown.length, 'place')}${ofThem(thrown.length)}.`;
  const calls = listed(names.map(codeSpan), MAX_NAMES);
  return names.length > 0 ? `${own}, or of ${calls}, which it calls.` : `${own}.`;
}

const MAX_NAMES = 5;

function ofThem(count: number): string {
  return count > MAX_OF_CALLED ? ` (${MAX_OF_CALLED} of them below)` : '';
}

function stepOf({ stage, file, start, end }: FailureLine): Statement {
  const { repo, commit, path, lines } = file;
  const text = lines
    .slice(start - 1, end)
    .map((line) => line.trim())
    .join(' ');
  const inside = nameAround(file, start);
  const where = inside === '' ? '' : ` in ${codeSpan(inside)}`;
  const word = WORDS[stage];
  return {
    markdown: `${word.charAt(0).toUpperCase()}${word.slice(1)}${where}: ${lineSpan(text)}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

function nameAround(file: SourceFile, line: number): string {
  const innermost = definitionsAround(file, line).findLast(
    ({ kind }) => kind !== 'section' && kind !== 'constant',
  );
  return innermost ? definitionPassage(file, innermost).name : '';
}

/** What it throws itself, and which of its callers catch that. */
async function ofSymbol(
  symbol: NamedSymbol,
  input: FormInput,
  { asksForErrors }: FailureQuestion,
): Promise<Found> {
  const { passage } = symbol;
  const { file, start, end } = passage;
  const { found, isComplete } = await findUsages(passage.name, symbol, input);
  // By a name that others have, the handler may be one of theirs.
  const isOnly = (await countDefinitions(symbol, memberOf(passage.name), input)) === 1;
  const calls = found.filter(
    ({ kind, role, isCertain }) => kind === 'call' && role === 'code' && (isCertain || isOnly),
  );
  const outside: FailureLine[] = [];
  for (const { searched, path, start } of calls.slice(0, MAX_CALLS)) {
    const caller = await readFileAt({ searched, path }, input);
    const handler = caller && catchingLine(caller, start);
    if (handler && !outside.some((one) => isSame(one, handler))) outside.push(handler);
  }
  const { repo, commit, path } = file;
  const name = codeSpan(passage.name);
  const lines = [...failureLines(file, { start, end }), ...outside];
  const isCalledAsked = asksForErrors || lines.length === 0;
  const called =
    isCalledAsked && !isContainer(passage) ? await errorsOfCalled(symbol, input) : undefined;
  return {
    name,
    ...(called && { called }),
    errors: `Errors of ${name}${calls.every(({ isCertain }) => isCertain) ? '' : ' (callers by name only)'}`,
    reference: placeReference({ repo, commit, path, start, end }),
    lines,
    calls: Math.min(calls.length, MAX_CALLS),
    isComplete: isComplete && calls.length <= MAX_CALLS,
  };
}

function isSame(a: FailureLine, b: FailureLine): boolean {
  return a.start === b.start && a.file.path === b.file.path && a.file.repo === b.file.repo;
}
