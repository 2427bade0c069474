import { extensionOf } from '../../../index/outline.js';
import { closingParenthesis } from '../text/closing-parenthesis.js';
import { wordAt } from '../text/has-word.js';

/** A line that has a name, and the file that it is in. */
export interface NamedLine {
  /** All of the file. */
  readonly lines: readonly string[];
  /** Counted from 1. */
  readonly line: number;
  readonly path: string;
  readonly name: string;
}

/**
 * How a line says that something has the name, rather than using it: as a `member`, such as of an interface, which may be
 * another thing than the one asked about; or as a `prototype`, which a function has besides its own lines.
 */
export type Declaring = 'member' | 'prototype';

export function declaringLine(named: NamedLine): Declaring | undefined {
  const text = (named.lines[named.line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
  const at = wordAt(text, named.name);
  if (at < 0) return undefined;
  const [before, after] = [text.slice(0, at), text.slice(at + named.name.length)];
  if (SPEC.test(before) || KEYWORD.test(before)) return 'prototype';
  if (!PARAMETERS.test(after)) return undefined;
  if (!NO_TYPE.test(before)) {
    const extension = extensionOf(named.path);
    if (C.has(extension) && isTypedInC(before, extension))
      return /^\s/.test(text) ? 'member' : 'prototype';
    if (TYPED.has(extension) && TYPE.test(before)) return 'member';
  }
  return isMember(before, named) ? 'member' : undefined;
}

const MAX_LINE_LENGTH = 1_000;
/** `@spec add(` in Elixir, `-spec add(` in Erlang. */
const SPEC = /^\s*[@-](?:spec|callback|macrocallback)\s+$/;
/** `def add(`, `fun Cart.add(`, `function add(a: string): void;` */
const KEYWORD =
  /(?:^|\s)(?:function\s?\*?|func|fun|fn|def(?:p|macrop?|guardp?|delegate)?|sub)\s+(?:[\w.<>]+[.:])?$/;
const PARAMETERS = /^\s*\??(?:<[^>]{0,80}>)?\s*\(/;
/** `return add(` is no type and a name. */
const NO_TYPE =
  /(?:^|\s)(?:return|new|throw|else|await|yield|do|case|sizeof|typeof|goto|delete|assert|default|void 0|in|of|is|as|and|or|not|co_\w+)\s*$/;

const C = new Set(['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm']);
/** `struct cart *add(` where no code can be; elsewhere, `price * add(` is a product. */
function isTypedInC(before: string, extension: string): boolean {
  // `void Cart::add(`
  if (/^\S+\s[\w\s<>,:&*]*::$/.test(before)) return true;
  const isOutside = /^\S/.test(before) || extension.startsWith('h');
  return (isOutside ? TYPE_IN_C : TYPE).test(before);
}
const TYPE_IN_C = /^\s*[A-Za-z_][\w<>[\],.:&*\s]*[\s*&]$/;

const TYPED = new Set(['java', 'cs']);
/** `Map<String, Order> add(` */
const TYPE = /^\s*[\w<>[\],.?][\w<>[\],.?\s]*\s$/;

const TYPESCRIPT = new Set(['ts', 'tsx', 'mts', 'cts']);
const MODIFIERS = /^\s*(?:(?:public|private|protected|static|abstract|override|async)\s+)*$/;
const MAX_LINES = 30;

/** Of an interface, or in TypeScript of a class: a call has no type behind it. */
function isMember(before: string, { lines, line, path }: NamedLine): boolean {
  if (/^[\w\s<>[\],.?]*$/.test(before) && isInInterface(lines, line)) return true;
  if (!TYPESCRIPT.has(extensionOf(path)) || !MODIFIERS.test(before)) return false;
  if (before.trim() !== '') return true;
  // `full ?` may be on the line above.
  return !/\?\s*$/.test(lines[line - 2] ?? '') && /^\s*:/.test(afterParameters(lines, line));
}

/** Told by the next line above that is indented less. */
function isInInterface(lines: readonly string[], line: number): boolean {
  const depth = (lines[line - 1] ?? '').search(/\S/);
  const around = lines
    .slice(Math.max(0, line - 1 - MAX_INTERFACE_LINES), line - 1)
    .findLast((text) => /\S/.test(text) && text.search(/\S/) < depth);
  return /\binterface\b[^;=]*\{\s*$/.test(around?.slice(0, MAX_LINE_LENGTH) ?? '');
}

const MAX_INTERFACE_LINES = 300;

/** What follows the parentheses that open first in a line. */
function afterParameters(lines: readonly string[], line: number): string {
  const text = lines.slice(line - 1, line - 1 + MAX_LINES).join('\n');
  const opening = text.indexOf('(');
  return opening < 0 ? '' : text.slice(closingParenthesis(text, opening) + 1);
}
