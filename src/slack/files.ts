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
/** Somebody looks at a view that waits for it. */
const DOWNLOAD_MS = 5_000;

const SLACKS_OWN = ['https://files.slack.com', 'https://files.slack-gov.com'];

export interface FilesOptions {
  /** Another Web API root than Slack's: files are read from its host too. */
  readonly apiUrl?: string;
}

/**
 * Files into Slack: an address to upload to, the upload, and a call that shows it somewhere.
 * https://docs.slack.dev/messaging/working-with-files
 */
export function createFiles(call: SlackCall, tokenFor: TokenFor, options: FilesOptions = {}) {
  const { apiUrl } = options;
  const hosts = new Set([...SLACKS_OWN, ...(apiUrl === undefined ? [] : [new URL(apiUrl).origin])]);

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

  /** Nobody sees it until it is shown. Gives its id. */
  async function keep(room: ChannelRef, file: SlackFile): Promise<string> {
    const content = Buffer.from(file.content, 'utf8');
    const place = await call(await tokenFor(room.workspace), 'files.getUploadURLExternal', {
      filename: file.name,
      length: content.length,
    });
    const { upload_url: address, file_id: id } = place;
    if (typeof address !== 'string' || typeof id !== 'string') {
      throw new SlackOutcomeUnknown('files.getUploadURLExternal');
    }
    await upload(address, content);
    return id;
  }

  /** Shows what was kept, as a message of ours. Not idempotent. */
  async function show(room: ChannelRef, file: { id: string; title: string }, threadTs?: string) {
    await call(await tokenFor(room.workspace), 'files.completeUploadExternal', {
      files: [file],
      channel_id: room.channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    });
  }

  return {
    keep,
    show,
    /**
     * A text file that people sent, whole, where it has at most `most` bytes. Our token goes with
     * the call, so only Slack's own hosts are asked. Throws as a call to Slack does.
     */
    async download(workspace: string, address: string, most: number): Promise<string> {
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
      return textOf(response, most);
    },

    /** Uploads a file and shows it in `room`. Not idempotent. Throws as a call to Slack does. */
    async uploadAndShare(room: ChannelRef, file: SlackFile): Promise<void> {
      const id = await keep(room, file);
      await show(room, { id, title: file.title });
    },
  };
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Throws where there is more of it, or what came is no text. */
async function textOf(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  for (let size = 0, next = await reader?.read(); next?.value; next = await reader?.read()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size <= most) continue;
    await reader?.cancel();
    throw new SlackRefused('files.download', 'too_large');
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.includes('\0')) throw new SlackRefused('files.download', 'no_text');
  return text;
}
