import type { PostOnce } from '../deliver/post-once.js';
import type { Logger } from '../log.js';
import type { JoinedChannel } from '../model/intent.js';
import { note } from '../render/blocks/message.js';
import { hello } from '../render/texts/hello.js';
import { isFinalRefusal } from '../slack/errors.js';

export interface JoinedChannelOptions {
  readonly postOnce: PostOnce;
  readonly logger: Logger;
}

/** Says hello in a channel that the bot was invited to, once for each invitation. */
export function createJoinedChannelHandler({ postOnce, logger }: JoinedChannelOptions) {
  return async ({ id, place, bot, at }: JoinedChannel): Promise<void> => {
    try {
      await postOnce(place, { id, slot: 'hello', at, message: note(hello(bot)) });
    } catch (error) {
      // Such as where only some may post. Nobody asked for it.
      if (!isFinalRefusal(error)) throw error;
      logger.info({ err: error }, 'no hello: refused by Slack');
    }
  };
}
