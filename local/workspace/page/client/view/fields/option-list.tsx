import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { type FieldOption, optionsOf } from '../../text/fields.js';
import { PlainText } from '../text/plain-text.js';
import type { FieldProps } from './field-props.js';

/** A list of options, any number of which can be checked. */
export function Checkboxes(props: FieldProps): VNode {
  const { element, value, onChangeEntry } = props;
  const [{ options } = { options: [] }] = optionsOf(element);
  const ticked = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <OptionGroupBox {...props} role="group">
      {options.map((option) => (
        <OptionRow
          key={option.value}
          kind="checkbox"
          option={option}
          checked={ticked.includes(option.value)}
          onCheck={(checked) =>
            onChangeEntry(
              options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? checked : ticked.includes(one))),
            )
          }
        />
      ))}
    </OptionGroupBox>
  );
}

/** A list of options, one of which can be chosen. */
export function RadioButtons(props: FieldProps): VNode {
  const { element, value, onChangeEntry } = props;
  const [{ options } = { options: [] }] = optionsOf(element);
  const name = useId();
  return (
    <OptionGroupBox {...props} role="radiogroup">
      {options.map((option) => (
        <OptionRow
          key={option.value}
          kind="radio"
          name={name}
          option={option}
          checked={value === option.value}
          onCheck={() => onChangeEntry(option.value)}
        />
      ))}
    </OptionGroupBox>
  );
}

function OptionGroupBox(
  props: FieldProps & { readonly role: 'group' | 'radiogroup'; readonly children: VNode[] },
): VNode {
  const { label, describedBy, role, children } = props;
  const named = 'text' in label ? { 'aria-label': label.text } : { 'aria-labelledby': label.id };
  return (
    <div
      class="choices"
      role={role}
      {...named}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      {children}
    </div>
  );
}

interface OptionRowProps {
  readonly kind: 'checkbox' | 'radio';
  readonly name?: string;
  readonly option: FieldOption;
  readonly checked: boolean;
  onCheck(checked: boolean): void;
}

function OptionRow({ kind, name, option, checked, onCheck }: OptionRowProps): VNode {
  return (
    <label class="choice">
      <input
        type={kind}
        {...(name ? { name } : {})}
        checked={checked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>
        <PlainText text={option.text} />
        {option.description && (
          <small>
            <PlainText text={option.description} />
          </small>
        )}
      </span>
    </label>
  );
}
