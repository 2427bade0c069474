import type { ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { modalView, textField, type ViewContext } from '../blocks/modal.js';
import * as words from '../texts/views.js';

/** The form to say what was wrong with an answer. */
export function renderReasonForm(view: ViewContext): ModalView {
  return modalView(view, {
    title: words.reasonTitle,
    submit: words.sendLabel,
    blocks: [
      textField(
        { id: FIELDS.reason, label: words.reasonLabel, hint: words.reasonHint },
        { focus: true, max: 1_000 },
      ),
    ],
  });
}
