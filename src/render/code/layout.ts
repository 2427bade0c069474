import type { Button, KnownBlock } from '@slack/types';
import { CodeCall, type CodePage } from '../../model/code.js';
import { context, jsonLength, section } from '../blocks/message.js';
import { clip } from '../format/escape.js';
import * as codeTexts from '../texts/code.js';
import type {
  CodeBlock,
  FollowUp,
  PageLink,
  ResultItem,
  ToolResultView,
} from './tool-result-view.js';

/** How a tool's result is laid out in a note or in a view. */
export interface Layout {
  /** The maximum JSON length of an item; of a longer one, as many lines are shown as fit. */
  readonly budget: number;
  readonly code: (code: CodeBlock) => KnownBlock;
  /** `index`: unique in the message or view, for the button's id. */
  readonly followUpButton: (followUp: FollowUp, index: number) => Button;
}

/** A layout with a limit for the items of a page. */
export interface PagedLayout extends Layout {
  /** How many blocks the items of a page may have; together they may be as long as one item. */
  readonly blocks: number;
}

/** Divides the items into pages, in order. */
export function resultPages({ items }: ToolResultView, layout: PagedLayout): ResultItem[][] {
  const pages: ResultItem[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const page = pages.at(-1);
    const blocks = itemBlocks(item, layout, 0);
    const count = (page?.length ?? 0) * 2 + blocks.length;
    used += jsonLength(blocks);
    if (page !== undefined && used <= layout.budget && count <= layout.blocks) page.push(item);
    else {
      pages.push([item]);
      used = jsonLength(blocks);
    }
  }
  return pages;
}

const MAX_LINE_LENGTH = 1_000;

/** Cuts an item that is too large for a page after a whole line. */
function cut(item: ResultItem, layout: Layout): ResultItem {
  const { code } = item;
  if (code === undefined || jsonLength(blocksOf(item, layout, 0)) <= layout.budget) return item;
  const lines = code.text.split('\n').map((line) => clip(line, MAX_LINE_LENGTH));
  let used = jsonLength(blocksOf({ ...item, code: { ...code, text: '' } }, layout, 0)) + 200;
  const tooMany = lines.findIndex((line) => {
    used += jsonLength(line);
    return used > layout.budget;
  });
  const shown = tooMany < 0 ? lines : lines.slice(0, Math.max(1, tooMany));
  const left = lines.length - shown.length;
  const text = [item.text, left === 0 ? undefined : codeTexts.linesLeftOut(left)]
    .filter(Boolean)
    .join('\n');
  return { ...item, text, code: { ...code, text: shown.join('\n') } };
}

/** The service may return a name that our calls do not accept. */
function isCallable(call: CodeCall): boolean {
  return CodeCall.safeParse(call).success;
}

export function itemBlocks(item: ResultItem, layout: Layout, index: number): KnownBlock[] {
  return blocksOf(cut(item, layout), layout, index);
}

function blocksOf(
  { text, code, followUp }: ResultItem,
  layout: Layout,
  index: number,
): KnownBlock[] {
  const hasButton = followUp !== undefined && isCallable(followUp.call);
  const accessory = hasButton ? { accessory: layout.followUpButton(followUp, index) } : {};
  return [
    ...(text === undefined ? [] : [{ ...section(text), ...accessory }]),
    ...(code === undefined ? [] : [layout.code(code)]),
  ];
}

/** Below the items, or in place of them: the service's own notice, or else our text. */
export function footBlocks({ items, none, notice = '' }: ToolResultView): KnownBlock[] {
  const text = codeTexts.notice(notice);
  if (items.length === 0) return [section(text || none)];
  return text === '' ? [] : [context(text)];
}

/** Links to the previous and the next page, followed by the result's own. */
export function pageLinksOf(
  { pageLinks }: ToolResultView,
  { call, page }: CodePage,
  pages: number,
): PageLink[] {
  const to = (label: string, index: number) => ({ label, page: { call, page: index } });
  return [
    ...(page > 0 ? [to(codeTexts.previousPageLabel, page - 1)] : []),
    ...(page < pages - 1 ? [to(codeTexts.nextPageLabel, page + 1)] : []),
    ...pageLinks.filter((link) => isCallable(link.page.call)),
  ];
}
