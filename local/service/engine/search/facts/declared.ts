import type { LineRange } from '../../../index/chunks.js';
import { extensionOf } from '../../../index/outline.js';
import type { SourceFile } from '../passages/source-file.js';
import { closingParenthesis } from '../text/closing-parenthesis.js';
import type { Prefix } from './route-prefixes.js';

/** One of the things of a kind that a program declares: a route, a table, a job. */
export interface Declared extends LineRange {
  readonly name: string;
  readonly file: SourceFile;
  /** Of a route, such as `GET`; empty if the line does not say. */
  readonly verb?: string;
  /** What it is called on. */
  readonly receiver?: string | undefined;
  /** What answers or runs it, as the lines name it. */
  readonly handler?: string;
  /** Of a route: what has the routes below its path, as the line names it. */
  readonly mounts?: string;
  /** Of a route: its other paths. */
  readonly alsoNamed?: readonly string[];
  /** Of a job: when it runs, as the line says it. */
  readonly when?: string;
  /** Of a route: the beginning that its group gives to its path. */
  readonly prefix?: Prefix;
  /** The calls of a service. */
  readonly members?: readonly string[];
  /** Several in one, such as `resources :stories`. */
  readonly isGroup?: true;
}

const MAX_LINE_LENGTH = 400;
const MAX_CALL_LINES = 14;

interface Call {
  /** Its lines up to the end of the call, in one. */
  readonly text: string;
  readonly range: LineRange;
}

/** The call that begins in a line. */
export function callAt(lines: readonly string[], line: number): Call {
  let text = '';
  let end = line;
  for (; end < line + MAX_CALL_LINES && end <= lines.length; end += 1) {
    text += `${(lines[end - 1] ?? '').slice(0, MAX_LINE_LENGTH).trim()} `;
    const isContinued = /^\s*\./.test(lines[end] ?? '') || /\.\s*$/.test(text);
    if (isClosed(text) && !isContinued) return { text, range: { start: line, end } };
  }
  // A function as an argument goes on below.
  return { text, range: { start: line, end: line } };
}

function isClosed(text: string): boolean {
  const opening = text.indexOf('(');
  return opening < 0 || closingParenthesis(text, opening) < text.length;
}

/** The name of the handler among a call's arguments, if it is no function in place. */
export function handlerIn(call: string, where: 'second' | 'last'): string | undefined {
  const all = argumentsOf(call) ?? [];
  const [, second] = all;
  return nameIn(where === 'second' ? second : all.length > 1 ? all.at(-1) : undefined);
}

/** Of the first call in a text; undefined if it does not end there. */
export function argumentsOf(call: string): string[] | undefined {
  const text = insideOf(call);
  return text === undefined ? undefined : argumentsIn(text);
}

/** What is between the parentheses of the first call in a text; undefined if it does not end there. */
export function insideOf(call: string): string | undefined {
  const opening = call.indexOf('(');
  const closing = opening < 0 ? -1 : closingParenthesis(call, opening);
  return closing < 0 || closing === call.length ? undefined : call.slice(opening + 1, closing);
}

/** That of a function which is an argument. */
export function nameIn(text: string | undefined): string | undefined {
  if (text === undefined || /=>|[{}'"`]|\bfunc(?:tion)?\b/.test(text)) return undefined;
  const name = NAME.exec(text.replace(/\.as_view\(.*$/, ''))?.[1];
  return name !== undefined && /^(?:true|false|null|nil|None)$/.test(name) ? undefined : name;
}

/** `link.get`, and what is wrapped, as in `handled(link.get)`. */
const NAME = /^(?:[\w.$]{1,60}\(){0,3}([A-Za-z_$][\w.$]{0,80})(?:\(\))?\){0,3}$/;

function argumentsIn(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? '';
    if (quote !== '') {
      if (one === quote) quote = '';
    } else if (/['"`]/.test(one)) quote = one;
    else if (/[([{]/.test(one)) depth += 1;
    else if (/[)\]}]/.test(one)) depth -= 1;
    else if (one === ',' && depth === 0) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...found, text.slice(from).trim()].filter((one) => one !== '');
}

/** Lines of annotations between one and what it is for. */
const MAX_ANNOTATIONS = 8;

/** The function below an annotation or a decorator, and where its name is. */
export function definedBelow(
  file: SourceFile,
  line: number,
): { readonly handler: string; readonly end: number } | undefined {
  const below = file.outline.find((one) => one.line > line);
  if (!below || below.line > line + MAX_ANNOTATIONS) return undefined;
  if (/^(?:class|interface|record|enum|object)$/.test(below.kind)) return undefined;
  return { handler: below.name, end: below.line };
}

/** What a line declares, if anything. */
export type ReadLine = (
  file: SourceFile,
  line: number,
  text: string,
) => Omit<Declared, 'file'> | undefined;

/** What lines of code declare, one by one. */
export function declaredBy(file: SourceFile, read: ReadLine): Declared[] {
  return file.lines.flatMap((text, at): Declared[] => {
    if (text.length > MAX_LINE_LENGTH || COMMENT.test(text)) return [];
    const found = read(file, at + 1, text);
    return found ? [{ ...found, file }] : [];
  });
}

/** What the first group of a pattern names, in lines of some languages. */
export function inLines(
  file: SourceFile,
  pattern: RegExp,
  extensions: readonly string[],
): Declared[] {
  if (!extensions.includes(extensionOf(file.path))) return [];
  return declaredBy(file, (_, line, text) => {
    const name = pattern.exec(text)?.[1];
    return name === undefined ? undefined : { name, start: line, end: line };
  });
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--)/;
