import { roleOf } from '../../../index/file-role.js';
import { type Definition, enclosingDefinitions } from '../../../index/outline.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { counted, lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import {
  catchingLine,
  FAILURE_STAGES,
  type FailureLine,
  type FailureStage,
  failureLines,
} from '../facts/failure-lines.js';
import { findUsages } from '../facts/find-usages.js';
import { readFileAt } from '../facts/look-up.js';
import { findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import { extentOf } from '../passages/extent.js';
import { definitionPassage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FailureQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';

/** Lines at most of each stage. */
const MAX_SHOWN: Readonly<Record<FailureStage, number>> = {
  thrown: 3,
  caught: 3,
  retried: 2,
  logged: 1,
};
const MAX_CALLS = 12;
const MAX_FILES = 3;

interface Found {
  /** Markdown: whose errors these are. */
  readonly errors: string;
  readonly reference: Statement['reference'];
  readonly lines: readonly FailureLine[];
  /** Whether all callers were looked at. */
  readonly isComplete: boolean;
}

/** Where the errors of something are thrown, caught, retried and logged, in this order. */
export async function failure(
  input: FormInput,
  asked: FailureQuestion,
): Promise<Draft | undefined> {
  const isName = asked.mayBeName && !/\s/.test(asked.subject);
  const symbol = isName ? await findSymbol(asked.subject, input) : undefined;
  const found = symbol ? await ofSymbol(symbol, input) : await ofTopic(asked.subject, input);
  if (!found || found.lines.length === 0) return undefined;
  const shown = FAILURE_STAGES.flatMap((stage) => {
    return found.lines.filter((one) => one.stage === stage).slice(0, MAX_SHOWN[stage]);
  });
  input.context.report(
    `Looked for errors of ${asked.subject}: ${counted(found.lines.length, 'line')}`,
  );
  return {
    statements: [summary(found)],
    steps: shown.map(stepOf),
    followups: [`Where is ${asked.subject} used?`, `How is ${asked.subject} tested?`].filter(
      (one) => symbol !== undefined && one.length <= 74,
    ),
  };
}

const WORDS: Readonly<Record<FailureStage, string>> = {
  thrown: 'thrown',
  caught: 'caught',
  retried: 'retried',
  logged: 'logged',
};

function summary({ errors, reference, lines, isComplete }: Found): Statement {
  const counts = FAILURE_STAGES.flatMap((stage) => {
    const count = lines.filter((one) => one.stage === stage).length;
    return count > 0 ? [`${WORDS[stage]} in ${counted(count, 'place')}`] : [];
  });
  const last = counts.at(-1) ?? '';
  const all = counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${last}` : last;
  const isCaught = lines.some(({ stage }) => stage === 'caught');
  const uncaught = isCaught
    ? ''
    : `. Nothing catches them in the lines found${isComplete ? '' : ', but not all callers were looked at'}`;
  return { markdown: `${errors} are ${all}${uncaught}.`, reference };
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
  const innermost = definitionsAround(file, line).at(-1);
  return innermost ? definitionPassage(file, innermost).name : '';
}

function definitionsAround(file: SourceFile, line: number): Definition[] {
  return enclosingDefinitions(file.outline, line).filter(
    (one) => one.kind !== 'section' && one.kind !== 'constant' && extentOf(one, file).end >= line,
  );
}

/** What it throws itself, and which of its callers catch that. */
async function ofSymbol(symbol: NamedSymbol, input: FormInput): Promise<Found> {
  const { passage } = symbol;
  const { file, start, end } = passage;
  const { found, isComplete } = await findUsages(passage.name, symbol, input);
  const calls = found.filter(({ kind, role }) => kind === 'call' && role === 'code');
  const outside: FailureLine[] = [];
  for (const { searched, path, start } of calls.slice(0, MAX_CALLS)) {
    const caller = await readFileAt({ searched, path }, input);
    const handler = caller && catchingLine(caller, start);
    if (handler && !outside.some((one) => isSame(one, handler))) outside.push(handler);
  }
  const { repo, commit, path } = file;
  const name = codeSpan(passage.name);
  return {
    errors: `Errors of ${name}${calls.every(({ isCertain }) => isCertain) ? '' : ' (callers by name only)'}`,
    reference: placeReference({ repo, commit, path, start, end }),
    lines: [...failureLines(file, { start, end }), ...outside],
    isComplete: isComplete && calls.length <= MAX_CALLS,
  };
}

function isSame(a: FailureLine, b: FailureLine): boolean {
  return a.start === b.start && a.file.path === b.file.path && a.file.repo === b.file.repo;
}

/** In the files that fit the question best: the lines about its words, if some of them handle errors. */
async function ofTopic(subject: string, input: FormInput): Promise<Found | undefined> {
  const terms = new Set(termsOf(subject).filter((term) => !SAYS_LITTLE.has(term)));
  const code = input.hits.filter(({ found }) => roleOf(found.path) === 'code');
  const lines: FailureLine[] = [];
  for (const hit of code.slice(0, MAX_FILES)) {
    const file = await readFileAt({ searched: hit, path: hit.found.path }, input);
    const all = file ? failureLines(file, { start: 1, end: file.lines.length }) : [];
    lines.push(...all.filter((one) => isAbout(one, terms)));
  }
  const [first] = lines;
  // Where errors are only thrown says nothing about what happens then.
  if (!first || lines.every(({ stage }) => stage === 'thrown')) return undefined;
  const { repo, commit, path } = first.file;
  const names = [...new Set(lines.map(({ file }) => codeSpan(file.path)))];
  return {
    errors: `Closest match: errors in ${names.join(', ')}`,
    reference: placeReference({ repo, commit, path, start: first.start, end: first.end }),
    lines,
    isComplete: true,
  };
}

/** Words of questions about failures that are in most lines that throw or catch. */
const SAYS_LITTLE = new Set(
  termsOf('error exception failure fail raise throw catch handle function method class code call'),
);
const MIN_SHARED = 2;

/** Whether it shares its words, or of several at least two; its definition's name counts. */
function isAbout({ file, start, end }: FailureLine, terms: ReadonlySet<string>): boolean {
  const text = `${nameAround(file, start)} ${file.lines.slice(start - 1, end).join(' ')}`;
  const shared = new Set(termsOf(text).filter((term) => terms.has(term)));
  return shared.size > 0 && shared.size >= Math.min(MIN_SHARED, terms.size);
}
