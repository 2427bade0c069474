import type { KnownBlock } from '@slack/types';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from './errors.js';
import { safeToShow } from './outgoing-text.js';

const METHOD = 'response_url';
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
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export async function respond(
  url: string,
  message: ResponseMessage,
  options: { apiUrl?: string; timeoutMs?: number },
): Promise<void> {
  const { replaceOriginal = false, text, blocks = [] } = safeToShow(message);
  const { origin } = new URL(url);
  const allowed = options.apiUrl === undefined ? undefined : new URL(options.apiUrl).origin;
  if (!SLACK_ORIGINS.has(origin) && origin !== allowed)
    throw new SlackRefused(METHOD, 'foreign_address');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        response_type: 'ephemeral',
        replace_original: replaceOriginal,
        text,
        ...(blocks.length === 0 ? {} : { blocks }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? 5000),
    });
    checkReply(response, await response.text());
  } catch (error) {
    if (error instanceof SlackRefused || error instanceof SlackBusy) throw error;
    throw new SlackOutcomeUnknown(METHOD, { cause: error });
  }
}

/**
 * Slack answers with `ok`, or with `{"ok":false,"error":…}` and the status 200, 400, 404 or 500:
 * https://github.com/vercel/chat/issues/440, https://github.com/slackapi/bolt-js/issues/377. So the
 * body decides, and the status where the body does not say.
 */
function checkReply({ ok, status, headers }: Response, body: string): void {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after')) || 1;
    throw new SlackBusy(METHOD, seconds * 1000);
  }
  const code = errorCode(body);
  if (code !== undefined) throw new SlackRefused(METHOD, code);
  if (status >= 500) throw new Error(`status ${status}`);
  if (!ok) throw new SlackRefused(METHOD, `http_${status}`);
}

const CODE = /^\w{1,80}$/;

/** Undefined if the body is no error. */
function errorCode(body: string): string | undefined {
  const reply = parsed(body);
  if (reply === undefined || reply['ok'] !== false) return undefined;
  const code = reply['error'];
  return typeof code === 'string' && CODE.test(code) ? code : 'unknown_error';
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
