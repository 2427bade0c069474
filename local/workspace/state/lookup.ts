import type { Ref } from '../api/workspace.js';
import { idOf } from './directory.js';
import { parentOf } from './messages.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

/** What a caller names: a name that does not exist throws, as a mistake of theirs. */
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
  const root = parentOf(channel, threadTs);
  if (!root) throw new Error(`no such thread: ${threadTs}`);
  return root;
}

/** The app in a channel's or a person's workspace. */
export function requireInstall(
  state: WorkspaceState,
  { teamId }: { readonly teamId: string },
): Install {
  const install = state.botOf(teamId);
  if (!install || install.tokenError) throw new Error('the app is not installed in that workspace');
  return install;
}
