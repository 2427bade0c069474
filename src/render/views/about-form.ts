import type { AnyBlock, ModalView } from '@slack/types';
import { FIELD_LENGTH, FIELDS, fileField } from '../../model/modal.js';
import { safeCut } from '../format/escape.js';
import { context } from '../message.js';
import * as words from '../texts/views.js';
import { modalView, type Opened, textField } from './view.js';

export interface AboutInput {
  /** What the message says; empty where all of it is in files. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Names of those that are not read. */
  readonly unread: readonly string[];
  /** How many secrets are masked in all of it. */
  readonly masked: number;
}

/** What would be asked about a message, all of it to be changed before it is sent. */
export function renderAboutForm(opened: Opened, about: AboutInput): ModalView {
  const modal = { of: 'about' as const, files: about.files.map(({ name }) => name) };
  const question = { id: FIELDS.question, label: words.questionLabel };
  return modalView(
    { ...opened, modal },
    {
      title: words.aboutTitle,
      submit: words.askLabel,
      blocks: [
        textField(question, { focus: true, initial: words.aboutQuestion }),
        ...material(about),
        ...remarks(about, opened.place === undefined),
      ],
    },
  );
}

function material({ text, files }: AboutInput): AnyBlock[] {
  const message = { id: FIELDS.message, label: words.messageLabel, optional: true };
  return [
    ...(text === '' ? [] : [textField(message, { initial: shorten(text) })]),
    ...files.map((file, i) => {
      const label = words.fileLabel(file.name);
      return textField(
        { id: fileField(i), label, optional: true },
        { initial: shorten(file.text) },
      );
    }),
  ];
}

function remarks({ text, files, unread, masked }: AboutInput, inPrivate: boolean): AnyBlock[] {
  const isCut = [text, ...files.map((file) => file.text)].some((it) => it.length > FIELD_LENGTH);
  const said = [
    ...(masked > 0 ? [words.masked(masked)] : []),
    ...(isCut ? [words.shortened] : []),
    ...(unread.length > 0 ? [words.unread(unread)] : []),
    inPrivate ? words.answeredInPrivate : words.answeredInThread,
  ];
  return said.map(context);
}

/** Of a log the beginning and the end say most: what a field cannot hold is left out between them. */
function shorten(text: string): string {
  if (text.length <= FIELD_LENGTH) return text;
  const gap = `\n${words.leftOut}\n`;
  const half = Math.floor((FIELD_LENGTH - gap.length) / 2);
  const end = text.slice(safeCut(text, text.length - half + 2));
  return `${text.slice(0, safeCut(text, half))}${gap}${end}`;
}
