import { ChevronDown } from 'lucide';
import type { VNode } from 'preact';
import type { PageChannel, PageState } from '../../../../api/page.js';
import { channelLabel, isSlackbot } from '../../state/people.js';
import { replaceShortcodes } from '../../text/emoji.js';
import {
  type FieldElement,
  type OptionGroup,
  optionsOf,
  textObjectText,
} from '../../text/fields.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';
import { controlProps, type FieldProps } from './field-props.js';
import { Checkboxes } from './option-list.js';

/** A native select: searchable by typing and accessible. */
export function SelectField(props: FieldProps): VNode {
  const { element, value, onChangeEntry } = props;
  const { page } = usePageContext();
  const groups = groupsOf(element, page);
  return (
    <span class="select-box">
      <select
        class="field-box"
        {...controlProps(props)}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChangeEntry(event.currentTarget.value || null)}
      >
        <option value="">{textObjectText(element['placeholder']) ?? 'Choose…'}</option>
        {groups.map((group, index) =>
          group.label === undefined ? (
            <Options key={index} group={group} />
          ) : (
            <optgroup key={index} label={group.label}>
              <Options group={group} />
            </optgroup>
          ),
        )}
      </select>
      <Icon of={ChevronDown} size={16} />
    </span>
  );
}

function Options({ group }: { group: OptionGroup }): VNode {
  return (
    <>
      {group.options.map(({ value, text }) => (
        <option key={value} value={value}>
          {replaceShortcodes(text)}
        </option>
      ))}
    </>
  );
}

/** A multi-select, as checkboxes. */
export function MultiSelectField(props: FieldProps): VNode {
  const { page } = usePageContext();
  const options = groupsOf(props.element, page)
    .flatMap((group) => group.options)
    .map(({ value, text }) => ({ value, text: { text } }));
  const element = { ...props.element, type: 'checkboxes', options, option_groups: undefined };
  return (
    <div class="multi-select">
      <Checkboxes {...props} element={element} />
    </div>
  );
}

/** The options: listed by the element, or the visible people or channels. */
function groupsOf(element: FieldElement, page: PageState): readonly OptionGroup[] {
  const { type } = element;
  if (type.includes('users')) {
    const people = page.people.filter((one) => !isSlackbot(one));
    return [{ options: people.map(({ id, name }) => ({ value: id, text: name })) }];
  }
  if (!/conversations|channels/.test(type)) return optionsOf(element);
  const shown = page.channels.filter((channel) => isOffered(element, channel));
  return [
    {
      options: shown.map((channel) => ({
        value: channel.id,
        text: channelLabel(page, channel),
      })),
    },
  ];
}

const KINDS = { public: 'public', private: 'private', group: 'mpim', direct: 'im' } as const;

/** Whether the select offers this channel: public ones, or those that its filter allows. */
function isOffered({ type, filter }: FieldElement, channel: PageChannel): boolean {
  if (!type.includes('conversations')) return channel.kind === 'public';
  const { include, exclude_external_shared_channels: noShared } = (filter ?? {}) as {
    include?: readonly string[];
    exclude_external_shared_channels?: boolean;
  };
  if (channel.shared && noShared) return false;
  return include === undefined || include.includes(KINDS[channel.kind]);
}
