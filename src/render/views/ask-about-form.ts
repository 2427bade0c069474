import type { AnyBlock, ModalView } from '@slack/types';
import { FIELD_LENGTH, FIELDS, fileField } from '../../model/modal.js';
import { context } from '../blocks/message.js';
import { modalView, textField, type ViewContext } from '../blocks/modal.js';
import { safeCut } from '../format/escape.js';
import * as viewTexts from '../texts/views.js';

export interface AskAboutInput {
  /** The text of the message; empty if it has only files. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Names of the files that were not read. */
  readonly unread: readonly string[];
  /** How many secrets were masked in all. */
  readonly masked: number;
}

/** The form to ask about a message; the user can edit all of it before they send it. */
export function renderAskAboutForm(view: ViewContext, about: AskAboutInput): ModalView {
  const modal = { kind: 'about' as const, files: about.files.map(({ name }) => name) };
  const question = { id: FIELDS.question, label: viewTexts.questionLabel };
  return modalView(
    { ...view, modal },
    {
      title: viewTexts.aboutTitle,
      submit: viewTexts.askLabel,
      blocks: [
        textField(question, { focus: true, initial: viewTexts.aboutQuestion }),
        ...material(about),
        ...remarks(about, view.place === undefined),
      ],
    },
  );
}

function material({ text, files }: AskAboutInput): AnyBlock[] {
  const message = { id: FIELDS.message, label: viewTexts.messageLabel, optional: true };
  return [
    ...(text === '' ? [] : [textField(message, { initial: shorten(text) })]),
    ...files.map((file, i) => {
      const label = viewTexts.fileLabel(file.name);
      return textField(
        { id: fileField(i), label, optional: true },
        { initial: shorten(file.text) },
      );
    }),
  ];
}

function remarks({ text, files, unread, masked }: AskAboutInput, inPrivate: boolean): AnyBlock[] {
  const isCut = [text, ...files.map((file) => file.text)].some((it) => it.length > FIELD_LENGTH);
  const said = [
    ...(masked > 0 ? [viewTexts.masked(masked)] : []),
    ...(isCut ? [viewTexts.shortened] : []),
    ...(unread.length > 0 ? [viewTexts.unread(unread)] : []),
    inPrivate ? viewTexts.answeredInPrivate : viewTexts.answeredInThread,
  ];
  return said.map(context);
}

/** Cuts the middle of a text that is too long: of a log, the beginning and the end say most. */
function shorten(text: string): string {
  if (text.length <= FIELD_LENGTH) return text;
  const gap = `\n${viewTexts.leftOut}\n`;
  const half = Math.floor((FIELD_LENGTH - gap.length) / 2);
  const end = text.slice(safeCut(text, text.length - half + 2));
  return `${text.slice(0, safeCut(text, half))}${gap}${end}`;
}
