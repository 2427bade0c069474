import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { CODE_SYNTAX, CODE_TOOLS, type CodeOption, type CodeTool } from '../../model/code.js';
import type { Modal } from '../../model/modal.js';
import { section } from '../blocks/message.js';
import {
  choicesField,
  modalView,
  openViewButton,
  textField,
  type ViewContext,
} from '../blocks/modal.js';
import * as codeTexts from '../texts/code.js';
import * as codeHelp from '../texts/code-help.js';

/** The one field for all flags. */
export const FLAGS = 'flags';

type CodeForm = Modal & { readonly kind: 'code-form' };

/** A menu of the code tools; each opens its form. */
export function renderCodeMenu(view: ViewContext): ModalView {
  const rows: KnownBlock[] = CODE_TOOLS.map((tool, i) => ({
    ...section(codeHelp.menuRow(tool)),
    accessory: openViewButton(codeTexts.openLabel, { kind: 'code-form', tool }, i),
  }));
  return modalView(view, {
    title: codeTexts.viewTitle,
    blocks: [section(codeHelp.menuHead), ...rows],
  });
}

/** A form with a field for each parameter, required ones first. */
export function renderCodeForm(view: ViewContext): ModalView {
  const { tool, values = {} } = view.modal as CodeForm;
  const { positional, required } = CODE_SYNTAX[tool];
  const first = positional.map((param, i) =>
    paramField(param, { optional: i >= required, initial: values[param] }),
  );
  const options = paramsOf(tool).filter(({ kind }) => kind !== 'flag');
  const further = options.map(({ param, kind }) =>
    paramField(param, { optional: true, initial: values[param], several: kind === 'texts' }),
  );
  const blocks = [section(codeHelp.menuRow(tool)), ...first, ...further];
  return modalView(
    // The values are in the fields, so that `private_metadata` stays small.
    { ...view, modal: { kind: 'code-form', tool } },
    {
      title: codeTexts.formTitle(codeHelp.typedName(tool)),
      submit: codeTexts.submitCallLabel,
      blocks: [...blocks, ...flagField(tool, values[FLAGS])],
    },
  );
}

/** The parameters that options set. */
export function paramsOf(tool: CodeTool): readonly CodeOption[] {
  return Object.values(CODE_SYNTAX[tool].options).filter(({ kind }) => kind !== 'cursor');
}

interface ParamFieldOptions {
  readonly optional: boolean;
  readonly initial: string | undefined;
  readonly several?: boolean;
}

function paramField(
  param: string,
  { optional, initial = '', several = false }: ParamFieldOptions,
): InputBlock {
  const { label, hint } = codeHelp.fieldOf(param);
  const withHint = hint === undefined ? {} : { hint };
  return textField(
    { id: param, label, optional, ...withHint },
    { initial, multiline: several, max: 1_000 },
  );
}

function flagField(tool: CodeTool, initial = ''): InputBlock[] {
  const flags = paramsOf(tool).filter(({ kind }) => kind === 'flag');
  if (flags.length === 0) return [];
  const choices = flags.map(({ param }) => ({
    value: param,
    label: codeHelp.fieldOf(param).label,
  }));
  const field = { id: FLAGS, label: codeTexts.flagsLabel, optional: true };
  return [choicesField(field, choices, initial.split(','))];
}
