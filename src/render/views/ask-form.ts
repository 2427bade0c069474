import type { InputBlock, ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { repositoriesIn } from '../../model/repository-scope.js';
import {
  choiceField,
  field,
  modalView,
  plain,
  textField,
  type ViewContext,
} from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import * as viewTexts from '../texts/views.js';

/** The form to ask a question. By default the answer goes to where it was opened. */
export function renderAskForm(view: ViewContext, repositories: readonly string[] = []): ModalView {
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
      ...repositoryField(repositories),
      choiceField(
        { id: FIELDS.audience, label: viewTexts.audienceLabel },
        viewTexts.audienceChoices,
        audience,
      ),
      whereField(place?.channel),
    ],
  });
}

/** Names that `repo:` cannot hold, or that Slack's menu would cut, are left out. */
function repositoryField(repositories: readonly string[]): InputBlock[] {
  const options = repositories
    .filter((name) => name.length <= LIMITS.option && repositoriesIn(`repo:${name}`)[0] === name)
    .slice(0, LIMITS.options)
    .map((name) => ({ text: plain(name, LIMITS.option), value: name }));
  if (options.length === 0) return [];
  const about = { label: viewTexts.repositoryLabel, hint: viewTexts.repositoryHint };
  const select = {
    type: 'static_select',
    options,
    placeholder: plain(viewTexts.allRepositories, LIMITS.placeholder),
  } as InputBlock['element'];
  return [field({ id: FIELDS.repository, ...about, optional: true }, select)];
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
