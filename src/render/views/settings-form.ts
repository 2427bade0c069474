import type { InputBlock, ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import { type ChannelSettings, LANGUAGES, SAME_LANGUAGE } from '../../model/settings.js';
import { context, section } from '../blocks/message.js';
import { choiceField, field, modalView, plain, type ViewContext } from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import * as viewTexts from '../texts/views.js';

/** The form to change a channel's settings. */
export function renderSettingsForm(view: ViewContext, settings: ChannelSettings): ModalView {
  const { who, people, replies, answers, language } = settings;
  return modalView(view, {
    title: viewTexts.settingsTitle,
    submit: viewTexts.saveLabel,
    blocks: [
      section(viewTexts.settingsHead(view.place?.channel ?? '')),
      choiceField({ id: FIELDS.who, label: viewTexts.whoLabel }, viewTexts.whoChoices, who),
      peopleField(people),
      choiceField(
        { id: FIELDS.replies, label: viewTexts.repliesLabel },
        viewTexts.replyChoices,
        replies,
      ),
      choiceField(
        { id: FIELDS.answers, label: viewTexts.answersLabel },
        viewTexts.answerChoices,
        answers,
      ),
      languageField(language),
    ],
  });
}

/** The same for users who may not change them. */
export function renderSettings(view: ViewContext, settings: ChannelSettings): ModalView {
  return modalView(view, {
    title: viewTexts.settingsTitle,
    blocks: [
      section(viewTexts.settingsHead(view.place?.channel ?? '')),
      section(viewTexts.settingsAsText(settings)),
      context(viewTexts.whoMaySet),
    ],
  });
}

function peopleField(people: readonly string[]): InputBlock {
  return field(
    { id: FIELDS.people, label: viewTexts.peopleLabel, hint: viewTexts.peopleHint, optional: true },
    {
      type: 'multi_users_select',
      max_selected_items: 100,
      ...(people.length === 0 ? {} : { initial_users: [...people] }),
    } as InputBlock['element'],
  );
}

function languageField(language: ChannelSettings['language']): InputBlock {
  const option = (name: string, value = name) => ({ text: plain(name, LIMITS.option), value });
  const asAsked = option(viewTexts.sameLanguageLabel, SAME_LANGUAGE);
  return field({ id: FIELDS.language, label: viewTexts.languageLabel }, {
    type: 'static_select',
    options: [asAsked, ...LANGUAGES.map((name) => option(name))],
    initial_option: language === undefined ? asAsked : option(language),
  } as InputBlock['element']);
}
