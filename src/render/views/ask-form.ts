import type { InputBlock, ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { choiceField, field, modalView, textField, type ViewContext } from '../blocks/modal.js';
import * as viewTexts from '../texts/views.js';

/** The form to ask a question. By default the answer goes to where it was opened. */
export function renderAskForm(view: ViewContext): ModalView {
  const { place } = view;
  const audience = place?.channel.startsWith('D') ? 'me' : 'channel';
  return modalView(view, {
    title: viewTexts.askTitle,
    submit: viewTexts.askLabel,
    blocks: [
      textField(
        { id: FIELDS.question, label: viewTexts.questionLabel },
        { focus: true, placeholder: viewTexts.questionExample },
      ),
      choiceField(
        { id: FIELDS.audience, label: viewTexts.audienceLabel },
        viewTexts.audienceChoices,
        audience,
      ),
      whereField(place?.channel),
    ],
  });
}

/** Slack offers the user's channels, and preselects the current one if we do not know it. */
function whereField(channel: string | undefined): InputBlock {
  const known = channel !== undefined && /^[CG]/.test(channel);
  return field(
    { id: FIELDS.where, label: viewTexts.whereLabel, hint: viewTexts.whereHint, optional: true },
    {
      type: 'conversations_select',
      filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
      response_url_enabled: true,
      ...(known ? { initial_conversation: channel } : { default_to_current_conversation: true }),
    } as InputBlock['element'],
  );
}
