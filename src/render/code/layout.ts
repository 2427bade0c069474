import type { Button, KnownBlock } from '@slack/types';
import { CodeCall, type CodePage } from '../../model/code.js';
import { clip } from '../format/escape.js';
import { context, section, weigh } from '../message.js';
import * as words from '../texts/code.js';
import type { Code, Item, Lead, Move, Sheet } from './sheet.js';

/** How a sheet is laid out: in a note or in a view. */
export interface Layout {
  /** What an item may weigh at most: of a longer one as many lines are shown as fit. */
  readonly budget: number;
  readonly code: (code: Code) => KnownBlock;
  /** Leads to a closer look; `at`: its number, since ids are unique where they stand. */
  readonly lead: (lead: Lead, at: number) => Button;
}

/** A layout that says what fits on a page. */
export interface Pages extends Layout {
  /** How many blocks the items of a page may be; their budget is that of one. */
  readonly blocks: number;
}

/** The items by pages, in order: as many as fit on each. */
export function pagesOf({ items }: Sheet, layout: Pages): Item[][] {
  const pages: Item[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const page = pages.at(-1);
    const blocks = itemBlocks(item, layout, 0);
    const count = (page?.length ?? 0) * 2 + blocks.length;
    used += weigh(blocks);
    if (page !== undefined && used <= layout.budget && count <= layout.blocks) page.push(item);
    else {
      pages.push([item]);
      used = weigh(blocks);
    }
  }
  return pages;
}

/** Whole lines of an item that alone is too much for a page. */
function cut(item: Item, layout: Layout): Item {
  const { code } = item;
  if (code === undefined || weigh(blocksOf(item, layout, 0)) <= layout.budget) return item;
  const lines = code.text.split('\n').map((line) => clip(line, LONGEST_LINE));
  let used = weigh(blocksOf({ ...item, code: { ...code, text: '' } }, layout, 0)) + 200;
  const over = lines.findIndex((line) => {
    used += weigh(line);
    return used > layout.budget;
  });
  const shown = over < 0 ? lines : lines.slice(0, Math.max(1, over));
  const left = lines.length - shown.length;
  const text = [item.text, left === 0 ? undefined : words.linesLeft(left)]
    .filter(Boolean)
    .join('\n');
  return { ...item, text, code: { ...code, text: shown.join('\n') } };
}

const LONGEST_LINE = 1_000;

/** A name that the service gives may have a form that nobody can call. */
function isCallable(call: CodeCall): boolean {
  return CodeCall.safeParse(call).success;
}

export function itemBlocks(item: Item, layout: Layout, at: number): KnownBlock[] {
  return blocksOf(cut(item, layout), layout, at);
}

function blocksOf({ text, code, leads }: Item, layout: Layout, at: number): KnownBlock[] {
  const leadsOn = leads !== undefined && isCallable(leads.call);
  const accessory = leadsOn ? { accessory: layout.lead(leads, at) } : {};
  return [
    ...(text === undefined ? [] : [{ ...section(text), ...accessory }]),
    ...(code === undefined ? [] : [layout.code(code)]),
  ];
}

/**
 * What stands below the items, or in place of them. Where the service says itself why there is
 * nothing, it knows better than we do.
 */
export function footBlocks({ items, none, notice = '' }: Sheet): KnownBlock[] {
  const said = words.notice(notice);
  if (items.length === 0) return [section(said || none)];
  return said === '' ? [] : [context(said)];
}

/** To the page before and the next, and where the sheet leads besides. */
export function movesOf({ moves }: Sheet, { call, page }: CodePage, pages: number): Move[] {
  const to = (label: string, at: number) => ({ label, turn: { call, page: at } });
  return [
    ...(page > 0 ? [to(words.previousPageLabel, page - 1)] : []),
    ...(page < pages - 1 ? [to(words.nextPageLabel, page + 1)] : []),
    ...moves.filter(({ turn }) => isCallable(turn.call)),
  ];
}
