import type { CallNavigator } from '../../../tools/navigator.js';
import { definitionPassage, isContainer, type Passage } from '../passages/passage.js';
import { readSourceFile } from '../passages/source-file.js';
import { hasWord } from '../text/has-word.js';
import { catchingLine, type FailureLine, failureLines } from './failure-lines.js';
import { type LookUp, toolContext } from './look-up.js';
import type { NamedSymbol } from './named-symbol.js';

/** What a definition calls directly, where that throws, and all that it does about errors. */
export interface ErrorsOfCalled {
  readonly names: readonly string[];
  readonly lines: readonly FailureLine[];
  readonly thrown: readonly FailureLine[];
}

interface Called {
  readonly passage: Passage;
  /** Of the call. */
  readonly line: number;
}

/** Of the calls that can be resolved; without the errors that a handler around the call stops. */
export async function errorsOfCalled(
  symbol: NamedSymbol,
  input: LookUp & { readonly navigator: CallNavigator },
): Promise<ErrorsOfCalled> {
  const called = await calledBy(symbol, input);
  const linesOf = ({ passage, line }: Called) => {
    const handler = catchingLine(symbol.passage.file, line);
    return failureLines(passage.file, passage).map((one) => ({ one, handler }));
  };
  const lines = called.flatMap(linesOf);
  const isLeft = ({ one, handler }: (typeof lines)[number]) =>
    one.stage === 'thrown' && !(handler && isStopped(one, handler));
  return {
    names: called.map(({ passage }) => passage.name),
    lines: lines.map(({ one }) => one),
    thrown: lines.filter(isLeft).map(({ one }) => one),
  };
}

async function calledBy(
  { searched: { repository, commit }, passage: { file, start, end } }: NamedSymbol,
  input: LookUp & { readonly navigator: CallNavigator },
): Promise<Called[]> {
  const { path } = file;
  const query = { snapshot: { repository, commit }, path, lines: { start, end } };
  const seen = new Set([`${path}:${start}`]);
  const called: Called[] = [];
  for (const { target, line } of await input.navigator.calls(query, toolContext(input))) {
    const key = `${target.path}:${target.line}`;
    const isInside = target.path === path && target.line >= start && target.line <= end;
    if (seen.has(key) || isInside) continue;
    seen.add(key);
    const { path: targetPath, objectId } = target;
    const other = await readSourceFile({ repository, commit, path: targetPath, objectId });
    const definition = other.outline.find((one) => one.line === target.line);
    if (!definition || definition.kind === 'constant' || MAKES_ERROR.test(definition.name))
      continue;
    const passage = definitionPassage(other, definition);
    // What a class throws anywhere is not thrown where it is made.
    if (!isContainer(passage)) called.push({ passage, line });
  }
  return called;
}

/** The line that calls it says more than the one that makes it. */
const MAKES_ERROR = /(?:Error|Err|Exception)$/;

/** By a handler of any error, or of one that the line names. */
function isStopped(thrown: FailureLine, handler: FailureLine): boolean {
  if (handler.stage !== 'caught') return false;
  const text = handler.file.lines[handler.start - 1] ?? '';
  const names = text.match(/\b[A-Z]\w{1,80}/g) ?? [];
  if (names.every((name) => ANY_ERROR.test(name))) return true;
  const lines = thrown.file.lines.slice(thrown.start - 1, thrown.end).join('\n');
  return names.some((name) => hasWord(lines, name));
}

const ANY_ERROR = /^(?:Base)?(?:Exception|Error|Throwable)$|^StandardError$/;
