import type { Button } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import { button } from '../message.js';

/** Plain label, and the errand as `intake/errand.ts` reads it: numbers and words, never a capability. */
export interface ErrandButton {
  readonly label: string;
  readonly errand: string;
  readonly danger?: boolean;
}

/** `from`: the number of the first, where a message has others before: ids are unique in it. */
export function errandButtons(all: readonly ErrandButton[], from = 0): Button[] {
  return all.map(({ label, errand, danger = false }, i) => ({
    ...button(label, { id: `${ACTIONS.errand}.${from + i}`, value: errand }),
    ...(danger ? { style: 'danger' as const } : {}),
  }));
}
