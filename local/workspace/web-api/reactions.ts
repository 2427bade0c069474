import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import { setReaction } from '../state/reactions.js';
import { joinedChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';

const reactionArgs = z.object({ channel: arg.string, timestamp: arg.string, name: arg.string });

/** Without colons; some take a skin tone. https://docs.slack.dev/reference/methods/reactions.add */
const EMOJI_NAME = /^[a-z0-9_+'-]{1,100}(::skin-tone-[2-6])?$/;
/** That one user may add to a message. */
const MAX_OF_ONE_USER = 23;

function react(input: z.infer<typeof reactionArgs>, caller: Caller, added: boolean): object {
  const { state, install } = caller;
  const channel = joinedChannel(input.channel, caller);
  if (!/^\d+\.\d+$/.test(input.timestamp)) throw new SlackError('bad_timestamp');
  if (!EMOJI_NAME.test(input.name)) throw new SlackError('invalid_name');
  if (channel.archived) throw new SlackError('is_archived');
  const message = channel.messages.get(input.timestamp);
  if (!message) throw new SlackError('message_not_found');
  const own = message.reactions?.filter(({ users }) => users.includes(install.botUserId)) ?? [];
  if (added && own.length >= MAX_OF_ONE_USER) throw new SlackError('too_many_reactions');
  const { changed } = setReaction(state, {
    channel,
    message,
    user: install.botUserId,
    name: input.name,
    added,
  });
  if (!changed) throw new SlackError(added ? 'already_reacted' : 'no_reaction');
  return {};
}

const get = method({
  name: 'reactions.get',
  scopes: ['reactions:read'],
  args: z.object({ channel: arg.string, timestamp: arg.string }),
  run({ channel: id, timestamp: ts }, caller) {
    const channel = joinedChannel(id, caller);
    const message = channel.messages.get(ts);
    if (!message) throw new SlackError('message_not_found');
    const { text, reactions = [] } = message;
    // https://docs.slack.dev/reference/methods/reactions.get: without reactions, there is no such field.
    const shown = reactions.length === 0 ? {} : { reactions };
    return {
      type: 'message',
      channel: channel.id,
      message: { type: 'message', ts, text, ...shown },
    };
  },
});

export const reactionsMethods: readonly Method[] = [
  get,
  method({
    name: 'reactions.add',
    scopes: ['reactions:write'],
    args: reactionArgs,
    run: (input, caller) => react(input, caller, true),
  }),
  method({
    name: 'reactions.remove',
    scopes: ['reactions:write'],
    limit: 'tier2PerMinute',
    args: reactionArgs,
    run: (input, caller) => react(input, caller, false),
  }),
];
