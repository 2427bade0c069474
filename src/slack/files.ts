import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
import type { ChannelRef, TokenFor } from './messages.js';
import type { SlackCall } from './web-api.js';

export interface SlackFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

export type SlackFiles = ReturnType<typeof createFiles>;

const TIMEOUT_MS = 30_000;
/** Shorter, since a person waits for the view. */
const DOWNLOAD_MS = 5_000;

const SLACK_ORIGINS = ['https://files.slack.com', 'https://files.slack-gov.com'];

export interface FilesOptions {
  /** A Web API root other than Slack's; its host may serve files as well. */
  readonly apiUrl?: string;
}

/**
 * Uploads are three requests: one for an upload URL, the upload, and one that shares the file.
 * https://docs.slack.dev/messaging/working-with-files
 */
export function createFiles(call: SlackCall, tokenFor: TokenFor, options: FilesOptions = {}) {
  const { apiUrl } = options;
  const hosts = new Set([
    ...SLACK_ORIGINS,
    ...(apiUrl === undefined ? [] : [new URL(apiUrl).origin]),
  ]);

  async function upload(address: string, content: Buffer): Promise<void> {
    const method = 'files.upload';
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new SlackOutcomeUnknown(method, { cause });
    });
    await response.body?.cancel();
    if (!response.ok) throw new SlackRefused(method, `http_${response.status}`);
  }

  /** Uploads a file, which nobody can see until it is shared. Returns its ID. */
  async function keep(target: ChannelRef, file: SlackFile): Promise<string> {
    const content = Buffer.from(file.content, 'utf8');
    const result = await call(await tokenFor(target.workspace), 'files.getUploadURLExternal', {
      filename: file.name,
      length: content.length,
    });
    const { upload_url: address, file_id: id } = result;
    if (typeof address !== 'string' || typeof id !== 'string') {
      throw new SlackOutcomeUnknown('files.getUploadURLExternal');
    }
    await upload(address, content);
    return id;
  }

  /** Shares an uploaded file, as a message of the app. Not idempotent. */
  async function show(target: ChannelRef, file: { id: string; title: string }, threadTs?: string) {
    await call(await tokenFor(target.workspace), 'files.completeUploadExternal', {
      files: [file],
      channel_id: target.channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    });
  }

  return {
    keep,
    show,
    /**
     * The text of a file with at most `maxBytes`. Sends our token, so only to Slack's own hosts.
     * Throws as a call to Slack does.
     */
    async download(workspace: string, address: string, maxBytes: number): Promise<string> {
      const method = 'files.download';
      if (!hosts.has(originOf(address) ?? '')) throw new SlackRefused(method, 'foreign_address');
      const response = await fetch(address, {
        headers: { authorization: `Bearer ${await tokenFor(workspace)}` },
        redirect: 'error',
        signal: AbortSignal.timeout(DOWNLOAD_MS),
      }).catch((cause: unknown) => {
        throw new SlackOutcomeUnknown(method, { cause });
      });
      if (!response.ok) throw new SlackRefused(method, `http_${response.status}`);
      return textOf(response, maxBytes);
    },

    /** Uploads a file and shares it. Not idempotent. Throws as a call to Slack does. */
    async uploadAndShare(target: ChannelRef, file: SlackFile): Promise<void> {
      const id = await keep(target, file);
      await show(target, { id, title: file.title });
    },
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
    throw new SlackRefused('files.download', 'too_large');
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.includes('\0')) throw new SlackRefused('files.download', 'no_text');
  return text;
}
