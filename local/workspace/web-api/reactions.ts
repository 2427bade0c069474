import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import { setReaction } from '../state/reactions.js';
import { joinedChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';

const args = z.object({ channel: arg.string, timestamp: arg.string, name: arg.string });

function react(what: z.infer<typeof args>, caller: Caller, added: boolean): object {
  const { state, install } = caller;
  const channel = joinedChannel(what.channel, caller);
  const message = channel.messages.get(what.timestamp);
  if (!message) throw new SlackError('message_not_found');
  const { changed } = setReaction(state, {
    channel,
    message,
    user: install.botUserId,
    name: what.name,
    added,
  });
  if (!changed) throw new SlackError(added ? 'already_reacted' : 'no_reaction');
  return {};
}

export const reactionsMethods: readonly Method[] = [
  method({
    name: 'reactions.add',
    scopes: ['reactions:write'],
    args,
    run: (what, caller) => react(what, caller, true),
  }),
  method({
    name: 'reactions.remove',
    scopes: ['reactions:write'],
    limit: 'tier2PerMinute',
    args,
    run: (what, caller) => react(what, caller, false),
  }),
];
