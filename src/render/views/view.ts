import type { AnyBlock, Button, InputBlock, ModalView, PlainTextElement } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { FIELD_LENGTH, type Modal, type ViewMetadata } from '../../model/modal.js';
import type { Place } from '../../model/place.js';
import type { ViewRequest } from '../../model/view-request.js';
import { clip, oneLine } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import { button } from '../message.js';
import * as words from '../texts/views.js';

export type Opened = Pick<ViewRequest, 'modal' | 'place'>;

export interface ModalParts {
  readonly title: string;
  readonly blocks: readonly AnyBlock[];
  /** Label of the button that sends the form; a view to read has none. */
  readonly submit?: string;
}

/** A view over the page. What it is about goes along in `private_metadata`. */
export function modalView({ modal, place }: Opened, parts: ModalParts): ModalView {
  const { title, blocks, submit } = parts;
  const carried: ViewMetadata = {
    modal,
    ...(place === undefined ? {} : { place: placeIn(place) }),
  };
  return {
    type: 'modal',
    callback_id: modal.of,
    private_metadata: JSON.stringify(carried),
    title: plain(title, LIMITS.viewTitle),
    close: plain(submit === undefined ? words.closeLabel : words.cancelLabel, LIMITS.viewTitle),
    ...(submit === undefined ? {} : { submit: plain(submit, LIMITS.viewTitle) }),
    blocks: blocks.slice(0, LIMITS.viewBlocks),
  };
}

function placeIn({ channel, threadTs }: Place): NonNullable<ViewMetadata['place']> {
  return threadTs === undefined ? { channel } : { channel, threadTs };
}

/** A button that opens a view; `at`: its number in its message or view, since ids are unique there. */
export function opens(label: string, modal: Modal, at = 0): Button {
  return button(label, { id: `${ACTIONS.openModal}.${at}`, value: JSON.stringify(modal) });
}

/** A button that shows another view in place of the one that it stands in. */
export function turnsTo(label: string, modal: Modal, at: number | string = 0): Button {
  return button(label, { id: `${ACTIONS.turnModal}.${at}`, value: JSON.stringify(modal) });
}

/** `text` is data: cut to what Slack takes. */
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

export interface Typed {
  readonly initial?: string;
  readonly placeholder?: string;
  readonly focus?: boolean;
  readonly max?: number;
  readonly multiline?: boolean;
}

/** A field to type into; on several lines where it does not say otherwise. */
export function textField(of: Field, typed: Typed = {}): InputBlock {
  const { initial = '', placeholder, focus, max = FIELD_LENGTH, multiline = true } = typed;
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

/** A field of choices that exclude each other; `chosen`: a value of theirs. */
export function choiceField(of: Field, choices: readonly Choice[], chosen: string): InputBlock {
  const options = choices.map(({ value, label }) => ({ text: plain(label, LIMITS.option), value }));
  const initial = options.find(({ value }) => value === chosen);
  return field(of, {
    type: 'radio_buttons',
    options,
    ...(initial === undefined ? {} : { initial_option: initial }),
  } as InputBlock['element']);
}

/** A field of choices of which any number can be taken; `chosen`: values of theirs. */
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
