import type { Entry } from '../../../../api/page.js';
import type { FieldElement } from '../../text/fields.js';

export interface FieldProps {
  readonly element: FieldElement;
  readonly value: Entry;
  /** What the field is called; where a label stands beside it, the label's id. */
  readonly label: { readonly text: string } | { readonly id: string };
  readonly id?: string;
  readonly describedBy?: string;
  readonly invalid?: boolean;
  onChangeEntry(entry: Entry): void;
  /** Enter was pressed in it. */
  onEnterKey?(): void;
}

/** What every native control of a field has. */
export function controlProps({ label, id, describedBy, invalid }: FieldProps) {
  return {
    ...('text' in label ? { 'aria-label': label.text } : {}),
    ...(id ? { id } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(invalid ? { 'aria-invalid': true } : {}),
  };
}
