import type { ForgetRequest } from '../../model/forget.js';
import type { MessageClick } from './click.js';
import { digest } from './digest.js';

/** Value: whose data, by user ID. Once for each message, however often it is clicked. */
export function parseForget(click: MessageClick): ForgetRequest | undefined {
  const { value: subject, channel, place, user, at, containerTs, sealedResponse } = click;
  if (!/^[UW][A-Z0-9]{1,30}$/.test(subject) || containerTs === undefined) return undefined;
  const id = `forget-${digest(`${channel} ${subject} ${user} ${containerTs}`)}`;
  return { kind: 'forget', id, place, user, at, subject, confirmed: true, ...sealedResponse };
}
