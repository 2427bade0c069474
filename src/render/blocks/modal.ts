import type { AnyBlock, Button, InputBlock, ModalView, PlainTextElement } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { FIELD_LENGTH, type Modal, type ViewMetadata } from '../../model/modal.js';
import type { Place } from '../../model/place.js';
import type { ViewRequest } from '../../model/view-request.js';
import { clip, oneLine } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import * as viewTexts from '../texts/views.js';
import { button } from './message.js';

export type ViewContext = Pick<ViewRequest, 'modal' | 'place'>;

export interface ModalParts {
  readonly title: string;
  readonly blocks: readonly AnyBlock[];
  /** Label of the button that sends the form; a view to read has none. */
  readonly submit?: string;
}

/** A modal view. `private_metadata` holds what it shows and where it was opened. */
export function modalView({ modal, place }: ViewContext, parts: ModalParts): ModalView {
  const { title, blocks, submit } = parts;
  const carried: ViewMetadata = {
    modal,
    ...(place === undefined ? {} : { place: placeMetadata(place) }),
  };
  return {
    type: 'modal',
    callback_id: modal.kind,
    private_metadata: JSON.stringify(carried),
    title: plain(title, LIMITS.viewTitle),
    close: plain(
      submit === undefined ? viewTexts.closeLabel : viewTexts.cancelLabel,
      LIMITS.viewTitle,
    ),
    ...(submit === undefined ? {} : { submit: plain(submit, LIMITS.viewTitle) }),
    blocks: blocks.slice(0, LIMITS.viewBlocks),
  };
}

function placeMetadata({ channel, threadTs }: Place): NonNullable<ViewMetadata['place']> {
  return threadTs === undefined ? { channel } : { channel, threadTs };
}

/** A button that opens a view. `index`: unique in its message or view, for the action id. */
export function openViewButton(label: string, modal: Modal, index = 0): Button {
  return button(label, { id: `${ACTIONS.openModal}.${index}`, value: JSON.stringify(modal) });
}

/** A button that replaces the view that it is in. */
export function replaceViewButton(label: string, modal: Modal, index: number | string = 0): Button {
  return button(label, { id: `${ACTIONS.updateModal}.${index}`, value: JSON.stringify(modal) });
}

/** Plain text, cut to Slack's limit. */
export function plain(text: string, max: number): PlainTextElement {
  return { type: 'plain_text', text: clip(oneLine(text), max), emoji: false };
}

export interface Field {
  /** Of its block and of its input. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
}

/** A form's field around its input. */
export function field(of: Field, element: Omit<InputBlock['element'], 'action_id'>): InputBlock {
  return {
    type: 'input',
    block_id: of.id,
    label: plain(of.label, LIMITS.fieldLabel),
    ...(of.hint === undefined ? {} : { hint: plain(of.hint, LIMITS.fieldLabel) }),
    ...(of.optional === undefined ? {} : { optional: of.optional }),
    element: { ...element, action_id: of.id } as InputBlock['element'],
  };
}

export interface TextFieldOptions {
  readonly initial?: string;
  readonly placeholder?: string;
  readonly focus?: boolean;
  readonly max?: number;
  readonly multiline?: boolean;
}

/** A text field, with several lines by default. */
export function textField(of: Field, options: TextFieldOptions = {}): InputBlock {
  const { initial = '', placeholder, focus, max = FIELD_LENGTH, multiline = true } = options;
  return field(of, {
    type: 'plain_text_input',
    multiline,
    max_length: max,
    ...(initial === '' ? {} : { initial_value: clip(initial, max) }),
    ...(placeholder === undefined ? {} : { placeholder: plain(placeholder, LIMITS.placeholder) }),
    ...(focus === undefined ? {} : { focus_on_load: focus }),
  } as InputBlock['element']);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Radio buttons; `chosen`: the value of one. */
export function choiceField(of: Field, choices: readonly Choice[], chosen: string): InputBlock {
  const options = choices.map(({ value, label }) => ({ text: plain(label, LIMITS.option), value }));
  const initial = options.find(({ value }) => value === chosen);
  return field(of, {
    type: 'radio_buttons',
    options,
    ...(initial === undefined ? {} : { initial_option: initial }),
  } as InputBlock['element']);
}

/** Checkboxes; `chosen`: the values of some. */
export function choicesField(
  of: Field,
  choices: readonly Choice[],
  chosen: readonly string[],
): InputBlock {
  const options = choices.map(({ value, label }) => ({ text: plain(label, LIMITS.option), value }));
  const initial = options.filter(({ value }) => chosen.includes(value));
  return field(of, {
    type: 'checkboxes',
    options,
    ...(initial.length === 0 ? {} : { initial_options: initial }),
  } as InputBlock['element']);
}
