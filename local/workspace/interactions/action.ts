import type { Entry } from '../api/workspace.js';
import type { Element } from '../block-kit/find-element.js';
import { elementState } from '../block-kit/view-state.js';

/** The entry in `actions` for an element; `entry` is the chosen value, if it has one. */
export function actionPayload(element: Element, entry: Entry | undefined): Record<string, unknown> {
  const { type, action_id, text, style } = element;
  const common = { type, action_id };
  switch (type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return { ...common, ...definedOnly({ text, style, value: element['value'] }) };
    case 'feedback_buttons':
      return { ...common, ...definedOnly(feedbackFields(element, entry)) };
    default:
      return { ...common, ...elementState(element, entry ?? null) };
  }
}

function definedOnly(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function feedbackFields(element: Element, value: Entry | undefined): Record<string, unknown> {
  const buttons = [element['positive_button'], element['negative_button']] as Element[];
  const pressed = buttons.find((it) => it['value'] === value) ?? buttons[0];
  return { text: pressed?.['text'], value: pressed?.['value'] };
}
