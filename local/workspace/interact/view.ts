import type { Parcel } from '../events/parcel.js';
import type { PersonRecord, ViewRecord } from '../state/records.js';
import type { World } from '../state/world.js';
import type { Entry, Modal, View } from '../workspace-api.js';
import { actionOf } from './action.js';
import { stateOf } from './chosen.js';
import { elementsIn, findElement } from './element.js';
import { common } from './parts.js';

/** A view as the Web API returns it and payloads carry it. */
export function shownView(world: World, view: ViewRecord): View {
  const { install, user: _user, channel: _channel, root, previous, ...rest } = view;
  const { entries, errors: _errors, trouble: _trouble, ...content } = rest;
  return {
    ...content,
    team_id: install.teamId,
    state: stateOf(withCurrent(view), entries),
    root_view_id: root,
    previous_view_id: previous,
    app_id: world.app.appId,
    app_installed_team_id: install.teamId,
    bot_id: install.botId,
  };
}

export function shownModal(world: World, view: ViewRecord): Modal {
  const { errors, trouble } = view;
  return { ...shownView(world, view), errors, ...(trouble === undefined ? {} : { trouble }) };
}

/** `default_to_current_conversation`: where the click was that opened the modal. */
function withCurrent({ blocks, channel }: ViewRecord): View['blocks'] {
  if (channel === undefined) return blocks;
  return blocks.map((block) => {
    const { element } = block as { element?: Readonly<Record<string, unknown>> };
    if (!element?.['default_to_current_conversation']) return block;
    return { ...block, element: { initial_conversation: channel, ...element } };
  });
}

export interface Used {
  readonly person: PersonRecord;
  readonly view: ViewRecord;
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly entry?: Entry | undefined;
}

/** `block_actions` from within a view. Throws where the view has no such element. */
export function usedParcel(world: World, used: Used): Parcel {
  const { person, view, actionId, blockId, entry } = used;
  const { install } = view;
  const found = findElement(view.blocks, { actionId, blockId });
  if (!found) throw new Error(`no element with action_id ${actionId} in that view`);
  const id = triggerIn(world, view);
  return {
    kind: 'interaction',
    id,
    what: 'block_actions',
    payload: {
      type: 'block_actions',
      ...common(world, { install, person }),
      container: { type: 'view', view_id: view.id },
      trigger_id: id,
      view: shownView(world, view),
      actions: [
        {
          ...actionOf(found.element, entry),
          block_id: found.blockId,
          action_ts: world.clock.nextTs(),
        },
      ],
    },
  };
}

export interface Sent {
  readonly person: PersonRecord;
  readonly view: ViewRecord;
  /** Makes a `response_url` for a conversation that was chosen for answers. */
  readonly responseUrl: (channel: string) => string;
}

/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload#view_submission */
export function submissionParcel(world: World, { person, view, responseUrl }: Sent): Parcel {
  const { install } = view;
  const id = triggerIn(world, view);
  const shown = shownView(world, view);
  return {
    kind: 'interaction',
    id,
    what: 'view_submission',
    payload: {
      type: 'view_submission',
      ...common(world, { install, person }),
      trigger_id: id,
      view: shown,
      response_urls: responseUrls(shown, responseUrl),
    },
  };
}

/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload#view_closed */
export function closedParcel(
  world: World,
  closed: { readonly person: PersonRecord; readonly view: ViewRecord; readonly all: boolean },
): Parcel {
  const { person, view, all } = closed;
  const { install } = view;
  return {
    kind: 'interaction',
    id: view.id,
    what: 'view_closed',
    payload: {
      type: 'view_closed',
      ...common(world, { install, person }),
      view: shownView(world, view),
      is_cleared: all,
    },
  };
}

/** Only what happens in a modal opens a further one upon it. */
function triggerIn(world: World, { install, user, id, type, channel }: ViewRecord): string {
  const from = channel === undefined ? {} : { channel };
  return world.triggers.issue({
    install,
    user,
    ...from,
    ...(type === 'modal' ? { view: id } : {}),
  });
}

function responseUrls({ blocks, state }: View, url: (channel: string) => string) {
  return elementsIn(blocks).flatMap(({ element, blockId }) => {
    const actionId = String(element['action_id']);
    const held = state.values[blockId]?.[actionId];
    const channel = held?.['selected_conversation'] ?? held?.['selected_channel'];
    if (!element['response_url_enabled'] || typeof channel !== 'string') return [];
    return [
      { block_id: blockId, action_id: actionId, channel_id: channel, response_url: url(channel) },
    ];
  });
}
