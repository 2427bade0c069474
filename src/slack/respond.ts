import type { KnownBlock } from '@slack/types';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';

const SLACK_ORIGINS = new Set(['https://hooks.slack.com', 'https://hooks.slack-gov.com']);

export interface ResponseMessage {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  /** Replaces the ephemeral message that the click came from. */
  readonly replaceOriginal?: boolean;
}

/**
 * Sends an ephemeral message to a `response_url` (5 uses, 30 minutes); it may be lost. The URL comes
 * from a signed request; even so, only Slack's hosts and the host of `apiUrl` are called.
 */
export async function respond(
  url: string,
  message: ResponseMessage,
  options: { apiUrl?: string; timeoutMs?: number },
): Promise<void> {
  const { replaceOriginal = false, ...content } = message;
  const { origin } = new URL(url);
  const allowed = options.apiUrl === undefined ? undefined : new URL(options.apiUrl).origin;
  if (!SLACK_ORIGINS.has(origin) && origin !== allowed)
    throw new SlackRefused('response_url', 'foreign_address');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      response_type: 'ephemeral',
      replace_original: replaceOriginal,
      ...content,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
  }).catch((cause: unknown) => {
    throw new SlackOutcomeUnknown('response_url', { cause });
  });
  await response.body?.cancel();
  if (!response.ok) throw new SlackRefused('response_url', `http_${response.status}`);
}
