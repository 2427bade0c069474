import type { KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import {
  CODE_TOOLS,
  type CodePage,
  type CodeTool,
  type InvalidCodeCommand,
} from '../../model/code.js';
import { actions, button, type Message, note, section } from '../blocks/message.js';
import { openViewButton } from '../blocks/modal.js';
import { clip } from '../format/escape.js';
import { LIMITS, MESSAGE_BUDGET } from '../format/limits.js';
import { fenceFor } from '../markdown/fence.js';
import * as codeTexts from '../texts/code.js';
import * as codeHelp from '../texts/code-help.js';
import { footBlocks, itemBlocks, type PagedLayout, pageLinksOf, resultPages } from './layout.js';
import { pageButtonValue, pageReference } from './page-reference.js';
import type { CodeBlock, ToolResultView } from './tool-result-view.js';

/** Reserved for the head, the foot and the buttons. */
const SURROUNDINGS = 3_000;

/** The most code in a note, measured as in `layout.ts`. */
export const NOTE_CODE_SIZE = MESSAGE_BUDGET - SURROUNDINGS - 500;

/** The number of the "Explore" button; no item has it. */
const EXPLORE = 900;

/** A view divides a result into the same pages, so that exploring starts at the same place. */
export const NOTE_LAYOUT: PagedLayout = {
  budget: MESSAGE_BUDGET - SURROUNDINGS,
  blocks: LIMITS.blocks - 5,
  code: fencedCode,
  followUpButton: ({ label, call }, at) =>
    openViewButton(label, { kind: 'code', page: pageReference({ call, page: 0 }) }, at),
};

function fencedCode({ text, language }: CodeBlock): KnownBlock {
  const fence = fenceFor(text);
  return { type: 'markdown', text: `${fence}${language}\n${text}\n${fence}` };
}

/** A page of a result, to the user alone. */
export function renderNote(result: ToolResultView, page: CodePage): Message {
  const { blocks, text } = resultBlocks(result, page);
  const share = button(codeTexts.shareWithChannelLabel, {
    id: ACTIONS.shareCode,
    value: pageButtonValue(page),
  });
  const pages = resultPages(result, NOTE_LAYOUT).length;
  const links = pageLinksOf(result, page, pages).map((link, i) =>
    button(link.label, { id: `${ACTIONS.codePage}.${i}`, value: pageButtonValue(link.page) }),
  );
  const explore = openViewButton(
    codeTexts.exploreLabel,
    { kind: 'code', page: pageReference(page) },
    EXPLORE,
  );
  const buttons = result.items.length === 0 ? links : [...links, explore, share];
  return { text, blocks: buttons.length === 0 ? blocks : [...blocks, actions(buttons)] };
}

/** A result for the whole channel. */
export interface SharedNote {
  /** One line: what was shared, and by whom. */
  readonly line: Message;
  /** The page itself, without buttons. */
  readonly result: Message;
}

/** The same for the whole channel. */
export function renderSharedNote(
  result: ToolResultView,
  page: CodePage,
  sharedBy: string,
): SharedNote {
  const items = result.items.map(({ followUp: _followUp, ...item }) => item);
  const shown = resultBlocks({ ...result, items }, page);
  return { line: note(codeTexts.resultSharedBy(sharedBy, shown.text)), result: shown };
}

function resultBlocks(result: ToolResultView, { page }: CodePage): Message {
  const pages = resultPages(result, NOTE_LAYOUT);
  const index = Math.min(page, Math.max(0, pages.length - 1));
  const items = pages[index] ?? [];
  const head = [result.head, codeTexts.pageNumber(index, pages.length)].filter(
    (part) => part !== '',
  );
  return {
    text: clip(head.join(' · '), LIMITS.messageText),
    blocks: [
      section(head.join(' · ')),
      ...items.flatMap((item, i) => itemBlocks(item, NOTE_LAYOUT, i)),
      ...footBlocks(result),
    ],
  };
}

/** The page itself and all pages that its buttons lead to. */
export function linkedPages(result: ToolResultView, page: CodePage): CodePage[] {
  const pages = resultPages(result, NOTE_LAYOUT).length;
  const links = pageLinksOf(result, page, pages).map((link) => link.page);
  const followUps = result.items.flatMap(({ followUp }) =>
    followUp === undefined ? [] : [{ call: followUp.call, page: 0 }],
  );
  return [page, ...links, ...followUps];
}

/** How to call the code tools: a list of all, or one with its parameters. */
export function renderHelp(tool: CodeTool | undefined): Message {
  return note(tool === undefined ? codeHelp.toolList(CODE_TOOLS) : codeHelp.toolHelp(tool));
}

/** What is wrong with a call, with a button that runs the corrected call where there is one. */
export function renderMistake(command: InvalidCodeCommand): Message {
  const { corrected, runnable } = command;
  const text = codeHelp.invalidCommand(command);
  if (corrected === undefined || runnable === undefined) return note(text);
  const run = button(codeTexts.runLabel, { id: `${ACTIONS.codePage}.0`, value: corrected });
  return { text, blocks: [section(text), actions([run])] };
}
