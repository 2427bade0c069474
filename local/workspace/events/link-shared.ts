import { createUnfurlId, sharedLinks } from '../state/links.js';
import type { Install, StateChange } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import type { AppEvent } from './envelope.js';

/**
 * Sent for links to the app's domains in any channel of the workspace, except in the app's own
 * messages: https://docs.slack.dev/reference/events/link_shared
 */
export function linkShared(
  state: WorkspaceState,
  install: Install,
  { channel, message }: Extract<StateChange, { kind: 'message-posted' }>,
): AppEvent[] {
  if (state.botOf(channel.teamId) !== install || !install.scopes.has('links:read')) return [];
  const links =
    message.bot_id === install.botId ? [] : sharedLinks(message.text, state.app.unfurlDomains);
  if (links.length === 0) return [];
  const event = {
    type: 'link_shared',
    user: message.user,
    channel: channel.id,
    message_ts: message.ts,
    ...(message.thread_ts ? { thread_ts: message.thread_ts } : {}),
    links,
    source: 'conversations_history',
    unfurl_id: createUnfurlId(channel.id, message.ts),
    is_bot_user_member: channel.members.has(install.botUserId),
    event_ts: state.clock.nextTs(),
  };
  return [{ event, channel, actor: message.user }];
}

/**
 * Sent when a person types or pastes such a link into the composer. It does not say where:
 * https://docs.slack.dev/messaging/unfurling-links-in-messages#composer-unfurls
 */
export function linkDrafted(
  state: WorkspaceState,
  install: Install,
  { draft }: Extract<StateChange, { kind: 'link-drafted' }>,
): AppEvent[] {
  if (state.botOf(draft.teamId) !== install || !install.scopes.has('links:read')) return [];
  const links = sharedLinks(draft.text, state.app.unfurlDomains);
  if (links.length === 0) return [];
  const event = {
    type: 'link_shared',
    user: draft.user,
    channel: 'COMPOSER',
    message_ts: draft.id,
    unfurl_id: draft.id,
    links,
    source: 'composer',
    event_ts: state.clock.nextTs(),
  };
  return [{ event, channel: undefined, actor: draft.user }];
}
