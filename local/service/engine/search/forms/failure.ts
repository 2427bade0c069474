import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
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
import { definitionsAround } from '../passages/definitions-around.js';
import { definitionPassage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FailureQuestion } from '../question-kinds/rule.js';
import type { FormInput } from './form.js';

/** Lines at most of each stage. */
const MAX_SHOWN: Readonly<Record<FailureStage, number>> = {
  thrown: 3,
  passed: 2,
  caught: 3,
  retried: 2,
  logged: 1,
};
const MAX_CALLS = 12;

interface Found {
  /** Markdown: whose errors these are. */
  readonly errors: string;
  readonly reference: Statement['reference'];
  readonly lines: readonly FailureLine[];
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
  const found = await ofSymbol(symbol, input);
  if (found.lines.length === 0) return undefined;
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
      (one) => one.length <= 74,
    ),
  };
}

const WORDS: Readonly<Record<FailureStage, string>> = {
  thrown: 'thrown',
  passed: 'passed on',
  caught: 'caught',
  retried: 'retried',
  logged: 'logged',
};

function summary({ errors, reference, lines, calls, isComplete }: Found): Statement {
  const counts = FAILURE_STAGES.flatMap((stage) => {
    const count = lines.filter((one) => one.stage === stage).length;
    return count > 0 ? [`${WORDS[stage]} in ${counted(count, 'place')}`] : [];
  });
  const last = counts.at(-1) ?? '';
  const all = counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${last}` : last;
  const isCaught = lines.some(({ stage }) => stage === 'caught');
  const around =
    calls === 0
      ? ''
      : ` or around ${isComplete ? 'its' : 'the first'} ${calls === 1 ? 'call' : `${calls} calls`}`;
  const uncaught = isCaught
    ? ''
    : ` I saw no handler in its own lines${around}; callers further up were not looked at.`;
  return { markdown: `${errors} are ${all}.${uncaught}`, reference };
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
    calls: Math.min(calls.length, MAX_CALLS),
    isComplete: isComplete && calls.length <= MAX_CALLS,
  };
}

function isSame(a: FailureLine, b: FailureLine): boolean {
  return a.start === b.start && a.file.path === b.file.path && a.file.repo === b.file.repo;
}
