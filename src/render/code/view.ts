import type {
  ActionsBlock,
  Button,
  InputBlock,
  KnownBlock,
  ModalView,
  StaticSelect,
} from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { CodePage } from '../../model/code.js';
import { FIELDS, type Modal } from '../../model/modal.js';
import { actions, section } from '../blocks/message.js';
import {
  modalView,
  plain,
  replaceViewButton,
  textField,
  type ViewContext,
} from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import * as codeTexts from '../texts/code.js';
import { identifiersIn } from './identifiers.js';
import { footBlocks, itemBlocks, type Layout, pageLinksOf, resultPages } from './layout.js';
import { NOTE_LAYOUT } from './note.js';
import { pageKey } from './page-reference.js';
import type { CodeBlock, ToolResultView } from './tool-result-view.js';

/** The maximum JSON length of an item: far below Slack's limit, and enough for two screens. */
const BUDGET = 16_000;

/** The most code in a view, measured as in `layout.ts`. */
export const VIEW_CODE_SIZE = BUDGET - 1_000;

/** How many pages one can go back, and forward again. */
const MAX_STEPS = 8;

type CodeModal = Modal & { readonly kind: 'code' };

export interface CodeViewInput {
  readonly result: ToolResultView;
  readonly page: CodePage;
  /** Keys of the pages that were shown before, oldest first. */
  readonly back: readonly string[];
  /** Keys of the pages that the user went back from, next first. */
  readonly forward: readonly string[];
}

/**
 * A page of a tool's result as a view, with buttons to other pages, back and forward. The buttons hold
 * keys: the caller stores the pages (`linkedPages`).
 */
export function renderCodeView(view: ViewContext, input: CodeViewInput): ModalView {
  const { result, page, forward } = input;
  const key = pageKey(page);
  const back = input.back.slice(-MAX_STEPS);
  const modalFor = (next: CodePage): CodeModal => ({
    kind: 'code',
    page: pageKey(next),
    back: [...back, key].slice(-MAX_STEPS),
  });
  const pages = resultPages(result, NOTE_LAYOUT);
  const index = Math.min(page.page, Math.max(0, pages.length - 1));
  const head = [result.head, codeTexts.pageNumber(index, pages.length)].filter(
    (part) => part !== '',
  );
  const items = pages[index] ?? [];
  const links = pageLinksOf(result, page, pages.length).map((link, i) =>
    replaceViewButton(link.label, modalFor(link.page), i),
  );
  const buttons = [...stepButtons({ key, back, forward }), ...links];
  const code = page.call.tool === 'read' ? items[0]?.code : undefined;
  const modal: CodeModal = { kind: 'code', page: key, back, forward: [...forward] };
  return modalView(
    { ...view, modal },
    {
      title: codeTexts.viewTitle,
      ...(code === undefined ? {} : { submit: codeTexts.definitionLabel }),
      blocks: [
        section(head.join(' · ')),
        ...(buttons.length === 0 ? [] : [actions(buttons)]),
        ...items.flatMap((item, i) => itemBlocks(item, viewLayout(modalFor), i)),
        ...footBlocks(result),
        ...(code === undefined ? [] : identifierBlocks(code)),
        ...entryBlocks(result.entries ?? []),
      ],
    },
  );
}

function viewLayout(modalFor: (page: CodePage) => CodeModal): Layout {
  return {
    budget: BUDGET,
    code: numberedCode,
    followUpButton: ({ label, call }, index) =>
      replaceViewButton(label, modalFor({ call, page: 0 }), 100 + index),
  };
}

function stepButtons({
  key,
  back,
  forward,
}: Pick<CodeViewInput, 'back' | 'forward'> & { readonly key: string }): Button[] {
  const buttons: Button[] = [];
  const previous = back.at(-1);
  if (previous !== undefined) {
    const modal: CodeModal = {
      kind: 'code',
      page: previous,
      back: back.slice(0, -1),
      forward: [key, ...forward].slice(0, MAX_STEPS),
    };
    buttons.push(replaceViewButton(codeTexts.backLabel, modal, 50));
  }
  const [next, ...later] = forward;
  if (next !== undefined) {
    const modal: CodeModal = {
      kind: 'code',
      page: next,
      back: [...back, key].slice(-MAX_STEPS),
      forward: later,
    };
    buttons.push(replaceViewButton(codeTexts.forwardLabel, modal, 51));
  }
  return buttons;
}

/** For a file: menus of the names in its lines, and a field to type one. */
function identifierBlocks({ text, language }: CodeBlock): (ActionsBlock | InputBlock)[] {
  const names = identifiersIn(text, language);
  const typed = textField(
    { id: FIELDS.symbol, label: codeTexts.typeNameLabel },
    { placeholder: codeTexts.typeNameHint, multiline: false, max: 200 },
  );
  const selects = [symbolMenu('def', names), symbolMenu('refs', names)];
  return names.length === 0 ? [typed] : [{ type: 'actions', elements: selects }, typed];
}

type SelectAction = NonNullable<CodeModal['selection']>['action'];

/** For a folder: a menu of its entries, except those too long for an option. */
function entryBlocks(entries: readonly string[]): ActionsBlock[] {
  const selectable = entries.filter((path) => path.length <= LIMITS.option && !/\s/.test(path));
  const offered = selectable.slice(0, LIMITS.options);
  return offered.length === 0 ? [] : [{ type: 'actions', elements: [symbolMenu('open', offered)] }];
}

function symbolMenu(action: SelectAction, names: readonly string[]): StaticSelect {
  return {
    type: 'static_select',
    action_id: `${ACTIONS.followSymbol}.${action}`,
    placeholder: plain(codeTexts.selectLabel(action), LIMITS.placeholder),
    options: names.map((name) => ({ text: plain(name, LIMITS.option), value: name })),
  };
}

/** With line numbers: views do not highlight code. */
function numberedCode({ text, first }: CodeBlock): KnownBlock {
  const lines = text.split('\n');
  const width = String((first ?? 1) + lines.length - 1).length;
  const numbered = lines.map((line, i) =>
    first === undefined ? line : `${String(first + i).padStart(width)}  ${line}`,
  );
  const shown = numbered.join('\n');
  return {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: shown === '' ? ' ' : shown }],
      },
    ],
  };
}
