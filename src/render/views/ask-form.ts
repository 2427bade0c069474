import type { InputBlock, ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import * as words from '../texts/views.js';
import { choiceField, field, modalView, type Opened, textField } from './view.js';

/** A question, and where its answer goes: by default where the form was opened. */
export function renderAskForm(opened: Opened): ModalView {
  const { place } = opened;
  const audience = place?.channel.startsWith('D') ? 'me' : 'channel';
  return modalView(opened, {
    title: words.askTitle,
    submit: words.askLabel,
    blocks: [
      textField(
        { id: FIELDS.question, label: words.questionLabel },
        { focus: true, placeholder: words.questionExample },
      ),
      choiceField({ id: FIELDS.audience, label: words.audienceLabel }, words.audiences, audience),
      whereField(place?.channel),
    ],
  });
}

/** Slack offers the channels that the person is in, and knows where they are. */
function whereField(channel: string | undefined): InputBlock {
  const known = channel !== undefined && /^[CG]/.test(channel);
  return field(
    { id: FIELDS.where, label: words.whereLabel, hint: words.whereHint, optional: true },
    {
      type: 'conversations_select',
      filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
      response_url_enabled: true,
      ...(known ? { initial_conversation: channel } : { default_to_current_conversation: true }),
    } as InputBlock['element'],
  );
}
