import { z } from 'zod';
import { checkedModal } from '../blocks/view.js';
import { type Outcome, succeeded } from '../events/parcel.js';
import type { ViewRecord } from '../state/records.js';
import { changeModal, closeModal, pushModal, replaceModal, stackOf } from '../state/views.js';
import type { World } from '../state/world.js';
import { Refusal } from '../web-api/refusal.js';
import { isEmpty, stateOf } from './chosen.js';

const TROUBLE = 'We had some trouble connecting. Try again?';
const MISSING = 'Please complete this required field.';

const Answer = z.discriminatedUnion('response_action', [
  z.object({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.object({ response_action: z.literal('update'), view: z.unknown() }),
  z.object({ response_action: z.literal('push'), view: z.unknown() }),
  z.object({ response_action: z.literal('clear') }),
]);

/** What Slack's clients refuse to send, by the id of the block: fields that are needed and empty, or too short. */
export function unfit(view: ViewRecord): Record<string, string> {
  const { values } = stateOf(view.blocks, view.entries);
  const problems = view.blocks.flatMap((block) => {
    if (block.type !== 'input') return [];
    const id = block.block_id ?? '';
    const problem = fieldProblem(block, Object.values(values[id] ?? {})[0]);
    return problem === undefined ? [] : [[id, problem] as const];
  });
  return Object.fromEntries(problems);
}

function fieldProblem(
  block: ViewRecord['blocks'][number],
  held: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (isEmpty(held)) return block['optional'] === true ? undefined : MISSING;
  const { min_length: least = 0, max_length: most = 3000 } = (block['element'] ?? {}) as {
    min_length?: number;
    max_length?: number;
  };
  const text = held?.['value'];
  if (typeof text !== 'string') return undefined;
  if (text.length < least) return `Must be at least ${least} characters.`;
  return text.length > most ? `Must be less than ${most + 1} characters.` : undefined;
}

/** Slack's own words, on the modal, where the app did not answer as it should. */
export function troubled(world: World, view: ViewRecord): void {
  replaceModal(world, { ...view, errors: {}, trouble: TROUBLE });
}

/** Does what the app's acknowledgement says; whatever is no answer leaves Slack's own words of trouble. */
export function settleSubmission(world: World, sent: ViewRecord, outcome: Outcome): void {
  const view = stackOf(world, sent.user).find((it) => it.id === sent.id);
  if (!view) return;
  try {
    if (!succeeded(outcome)) throw new Refusal('no_answer');
    settle(world, view, outcome.body.trim());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    troubled(world, view);
  }
}

function settle(world: World, view: ViewRecord, body: string): void {
  const answer = body === '' || body === '{}' ? undefined : parsed(body);
  switch (answer?.response_action) {
    case 'errors':
      replaceModal(world, { ...view, errors: known(view, answer.errors) });
      break;
    case 'update':
      changeModal(world, view, checkedModal(answer.view));
      break;
    case 'push':
      pushModal(world, view, checkedModal(answer.view));
      break;
    default:
      closeModal(world, view, answer?.response_action === 'clear');
  }
}

function parsed(body: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body));
  } catch {
    throw new Refusal('invalid_answer');
  }
}

/** Errors stand under input blocks, and nowhere else. */
function known(view: ViewRecord, errors: Record<string, string>): Record<string, string> {
  const inputs = new Set(view.blocks.filter((it) => it.type === 'input').map((it) => it.block_id));
  const ids = Object.keys(errors);
  if (ids.length === 0 || ids.some((id) => !inputs.has(id))) throw new Refusal('invalid_errors');
  return errors;
}
