import type { CodeCall, CodePage } from '../../model/code.js';
import { LIMITS } from '../format/limits.js';
import * as codeTexts from '../texts/code.js';

/** A code tool's result, ready for the layout of a note or a view. All texts are escaped mrkdwn. */
export interface ToolResultView {
  readonly head: string;
  /** In order; a page shows as many as fit. */
  readonly items: readonly ResultItem[];
  /** Shown if there are no items. */
  readonly none: string;
  /** What the service adds, for instance that results were left out. */
  readonly notice?: string | undefined;
  /** Of a folder: the paths in it, folders with a slash at the end. */
  readonly entries?: readonly string[];
  /** Buttons that lead elsewhere, besides those to the next and the previous page of items. */
  readonly pageLinks: readonly PageLink[];
}

export interface ResultItem {
  readonly text?: string;
  readonly code?: CodeBlock;
  readonly followUp?: FollowUp;
}

export interface CodeBlock {
  readonly text: string;
  /** For the code fence; empty if unknown. */
  readonly language: string;
  /** The number of its first line, if its lines are numbered. */
  readonly first?: number;
}

/** A button that leads to another page. */
export interface PageLink {
  readonly label: string;
  readonly page: CodePage;
}

/** A button that makes another call for an item. */
export interface FollowUp {
  readonly label: string;
  readonly call: CodeCall;
}

/** A link to the first page of a call's result. */
export function linkTo(label: string, call: CodeCall): PageLink {
  return { label, page: { call, page: 0 } };
}

const MAX_LINES = 20;

/** Groups short lines into few items, each within Slack's text limit. */
export function groupLines(lines: readonly string[]): ResultItem[] {
  const texts: string[][] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    const fits = last && [...last, line].join('\n').length <= LIMITS.sectionText;
    if (fits && last.length < MAX_LINES) last.push(line);
    else texts.push([line]);
  }
  return texts.map((text) => ({ text: text.join('\n') }));
}

/** A result in a form that is not known, as its plain text. */
export function unstructuredResult(text: string): ToolResultView {
  const items = text.trim() === '' ? [] : [{ code: { text, language: '' } }];
  return { head: codeTexts.unknownResultForm, items, none: codeTexts.emptyResult, pageLinks: [] };
}

const LANGUAGE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    dockerfile: 'dockerfile',
    makefile: 'makefile',
    gemfile: 'ruby',
    rakefile: 'ruby',
  }),
);

/** The language of a file for a code fence. Highlighters know most file extensions as they are. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const [, extension = ''] = /\.([a-z][a-z0-9+]{0,9})$/.exec(name) ?? [];
  return LANGUAGE_BY_NAME.get(name) ?? extension;
}
