import type { Message } from '../render/blocks/message.js';
import { simplify } from '../render/question/simplify.js';
import { SlackRefused } from '../slack/errors.js';
import { withShortWaits } from './short-waits.js';

/** A refused form uses up the rate limit too: a retry of the job would begin with it again, for ever. */
const WAITS_AFTER_REFUSAL = 5;

export interface SimplerForms<Sent> {
  readonly send: (message: Message) => Promise<Sent>;
  /** Default: a refusal of the content, or one for a reason that is not known. */
  readonly mayTrySimpler?: (error: unknown) => boolean;
  /** Called with each refusal after which a simpler form is tried. */
  readonly refused?: (error: unknown) => void;
}

/**
 * Sends a message; if Slack refuses it, in simpler forms, down to plain text. Throws the refusal of
 * the simplest form.
 */
export async function inSimplerForms<Sent>(
  first: Message,
  { send, mayTrySimpler = mayRefuseContent, refused }: SimplerForms<Sent>,
): Promise<Sent> {
  for (let message = first; ; ) {
    const waits = message === first ? 0 : WAITS_AFTER_REFUSAL;
    try {
      return await withShortWaits(waits, () => send(message));
    } catch (error) {
      const next = mayTrySimpler(error) ? simplify(message) : undefined;
      if (next === undefined) throw error;
      refused?.(error);
      message = next;
    }
  }
}

export function refusesContent(error: unknown): boolean {
  return error instanceof SlackRefused && error.category === 'content';
}

function mayRefuseContent(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.category === 'other');
}
