import type { KnownBlock } from '@slack/types';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';

const SLACKS_OWN = new Set(['https://hooks.slack.com', 'https://hooks.slack-gov.com']);

export interface ResponseMessage {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  /** The note that a click came from makes way. */
  readonly replaceOriginal?: boolean;
}

/**
 * A private note through a `response_url` (5 uses, 30 minutes). It may be lost. The address comes
 * in a signed request, and still only Slack's own host or the configured API's is called.
 */
export async function respond(
  url: string,
  note: ResponseMessage,
  options: { apiUrl?: string; timeoutMs?: number },
): Promise<void> {
  const { replaceOriginal: replaces = false, ...said } = note;
  const { origin } = new URL(url);
  const allowed = options.apiUrl === undefined ? undefined : new URL(options.apiUrl).origin;
  const slacks = SLACKS_OWN.has(origin);
  if (!slacks && origin !== allowed) throw new SlackRefused('response_url', 'foreign_address');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: replaces, ...said }),
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
  }).catch((cause: unknown) => {
    throw new SlackOutcomeUnknown('response_url', { cause });
  });
  await response.body?.cancel();
  if (!response.ok) throw new SlackRefused('response_url', `http_${response.status}`);
}
