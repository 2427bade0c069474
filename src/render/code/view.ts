import type { ActionsBlock, InputBlock, KnownBlock, ModalView, StaticSelect } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { CodePage } from '../../model/code.js';
import { FIELDS, type Modal } from '../../model/modal.js';
import { LIMITS } from '../format/limits.js';
import { actions, section } from '../message.js';
import * as words from '../texts/code.js';
import { modalView, type Opened, plain, textField, turnsTo } from '../views/view.js';
import { footBlocks, itemBlocks, type Layout, movesOf, pagesOf } from './layout.js';
import { namesIn } from './names.js';
import { NOTE } from './note.js';
import type { Code, Sheet } from './sheet.js';
import { nameOf } from './turn.js';

/** Of one item: far below what Slack takes for a view, and enough for two screens. */
const BUDGET = 16_000;

/** Of code in a view, as `layout.ts` weighs it. */
export const VIEW_ROOM = BUDGET - 1_000;

/** How far one can go back, and forth again. */
const STEPS = 8;

type CodeModal = Modal & { readonly of: 'code' };

export interface Seen {
  readonly sheet: Sheet;
  readonly turn: CodePage;
  readonly back: readonly string[];
  readonly forth: readonly string[];
}

function viewLayout(to: (turn: CodePage) => CodeModal): Layout {
  return {
    budget: BUDGET,
    code: numberedCode,
    lead: ({ label, call }, at) => turnsTo(label, to({ call, page: 0 }), 100 + at),
  };
}

/** A page of what came of a call, with the ways on, back and forth. What its buttons name is kept. */
export function renderCodeView(opened: Opened, { sheet, turn, forth, ...seen }: Seen): ModalView {
  const here = nameOf(turn);
  const back = seen.back.slice(-STEPS);
  const on = (next: CodePage): CodeModal => ({
    ...{ of: 'code', show: nameOf(next) },
    back: [...back, here].slice(-STEPS),
  });
  const layout = viewLayout(on);
  const pages = pagesOf(sheet, NOTE);
  const page = Math.min(turn.page, Math.max(0, pages.length - 1));
  const head = [sheet.head, words.page(page, pages.length)].filter((it) => it !== '').join(' · ');
  const items = pages[page] ?? [];
  const moves = movesOf(sheet, turn, pages.length).map((move, i) =>
    turnsTo(move.label, on(move.turn), i),
  );
  const steps = stepButtons({ here, back, forth });
  const buttons = [...steps, ...moves];
  const code = turn.call.do === 'read' ? items[0]?.code : undefined;
  const modal: CodeModal = { of: 'code', show: here, back, forth: [...forth] };
  return modalView(
    { ...opened, modal },
    {
      title: words.viewTitle,
      ...(code === undefined ? {} : { submit: words.definitionLabel }),
      blocks: [
        section(head),
        ...(buttons.length === 0 ? [] : [actions(buttons)]),
        ...items.flatMap((item, i) => itemBlocks(item, layout, i)),
        ...footBlocks(sheet),
        ...(code === undefined ? [] : pickBlocks(code)),
        ...openBlocks(sheet.entries ?? []),
      ],
    },
  );
}

function stepButtons({ here, back, forth }: Pick<Seen, 'back' | 'forth'> & { here: string }) {
  const before = back.at(-1);
  const [after, ...later] = forth;
  const backwards: CodeModal[] =
    before === undefined
      ? []
      : [
          {
            of: 'code',
            show: before,
            back: back.slice(0, -1),
            forth: [here, ...forth].slice(0, STEPS),
          },
        ];
  const forwards: CodeModal[] =
    after === undefined
      ? []
      : [{ of: 'code', show: after, back: [...back, here].slice(-STEPS), forth: later }];
  return [
    ...backwards.map((modal) => turnsTo(words.backLabel, modal, 50)),
    ...forwards.map((modal) => turnsTo(words.forthLabel, modal, 51)),
  ];
}

/** In a file: the names of its lines to pick from, and a field to type one. */
function pickBlocks({ text, language }: Code): (ActionsBlock | InputBlock)[] {
  const names = namesIn(text, language);
  const typed = textField(
    { id: FIELDS.symbol, label: words.typeNameLabel },
    { placeholder: words.typeNameHint, multiline: false, max: 200 },
  );
  const selects = [pick('def', names), pick('refs', names)];
  return names.length === 0 ? [typed] : [{ type: 'actions', elements: selects }, typed];
}

type Picked = NonNullable<CodeModal['pick']>['do'];

/** Longer names have no room in an option. */
function openBlocks(entries: readonly string[]): ActionsBlock[] {
  const named = entries.filter((path) => path.length <= LIMITS.option && !/\s/.test(path));
  const offered = named.slice(0, LIMITS.options);
  return offered.length === 0 ? [] : [{ type: 'actions', elements: [pick('open', offered)] }];
}

function pick(what: Picked, names: readonly string[]): StaticSelect {
  return {
    type: 'static_select',
    action_id: `${ACTIONS.codePick}.${what}`,
    placeholder: plain(words.pickLabel(what), LIMITS.placeholder),
    options: names.map((name) => ({ text: plain(name, LIMITS.option), value: name })),
  };
}

/** With the number of each line: nothing is highlighted in a view. */
function numberedCode({ text, first }: Code): KnownBlock {
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
