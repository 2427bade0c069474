import type { Entry, View } from '../api/workspace.js';
import { allElements, findElement } from '../block-kit/find-element.js';
import type { Delivery } from '../delivery/delivery.js';
import type { PersonRecord, ViewRecord } from '../state/records.js';
import { viewObject } from '../state/view-object.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { actionPayload } from './action.js';
import { commonFields, interaction } from './payload-parts.js';

export interface ViewAction {
  readonly person: PersonRecord;
  readonly view: ViewRecord;
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly entry?: Entry | undefined;
}

/** A click in a view. Throws if the view has no such element. */
export function viewActionsDelivery(state: WorkspaceState, action: ViewAction): Delivery {
  const { person, view, actionId, blockId, entry } = action;
  const { install } = view;
  const found = findElement(view.blocks, { actionId, blockId });
  if (!found) throw new Error(`no element with action_id ${actionId} in that view`);
  const id = issueTriggerId(state, view);
  return interaction(id, {
    type: 'block_actions',
    ...commonFields(state, { install, person }),
    container: { type: 'view', view_id: view.id },
    trigger_id: id,
    view: viewObject(state, view),
    actions: [
      {
        ...actionPayload(found.element, entry),
        block_id: found.blockId,
        action_ts: state.clock.nextTs(),
      },
    ],
  });
}

export interface ViewSubmission {
  readonly person: PersonRecord;
  readonly view: ViewRecord;
  /** Creates a `response_url` for a conversation selected in an element with `response_url_enabled`. */
  readonly responseUrl: (channel: string) => string;
}

/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload#view_submission */
export function viewSubmissionDelivery(
  state: WorkspaceState,
  { person, view, responseUrl }: ViewSubmission,
): Delivery {
  const { install } = view;
  const id = issueTriggerId(state, view);
  const shown = viewObject(state, view);
  return interaction(id, {
    type: 'view_submission',
    ...commonFields(state, { install, person }),
    trigger_id: id,
    view: shown,
    response_urls: responseUrls(shown, responseUrl),
  });
}

/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload#view_closed */
export function viewClosedDelivery(
  state: WorkspaceState,
  closed: { readonly person: PersonRecord; readonly view: ViewRecord; readonly all: boolean },
): Delivery {
  const { person, view, all } = closed;
  const { install } = view;
  return interaction(view.id, {
    type: 'view_closed',
    ...commonFields(state, { install, person }),
    view: viewObject(state, view),
    is_cleared: all,
  });
}

/** Only triggers from a modal can push another modal on top of it. */
function issueTriggerId(
  state: WorkspaceState,
  { install, user, id, type, channel }: ViewRecord,
): string {
  const from = channel === undefined ? {} : { channel };
  return state.triggerIds.issue({
    install,
    user,
    ...from,
    ...(type === 'modal' ? { view: id } : {}),
  });
}

function responseUrls({ blocks, state }: View, url: (channel: string) => string) {
  return allElements(blocks).flatMap(({ element, blockId }) => {
    const actionId = String(element['action_id']);
    const fieldState = state.values[blockId]?.[actionId];
    const channel = fieldState?.['selected_conversation'] ?? fieldState?.['selected_channel'];
    if (!element['response_url_enabled'] || typeof channel !== 'string') return [];
    return [
      { block_id: blockId, action_id: actionId, channel_id: channel, response_url: url(channel) },
    ];
  });
}
