import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isSeveral } from '../text/fields.js';
import { Boxes, Radios } from './field-options.js';
import { Picked } from './field-picked.js';
import type { FieldProps } from './field-props.js';
import { Select, SeveralSelect } from './field-select.js';
import { TextField } from './field-text.js';

/** An element that holds something, in a form, beside a text or among buttons. */
export function Field(props: FieldProps): VNode {
  const root = useRef<HTMLDivElement>(null);
  const { element } = props;
  useEffect(() => {
    if (element['focus_on_load']) focusIn(root.current);
  }, []);
  return (
    <div class={`field field-${element.type}`} ref={root}>
      <Inner {...props} />
    </div>
  );
}

function focusIn(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function Inner(props: FieldProps): VNode {
  const { type } = props.element;
  if (type === 'checkboxes') return <Boxes {...props} />;
  if (type === 'radio_buttons') return <Radios {...props} />;
  if (isSeveral(type)) return <SeveralSelect {...props} />;
  if (type.endsWith('_select')) return <Select {...props} />;
  if (type.endsWith('picker')) return <Picked {...props} />;
  if (type.endsWith('_input') && type !== 'file_input') return <TextField {...props} />;
  return (
    <span class="placeholder">
      A <code>{type}</code>, which this page does not draw.
    </span>
  );
}
