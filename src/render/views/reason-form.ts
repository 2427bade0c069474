import type { ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { modalView, textField, type ViewContext } from '../blocks/modal.js';
import * as viewTexts from '../texts/views.js';

/** The form to say what was wrong with an answer. */
export function renderReasonForm(view: ViewContext): ModalView {
  return modalView(view, {
    title: viewTexts.reasonTitle,
    submit: viewTexts.sendLabel,
    blocks: [
      textField(
        { id: FIELDS.reason, label: viewTexts.reasonLabel, hint: viewTexts.reasonHint },
        { focus: true, max: 1_000 },
      ),
    ],
  });
}
