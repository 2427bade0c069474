import type { Entry } from '../../../../api/page.js';
import type { FieldElement } from '../../text/fields.js';

export interface FieldProps {
  readonly element: FieldElement;
  readonly value: Entry;
  /** The field's label, or the id of a visible label. */
  readonly label: { readonly text: string } | { readonly id: string };
  readonly id?: string;
  readonly describedBy?: string;
  readonly invalid?: boolean;
  onChangeEntry(entry: Entry): void;
  /** Enter was pressed in it. */
  onEnterKey?(): void;
}

/** Props that every native control needs. */
export function controlProps({ label, id, describedBy, invalid }: FieldProps) {
  return {
    ...('text' in label ? { 'aria-label': label.text } : {}),
    ...(id ? { id } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(invalid ? { 'aria-invalid': true } : {}),
  };
}
