import type { SourceFile } from '../passages/source-file.js';

/** An option, and what is said of it where it is declared or documented. */
export interface DescribedOption {
  readonly file: SourceFile;
  /** As it is spelled there. */
  readonly name: string;
  /** What is said of it, with markup. */
  readonly text: string;
  /** Of the description and the declaration, counted from 1. */
  readonly start: number;
  readonly end: number;
  /** The default, as it is written. */
  readonly standard?: string;
  /** What the declaration sets it to, which may be no default but all that it ever is. */
  readonly value?: string;
}

/** Of a file: what is longer was written by no person. */
export const MAX_LINES = 5_000;
export const MAX_LINE_LENGTH = 400;
/** Of a description. */
export const MAX_TEXT_LENGTH = 600;

/** The default that a description says. */
export function defaultIn(text: string): string | undefined {
  const [, marked, amount, bare] = DEFAULT.exec(text) ?? [];
  return marked ?? amount ?? bare;
}

const NUMBER = '-?\\d(?:\\w|[.:-](?=\\w)|,(?=\\d{3})){0,30}%?';
const UNIT =
  '(?:ms|milliseconds?|secs?|seconds?|mins?|minutes?|hours?|days?|bytes|items|entries|retries|connections|lines|[kmg]i?b)';
const END = '(?=\\s*$|\\s*[.;,)\\]](?:\\s|$)| \\()';
/** "Default: 10", "defaults to `10`", "defaults to 30 seconds"; but not "the default is to wait" or "defaults to 3 times the age". */
const DEFAULT = new RegExp(
  [
    '(?<!\\bnot (?:the |a )?)\\bdefaults?(?: value| (?!is\\b|to\\b)[a-z-]{3,20}(?= is\\b))?(?: to\\b| is\\b|[*`_]{0,3}:)[\\s*_]{0,4}(?:',
    '`{1,2}([^`]{1,40})`',
    `|(${NUMBER}(?: ${UNIT}\\b|(?<=\\d(?:ms|[smhd]|[kmg]i?b|%))(?!\\w)|${END}|(?= (?:and|if|when|unless|which|but)\\b)))`,
    `|((?:true|false|none|null|nil|undefined|unlimited|infinity|disabled|enabled)${END})`,
    ')',
  ].join(''),
  'i',
);
