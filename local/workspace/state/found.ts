import type { Ref } from '../workspace-api.js';
import { idOf } from './directory.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from './records.js';
import { rootOf } from './timeline.js';
import type { World } from './world.js';

/** What a caller names: a name that does not exist throws, as a mistake of theirs. */
export function personOf(world: World, ref: Ref): PersonRecord {
  const person = world.people.get(idOf(ref));
  if (!person) throw new Error(`no such person: ${idOf(ref)}`);
  return person;
}

export function channelOf(world: World, ref: Ref): ChannelRecord {
  const channel = world.channels.get(idOf(ref));
  if (!channel) throw new Error(`no such channel: ${idOf(ref)}`);
  return channel;
}

export function messageOf(channel: ChannelRecord, ts: string): StoredMessage {
  const message = channel.messages.get(ts);
  if (!message) throw new Error(`no such message: ${ts}`);
  return message;
}

export function threadOf(channel: ChannelRecord, threadTs: string): StoredMessage {
  const root = rootOf(channel, threadTs);
  if (!root) throw new Error(`no such thread: ${threadTs}`);
  return root;
}

/** The app in a channel's or a person's workspace. */
export function installIn(world: World, { teamId }: { readonly teamId: string }): Install {
  const install = world.botOf(teamId);
  if (!install || install.dead) throw new Error('the app is not installed in that workspace');
  return install;
}
