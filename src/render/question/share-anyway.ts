import { createHash } from 'node:crypto';
import { ACTIONS } from '../../model/actions.js';
import type { AudienceVerdict } from '../../model/audience.js';
import { actions, button, type Message, section } from '../blocks/message.js';
import * as labels from '../texts/buttons.js';
import * as notes from '../texts/notes.js';

type Refused = AudienceVerdict & { readonly ok: false };

export interface ShareAnywayInput {
  readonly questionId: string;
  /** The channel to share it with. */
  readonly channel: string;
  readonly refused: Refused;
  /** Whether the user may show the channel what it may not see. */
  readonly mayShare: boolean;
}

/** What a channel may not see of an answer, and a button that shares it all the same, for those who may. */
export function renderShareAnyway(input: ShareAnywayInput): Message {
  const { questionId, channel, refused, mayShare } = input;
  const text = notes.shareOutsideAudience(channel, outsideOf(refused), mayShare);
  const value = `${digestOf(refused)}:${questionId}`;
  const share = button(labels.shareAnyway, { id: ACTIONS.shareAnyway, value });
  return { text, blocks: [section(text), ...(mayShare ? [actions([share])] : [])] };
}

/** Of what the user is told, so that they agree to that and to nothing else. */
export function digestOf(refused: Refused): string {
  const told = JSON.stringify([refused.why, ...outsideOf(refused)].sort());
  return createHash('sha256').update(told).digest('hex').slice(0, 16);
}

function outsideOf(refused: Refused): readonly string[] {
  return refused.why === 'outside' ? refused.outside : [];
}
