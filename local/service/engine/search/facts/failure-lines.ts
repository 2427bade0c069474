import type { LineRange } from '../../../index/chunks.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { signatureEnd } from '../passages/extent.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';

/** In the order in which they happen. */
export const FAILURE_STAGES = ['thrown', 'passed', 'caught', 'retried', 'logged'] as const;
export type FailureStage = (typeof FAILURE_STAGES)[number];

/** A line that throws, passes an error on, catches, retries or logs. */
export interface FailureLine extends LineRange {
  readonly stage: FailureStage;
  readonly file: SourceFile;
}

const PATTERNS: Readonly<Record<Exclude<FailureStage, 'passed'>, RegExp>> = {
  thrown:
    /\bthrow\b|\braise\b|\bpanic!?\(|\breject\(|\bfmt\.Errorf\(|\berrors\.New\(|\bErr\((?![^)]{0,60}\){1,4}\s?=)|\bok_or(?:_else)?\(|\bfatalError\(|\babort\(/,
  caught:
    /\bcatch\b|\bexcept\b|\brescue\b|\brecover\(\)|\bif\s+(?:[^;]{1,120};\s*)?err\s*!=\s*nil|\.on\(\s*['"]error['"]|\bErr\([^)]{0,60}\){1,4}\s?=/,
  retried: /\bretr(?:y|ies|ying|ied)|back_?off|\bmax_?attempts|\battempts?\s*[<>+]|\btry_?again/i,
  logged:
    /\b(?:log|logger|console|logging|slog|klog|Log|LOG|_logger)\.(?:error|warn|warning|exception|fatal|critical|Error|Warn|Warnf|Errorf|Fatal)|\blog(?:Error|Warning|Warn|Exception)\b|\b(?:error|warn)!\(/,
};
/** Elsewhere, a function that returns an error may only make it. */
const RETURNED_IN_GO =
  /\breturn\s(?:[^,]{1,60},){0,3}\s?&?(?:\w{1,60}\.)?(?![iI]s[A-Z]|[hH]as[A-Z])(?:err\b|Err[A-Z]\w|\w{0,60}Err(?:or)?f?[({])/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|--|;|"""|''')/;
/** Where a string of several lines begins or ends, such as Python's documentation. */
const LONG_STRING = /"""|'''/g;
/** Of what subclasses have to write. */
const NOT_WRITTEN = /NotImplemented|\babstract\b|\bunimplemented!\(|\btodo!\(/;
/** Whether something was given, such as the errors on which to retry, and what it is if not. */
const IS_GIVEN =
  /(?:\bis(?:\s+not)?|[!=]==?)\s*(?:None|null|nil|undefined)\b|^\s*\w{1,60}\s*=\s*(?:\w{1,20}\(\)|\[\]|\{\}|None|null)\s*;?$/;
const CONDITION = /^\s*(?:\}\s*)?(?:if|elif|else if|unless|case|when|guard)\b/;

/** The stages in some lines of a file, in their order; comments and documentation say nothing. */
export function failureLines(file: SourceFile, { start, end }: LineRange): FailureLine[] {
  const found: FailureLine[] = [];
  let isInText = false;
  let passedEnd = 0;
  // Parameters do nothing yet.
  const isDefined = file.outline.some((one) => one.line === start && one.kind !== 'section');
  const signature = isDefined ? Math.min(signatureEnd(file.lines, start), end - 1) : 0;
  for (let line = start; line <= Math.min(end, file.lines.length); line += 1) {
    const text = file.lines[line - 1] ?? '';
    const wasInText = isInText;
    if ((text.match(LONG_STRING)?.length ?? 0) % 2 === 1) isInText = !isInText;
    if (wasInText || isInText) continue;
    if (COMMENT.test(text) || NOT_WRITTEN.test(text)) continue;
    // Where an error is passed on, it may be logged too, but it is not thrown or caught as well.
    const isPassed = line <= passedEnd;
    const passed = isPassed ? undefined : passedOn(file.lines, line);
    const stages = isPassed ? BESIDES_PASSING : STAGES;
    const stage = passed ? 'passed' : stages.find((one) => isAt(one, text, file.path));
    if (stage === 'retried' && (line <= signature || IS_GIVEN.test(text))) continue;
    if (stage) found.push({ stage, file, ...(passed ?? withContext(file, line, stage)) });
    if (passed) passedEnd = passed.end;
  }
  return found;
}

function isAt(stage: keyof typeof PATTERNS, text: string, path: string): boolean {
  if (PATTERNS[stage].test(text)) return true;
  return stage === 'thrown' && path.endsWith('.go') && RETURNED_IN_GO.test(text);
}

const STAGES = FAILURE_STAGES.filter((one) => one !== 'passed');
const BESIDES_PASSING = ['retried', 'logged'] as const;
const ERROR_CHECK = /^\s*(?:\}\s*else\s+)?if\b.{0,200}?\b(err\w*)\s*!=\s*nil\s*\{/;
const MAX_BLOCK_LINES = 12;

/** As Node's callbacks get it: `next(err)`, `if (err) return cb(err)`. */
const TO_CALLBACK = /\b(?:next|cb|callback|done)\(\s*(?:err\w{0,20}|error|e)\s*[,)]/;

/** In Rust, as another error. */
const AS_ANOTHER = /\bmap_err\(/;

/** To a callback; in Go, the lines of a check that ends with returning the error, as it is or in another one. */
function passedOn(lines: readonly string[], line: number): LineRange | undefined {
  const text = (lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
  if (TO_CALLBACK.test(text)) {
    const above = lines[line - 2] ?? '';
    const isInside = CONDITION.test(above) && indent(above) < indent(text);
    return { start: isInside ? line - 1 : line, end: line };
  }
  if (AS_ANOTHER.test(text)) return { start: line, end: line };
  const [check = '', error = ''] = ERROR_CHECK.exec(text) ?? [];
  if (error === '') return undefined;
  const isReturned = (said: string) => new RegExp(`\\breturn\\b.*\\b${error}\\b`, 's').test(said);
  const behind = text.slice(check.length);
  if (behind.trim() !== '') return isReturned(behind) ? { start: line, end: line } : undefined;
  const block = lines.slice(line, line + MAX_BLOCK_LINES);
  const length = block.findIndex((one) => one.trim() !== '' && indent(one) <= indent(text));
  const body = block.slice(0, Math.max(0, length)).map((one) => one.slice(0, MAX_LINE_LENGTH));
  const last = body.findLastIndex((one) => /^\s*return\b/.test(one));
  if (last < 0 || indent(body[last] ?? '') !== indent(body[0] ?? '')) return undefined;
  return isReturned(body.slice(last).join('\n'))
    ? { start: line, end: line + last + 1 }
    : undefined;
}

const MAX_LINE_LENGTH = 400;

/** What is thrown in a block of its own is shown with the condition above it, a handler with its first line. */
function withContext({ lines }: SourceFile, line: number, stage: FailureStage): LineRange {
  const [above = '', own = '', below = ''] = lines.slice(Math.max(0, line - 2), line + 1);
  const isInside = line > 1 && indent(above) < indent(own);
  const end = stage === 'thrown' && own.trimEnd().endsWith('(') ? line + 1 : line;
  if (stage === 'thrown' && isInside && CONDITION.test(above)) return { start: line - 1, end };
  const isHandler = stage === 'caught' && below.trim() !== '' && indent(below) > indent(own);
  return { start: line, end: isHandler ? line + 1 : end };
}

const CATCH = /^\s*(?:\}\s*)?(?:catch|except|rescue)\b/;
const LINES_BEHIND = 3;

/** A promise's `.catch(`, and in Go the check of the error that the very call returned. */
function handlerBehind({ lines }: SourceFile, line: number): number | undefined {
  const text = lines[line - 1] ?? '';
  const checksError = (one: string) => /\bif\b.{0,200}\berr\w*\s*!=\s*nil/.test(one);
  if (/\berr\w*\s*:?=/.test(text)) {
    const found = [line, line + 1].find((at) => checksError(lines[at - 1] ?? ''));
    if (found !== undefined) return found;
  }
  const behind = lines.slice(line - 1, line + LINES_BEHIND);
  const at = behind.findIndex((one) => one.includes('.catch('));
  const isSameChain = behind.slice(1, at + 1).every((one) => /^\s*[.})]/.test(one));
  return at >= 0 && isSameChain ? line + at : undefined;
}

/** The line that catches, or in Go passes on, what a line throws, inside of the same definition; judged by indentation. */
export function catchingLine(file: SourceFile, line: number): FailureLine | undefined {
  const { lines } = file;
  const behind = handlerBehind(file, line);
  if (behind !== undefined) {
    const passed = passedOn(lines, behind);
    return passed
      ? { stage: 'passed', file, ...passed }
      : { stage: 'caught', file, ...withContext(file, behind, 'caught') };
  }
  const around = definitionsAround(file, line).findLast((one) => one.line < line);
  const first = around?.line ?? 1;
  let depth = indent(lines[line - 1] ?? '');
  for (let at = line - 1; at >= first; at -= 1) {
    const text = lines[at - 1] ?? '';
    if (text.trim() === '' || indent(text) >= depth) continue;
    depth = indent(text);
    if (!/^\s*(?:try|begin|do)\b/.test(text)) continue;
    const found = handlerOf(file, { line, depth });
    if (found) return found;
  }
  return undefined;
}

function handlerOf(
  file: SourceFile,
  { line, depth }: { line: number; depth: number },
): FailureLine | undefined {
  for (let at = line + 1; at <= file.lines.length; at += 1) {
    const text = file.lines[at - 1] ?? '';
    if (text.trim() === '' || indent(text) > depth) continue;
    if (CATCH.test(text) && indent(text) === depth)
      return { stage: 'caught', file, ...withContext(file, at, 'caught') };
    return undefined;
  }
  return undefined;
}
