import { SlackError } from '../protocol/slack-error.js';
import { findChannel, openDirectMessage } from '../state/directory.js';
import type { ChannelRecord } from '../state/records.js';
import type { Caller } from './method.js';

/** A channel that the bot can see; for others, the error is the same as for unknown ones. */
export function visibleChannel(ref: string, { state, install }: Caller): ChannelRecord {
  const channel = findChannel(state, ref, install.teamId);
  if (!channel || state.botOf(channel.teamId) !== install)
    throw new SlackError('channel_not_found');
  const member = channel.members.has(install.botUserId);
  if (channel.kind !== 'public' && !member) throw new SlackError('channel_not_found');
  return channel;
}

/** A channel that the bot is a member of. */
export function joinedChannel(ref: string, caller: Caller): ChannelRecord {
  const channel = visibleChannel(ref, caller);
  if (!channel.members.has(caller.install.botUserId)) throw new SlackError('not_in_channel');
  return channel;
}

const SCOPE_PREFIXES = { public: 'channels', private: 'groups', group: 'mpim', direct: 'im' };

/**
 * A method of the Conversations API needs the scope of the kind of conversation that it is called for.
 * https://docs.slack.dev/apis/web-api/using-the-conversations-api
 */
export function requireScopeOf(
  { kind }: ChannelRecord,
  access: 'read' | 'history',
  { install: { scopes } }: Caller,
): void {
  const needed = `${SCOPE_PREFIXES[kind]}:${access}`;
  if (scopes.has(needed)) return;
  throw new SlackError('missing_scope', { needed, provided: [...scopes].join(',') });
}

/** The channel to post in; a user id means the direct message with them. */
export function postableChannel(ref: string, caller: Caller): ChannelRecord {
  const { state, install } = caller;
  const person = state.people.get(ref);
  if (person?.is_bot) throw new SlackError('channel_not_found');
  const channel = person
    ? openDirectMessage(state, person.id, install.teamId)
    : visibleChannel(ref, caller);
  const inside = channel.members.has(install.botUserId);
  if (!inside && !install.scopes.has('chat:write.public')) throw new SlackError('not_in_channel');
  if (channel.archived) throw new SlackError('is_archived');
  return channel;
}
