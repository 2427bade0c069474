import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isMultiSelect } from '../../text/fields.js';
import { DateTimeField } from './date-time-field.js';
import type { FieldProps } from './field-props.js';
import { Checkboxes, RadioButtons } from './option-list.js';
import { MultiSelectField, SelectField } from './select-field.js';
import { TextField } from './text-field.js';

/** An input element in a form, section or actions block. */
export function Field(props: FieldProps): VNode {
  const root = useRef<HTMLDivElement>(null);
  const { element } = props;
  useEffect(() => {
    if (element['focus_on_load']) focusIn(root.current);
  }, []);
  return (
    <div class={`field field-${element.type}`} ref={root}>
      <FieldControl {...props} />
    </div>
  );
}

function focusIn(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function FieldControl(props: FieldProps): VNode {
  const { type } = props.element;
  if (type === 'checkboxes') return <Checkboxes {...props} />;
  if (type === 'radio_buttons') return <RadioButtons {...props} />;
  if (isMultiSelect(type)) return <MultiSelectField {...props} />;
  if (type.endsWith('_select')) return <SelectField {...props} />;
  if (type.endsWith('picker')) return <DateTimeField {...props} />;
  if (type.endsWith('_input') && type !== 'file_input') return <TextField {...props} />;
  return (
    <span class="placeholder">
      A <code>{type}</code>, which this page cannot show.
    </span>
  );
}
