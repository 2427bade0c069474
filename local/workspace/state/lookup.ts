import type { Ref } from '../api/workspace.js';
import { idOf } from './directory.js';
import { parentOf } from './messages.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

/** These throw on unknown ids, since that is a mistake in the calling test. */
export function requirePerson(state: WorkspaceState, ref: Ref): PersonRecord {
  const person = state.people.get(idOf(ref));
  if (!person) throw new Error(`no such person: ${idOf(ref)}`);
  return person;
}

export function requireChannel(state: WorkspaceState, ref: Ref): ChannelRecord {
  const channel = state.channels.get(idOf(ref));
  if (!channel) throw new Error(`no such channel: ${idOf(ref)}`);
  return channel;
}

export function requireMessage(channel: ChannelRecord, ts: string): StoredMessage {
  const message = channel.messages.get(ts);
  if (!message) throw new Error(`no such message: ${ts}`);
  return message;
}

export function requireThreadParent(channel: ChannelRecord, threadTs: string): StoredMessage {
  const parent = parentOf(channel, threadTs);
  if (!parent) throw new Error(`no such thread: ${threadTs}`);
  return parent;
}

/** The installation in the workspace of a channel or person. */
export function requireInstall(
  state: WorkspaceState,
  { teamId }: { readonly teamId: string },
): Install {
  const install = state.botOf(teamId);
  if (!install || install.tokenError)
    throw new Error('The app is not installed in this workspace.');
  return install;
}
