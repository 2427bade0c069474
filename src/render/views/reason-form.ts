import type { ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import * as words from '../texts/views.js';
import { modalView, type Opened, textField } from './view.js';

/** What was wrong with an answer, in the reader's own words. */
export function renderReasonForm(opened: Opened): ModalView {
  return modalView(opened, {
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
