import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
import type { TokenFor } from './web-api.js';

export interface DownloadOptions {
  /** A Web API root other than Slack's; its host may serve files as well. */
  readonly apiUrl?: string;
}

export type DownloadFile = ReturnType<typeof createDownloadFile>;

/** Used as the method in errors: a download is no call of the Web API. */
const METHOD = 'files.download';
/** Shorter than for an upload, since a person waits for the view. */
const TIMEOUT_MS = 5_000;

const SLACK_ORIGINS = ['https://files.slack.com', 'https://files.slack-gov.com'];

/** Reads the files of messages at their `url_private`. https://docs.slack.dev/reference/objects/file-object */
export function createDownloadFile(tokenFor: TokenFor, { apiUrl }: DownloadOptions = {}) {
  const origins = new Set(SLACK_ORIGINS);
  if (apiUrl !== undefined) origins.add(new URL(apiUrl).origin);

  /**
   * The text of a file with at most `maxBytes`. Sends our token, so only to Slack's own hosts.
   * Throws as a call to Slack does.
   */
  return async (workspace: string, address: string, maxBytes: number): Promise<string> => {
    if (!origins.has(originOf(address) ?? '')) throw new SlackRefused(METHOD, 'foreign_address');
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${await tokenFor(workspace)}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new SlackOutcomeUnknown(METHOD, { cause });
    });
    if (!response.ok) throw new SlackRefused(METHOD, `http_${response.status}`);
    return textOf(response, maxBytes);
  };
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Throws if the file is larger, or no text. */
async function textOf(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let size = 0, next = await reader?.read(); next?.value; next = await reader?.read()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size <= maxBytes) continue;
    await reader?.cancel();
    throw new SlackRefused(METHOD, 'too_large');
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.includes('\0')) throw new SlackRefused(METHOD, 'no_text');
  return text;
}
