import type { CodeCall, CodePage } from '../../model/code.js';
import { LIMITS } from '../format/limits.js';
import * as words from '../texts/code.js';

/** What a call gave, to be laid out in a note or in a view. All texts are mrkdwn, escaped. */
export interface Sheet {
  /** What it is. */
  readonly head: string;
  /** In order; as many as fit are a page. */
  readonly items: readonly Item[];
  /** In place of items, where there are none. */
  readonly none: string;
  /** What the service says beside it, such as that something is left out. */
  readonly notice?: string | undefined;
  /** Of a folder: what stands in it, folders with a slash at their end. */
  readonly entries?: readonly string[];
  /** Where one can go from here, besides the pages of the items. */
  readonly moves: readonly Move[];
}

export interface Item {
  readonly text?: string;
  readonly code?: Code;
  /** What it leads to. */
  readonly leads?: Lead;
}

export interface Code {
  readonly text: string;
  /** Of a fence; empty where nobody knows. */
  readonly language: string;
  /** The number of its first line, where it has numbers. */
  readonly first?: number;
}

export interface Move {
  readonly label: string;
  readonly turn: CodePage;
}

export interface Lead {
  readonly label: string;
  readonly call: CodeCall;
}

/** The beginning of what another call gives. */
export function moveTo(label: string, call: CodeCall): Move {
  return { label, turn: { call, page: 0 } };
}

/** So many lines a text. */
const LINES = 20;

/** Short lines as few texts, each within Slack's length. */
export function inTexts(lines: readonly string[]): Item[] {
  const texts: string[][] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    const fits = last && [...last, line].join('\n').length <= LIMITS.sectionText;
    if (fits && last.length < LINES) last.push(line);
    else texts.push([line]);
  }
  return texts.map((text) => ({ text: text.join('\n') }));
}

/** What the service said in words of its own. */
export function textSheet(text: string): Sheet {
  const items = text.trim() === '' ? [] : [{ code: { text, language: '' } }];
  return { head: words.notShape, items, none: words.saidNothing, moves: [] };
}
