import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { CODE_SYNTAX, CODE_VERBS, type CodeOption, type CodeVerb } from '../../model/code.js';
import type { Modal } from '../../model/modal.js';
import { section } from '../message.js';
import * as words from '../texts/code.js';
import * as help from '../texts/code-help.js';
import { choicesField, modalView, type Opened, opens, textField } from '../views/view.js';

/** The one field of all that is either so or not. */
export const FLAGS = 'flags';

type CodeForm = Modal & { readonly of: 'code-form' };

/** The code tools, each with the way to its form. */
export function renderCodeMenu(opened: Opened): ModalView {
  const rows: KnownBlock[] = CODE_VERBS.map((verb, i) => ({
    ...section(help.menuRow(verb)),
    accessory: opens(words.openLabel, { of: 'code-form', verb }, i),
  }));
  return modalView(opened, {
    title: words.viewTitle,
    blocks: [section(help.menuHead), ...rows],
  });
}

/** A field for each parameter: those that must be there first. */
export function renderCodeForm(opened: Opened): ModalView {
  const { verb, given = {} } = opened.modal as CodeForm;
  const form = CODE_SYNTAX[verb];
  const first = form.words.map((param, i) =>
    paramField(param, { optional: i >= form.needed, initial: given[param] }),
  );
  const options = paramsOf(verb).filter(({ kind }) => kind !== 'flag');
  const further = options.map(({ param, kind }) =>
    paramField(param, { optional: true, initial: given[param], several: kind === 'texts' }),
  );
  const blocks = [section(help.menuRow(verb)), ...first, ...further];
  return modalView(
    // What is filled in stands in the fields: a view carries little along.
    { ...opened, modal: { of: 'code-form', verb } },
    {
      title: words.formTitle(verb),
      submit: words.callLabel,
      blocks: [...blocks, ...flagField(verb, given[FLAGS])],
    },
  );
}

/** What can be said by options. */
export function paramsOf(verb: CodeVerb): readonly CodeOption[] {
  return Object.values(CODE_SYNTAX[verb].options).filter(({ kind }) => kind !== 'cursor');
}

interface Filled {
  readonly optional: boolean;
  readonly initial: string | undefined;
  readonly several?: boolean;
}

function paramField(
  param: string,
  { optional, initial = '', several = false }: Filled,
): InputBlock {
  const { label, hint } = help.fieldOf(param);
  const about = hint === undefined ? {} : { hint };
  return textField(
    { id: param, label, optional, ...about },
    { initial, multiline: several, max: 1_000 },
  );
}

function flagField(verb: CodeVerb, initial = ''): InputBlock[] {
  const flags = paramsOf(verb).filter(({ kind }) => kind === 'flag');
  if (flags.length === 0) return [];
  const choices = flags.map(({ param }) => ({ value: param, label: help.fieldOf(param).label }));
  const field = { id: FLAGS, label: words.flagsLabel, optional: true };
  return [choicesField(field, choices, initial.split(','))];
}
