import type { Modal, View } from '../api/workspace.js';
import { viewState } from '../block-kit/view-state.js';
import type { ViewRecord } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

/** A view as the Web API returns it and interaction payloads carry it: https://docs.slack.dev/reference/views */
export function viewObject(state: WorkspaceState, view: ViewRecord): View {
  const { install, user: _user, channel: _channel, root, previous, ...rest } = view;
  const { entries, errors: _errors, failure: _failure, ...content } = rest;
  return {
    ...content,
    team_id: install.teamId,
    state: viewState(withCurrentConversation(view), entries),
    root_view_id: root,
    previous_view_id: previous,
    app_id: state.app.appId,
    app_installed_team_id: install.organizationId ?? install.teamId,
    bot_id: install.botId,
  };
}

export function modalObject(state: WorkspaceState, view: ViewRecord): Modal {
  const { errors, failure } = view;
  return {
    ...viewObject(state, view),
    errors,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Fills `default_to_current_conversation` fields with the conversation that the modal was opened from. */
function withCurrentConversation({ blocks, channel }: ViewRecord): View['blocks'] {
  if (channel === undefined) return blocks;
  return blocks.map((block) => {
    const { element } = block as { element?: Readonly<Record<string, unknown>> };
    if (!element?.['default_to_current_conversation']) return block;
    return { ...block, element: { initial_conversation: channel, ...element } };
  });
}
