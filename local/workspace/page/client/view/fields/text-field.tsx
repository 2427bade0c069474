import type { VNode } from 'preact';
import { textObjectText } from '../../text/fields.js';
import { controlProps, type FieldProps } from './field-props.js';

/** The keyboard that a phone shows. */
const INPUT_MODES: Readonly<Record<string, 'email' | 'url' | 'decimal'>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
};

/** A single-line or multi-line text field. */
export function TextField(props: FieldProps): VNode {
  const { element, value, onChangeEntry, onEnterKey } = props;
  const common = {
    ...controlProps(props),
    placeholder: textObjectText(element['placeholder']) ?? '',
    value: typeof value === 'string' ? value : '',
    maxLength: typeof element['max_length'] === 'number' ? element['max_length'] : 3000,
    onInput: (event: { currentTarget: { value: string } }) =>
      onChangeEntry(event.currentTarget.value || null),
  };
  if (element['multiline'] || element.type === 'rich_text_input') {
    return <textarea class="field-box" rows={4} {...common} />;
  }
  return (
    <input
      class="field-box"
      type="text"
      autoComplete="off"
      inputMode={INPUT_MODES[element.type] ?? 'text'}
      {...common}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing || !onEnterKey) return;
        event.preventDefault();
        onEnterKey();
      }}
    />
  );
}
