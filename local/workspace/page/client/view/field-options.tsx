import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { type FieldOption, optionsOf } from '../text/fields.js';
import type { FieldProps } from './field-props.js';
import { PlainText } from './plain-text.js';

/** A list of which any may be ticked. */
export function Boxes(props: FieldProps): VNode {
  const { element, value, onEnter } = props;
  const [{ options } = { options: [] }] = optionsOf(element);
  const ticked = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <Choices {...props} role="group">
      {options.map((option) => (
        <Choice
          key={option.value}
          kind="checkbox"
          option={option}
          checked={ticked.includes(option.value)}
          onCheck={(checked) =>
            onEnter(
              options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? checked : ticked.includes(one))),
            )
          }
        />
      ))}
    </Choices>
  );
}

/** A list of which one is chosen. */
export function Radios(props: FieldProps): VNode {
  const { element, value, onEnter } = props;
  const [{ options } = { options: [] }] = optionsOf(element);
  const name = useId();
  return (
    <Choices {...props} role="radiogroup">
      {options.map((option) => (
        <Choice
          key={option.value}
          kind="radio"
          name={name}
          option={option}
          checked={value === option.value}
          onCheck={() => onEnter(option.value)}
        />
      ))}
    </Choices>
  );
}

function Choices(
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

interface ChoiceProps {
  readonly kind: 'checkbox' | 'radio';
  readonly name?: string;
  readonly option: FieldOption;
  readonly checked: boolean;
  onCheck(checked: boolean): void;
}

function Choice({ kind, name, option, checked, onCheck }: ChoiceProps): VNode {
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
