import { z } from 'zod';
import { validateModal } from '../block-kit/validate-view.js';
import { isEmptyState, viewState } from '../block-kit/view-state.js';
import { type DeliveryOutcome, succeeded } from '../delivery/delivery.js';
import { SlackError } from '../protocol/slack-error.js';
import type { ViewRecord } from '../state/records.js';
import { closeModal, modalStack, pushModal, setModal, updateModal } from '../state/views.js';
import type { WorkspaceState } from '../state/workspace-state.js';

const CONNECTION_FAILED = 'We had some trouble connecting. Try again?';
const REQUIRED = 'Please complete this required field.';

const SubmissionResponse = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

/** Errors that Slack's clients find before sending, by `block_id`: required but empty, too short or too long. */
export function entryErrors(view: ViewRecord): Record<string, string> {
  const { values } = viewState(view.blocks, view.entries);
  const errors = view.blocks.flatMap((block) => {
    if (block.type !== 'input') return [];
    const id = block.block_id ?? '';
    const error = fieldError(block, Object.values(values[id] ?? {})[0]);
    return error === undefined ? [] : [[id, error] as const];
  });
  return Object.fromEntries(errors);
}

function fieldError(
  block: ViewRecord['blocks'][number],
  fieldState: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (isEmptyState(fieldState)) return block['optional'] === true ? undefined : REQUIRED;
  const { min_length: minLength = 0, max_length: maxLength = 3000 } = (block['element'] ?? {}) as {
    min_length?: number;
    max_length?: number;
  };
  const text = fieldState?.['value'];
  if (typeof text !== 'string') return undefined;
  if (text.length < minLength) return `Must be at least ${minLength} characters.`;
  return text.length > maxLength ? `Must be less than ${maxLength + 1} characters.` : undefined;
}

/** Shows Slack's error message on the modal when the app did not respond properly. */
export function showConnectionFailure(state: WorkspaceState, view: ViewRecord): void {
  setModal(state, { ...view, errors: {}, failure: CONNECTION_FAILED });
}

/** Applies the app's `response_action`; an invalid response shows Slack's error message. */
export function handleSubmissionOutcome(
  state: WorkspaceState,
  submitted: ViewRecord,
  outcome: DeliveryOutcome,
): void {
  const view = modalStack(state, submitted.user).find((it) => it.id === submitted.id);
  if (!view) return;
  try {
    if (!succeeded(outcome)) throw new SlackError('no_answer');
    applyResponse(state, view, outcome.body.trim());
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    showConnectionFailure(state, view);
  }
}

function applyResponse(state: WorkspaceState, view: ViewRecord, body: string): void {
  const response = body === '' || body === '{}' ? undefined : parseResponse(body);
  switch (response?.response_action) {
    case 'errors':
      setModal(state, { ...view, errors: requireInputErrors(view, response.errors) });
      break;
    case 'update':
      updateModal(state, view, validateModal(response.view));
      break;
    case 'push':
      pushModal(state, view, validateModal(response.view));
      break;
    default:
      closeModal(state, view, response?.response_action === 'clear');
  }
}

function parseResponse(body: string): z.infer<typeof SubmissionResponse> {
  try {
    return SubmissionResponse.parse(JSON.parse(body));
  } catch {
    throw new SlackError('invalid_answer');
  }
}

/** Errors may only refer to input blocks. */
function requireInputErrors(
  view: ViewRecord,
  errors: Record<string, string>,
): Record<string, string> {
  const inputs = new Set(view.blocks.filter((it) => it.type === 'input').map((it) => it.block_id));
  const ids = Object.keys(errors);
  if (ids.length === 0 || ids.some((id) => !inputs.has(id))) throw new SlackError('invalid_errors');
  return errors;
}
