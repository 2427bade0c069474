import type { Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import type { SlackRefused } from '../slack/errors.js';
import type { ResponseUrlStore } from '../store/sealed-urls.js';
import type { PostEphemeral } from './post-ephemeral.js';

export interface TellMovedOptions {
  readonly questionResponses: Pick<ResponseUrlStore, 'sealedUrl'>;
  readonly postEphemeral: PostEphemeral;
}

/** Tells who asked that Slack refused us the channel, in which `before` still is. */
export type TellMoved = (before: Question, refusal: SlackRefused) => Promise<void>;

/** In the channel itself, if they typed a command or sent a form: without the bot there, only its response URL reaches them. */
export function createTellMoved({ questionResponses, postEphemeral }: TellMovedOptions): TellMoved {
  return async ({ id, place, user }, { error }) => {
    const sealedResponseUrl = await questionResponses.sealedUrl(id);
    const text =
      error === 'not_in_channel'
        ? notes.askedOutsideChannel(place.channel)
        : notes.askedInDirectMessage;
    await postEphemeral({ place, user, ...(sealedResponseUrl && { sealedResponseUrl }) }, text);
  };
}
