import type { VNode } from 'preact';
import { controlProps, type FieldProps } from './field-props.js';

const INPUT_TYPES: Readonly<Record<string, 'date' | 'time' | 'datetime-local'>> = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
};

/** A date, a time, or both, with the browser's own picker. */
export function DateTimeField(props: FieldProps): VNode {
  const { element, value, onChangeEntry } = props;
  const isDateTime = element.type === 'datetimepicker';
  const shown = typeof value === 'string' ? value : '';
  return (
    <input
      class="field-box field-short"
      type={INPUT_TYPES[element.type] ?? 'date'}
      {...controlProps(props)}
      value={isDateTime ? localOf(shown) : shown}
      onChange={({ currentTarget }) =>
        onChangeEntry((isDateTime ? secondsOf(currentTarget.value) : currentTarget.value) || null)
      }
    />
  );
}

/** Unix seconds → the local time format of `datetime-local`. */
function localOf(seconds: string): string {
  if (!seconds) return '';
  const at = new Date(Number(seconds) * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const secondsOf = (local: string): string =>
  local ? String(Math.floor(new Date(local).getTime() / 1000)) : '';
