import { z } from 'zod';
import type { Parsed } from '../model/intent.js';

// Of no length but by a pattern: zod's own checks measure whatever has a length, be it a text or
// not, and throw where that is no number.
export const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
/** Seconds; more digits would be a time that no clock can tell. */
export const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

/** Encrypts a capability before it rests in a job. */
export type Seal = (secret: string, as: 'response_url' | 'pasted_link') => string;

/** The sealed way back of what Slack sent, where it sent one. */
export function answerBy(
  { response_url: url }: { response_url?: string | undefined },
  seal?: Seal,
) {
  return url === undefined || seal === undefined
    ? {}
    : { sealedResponseUrl: seal(url, 'response_url') };
}

export function ignored(reason: string): Parsed {
  return { kind: 'ignored', reason };
}

/** Undefined where it is no JSON. */
export function fromJson(text: string | null | undefined): unknown {
  try {
    return text == null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
