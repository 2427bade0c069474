import { SlackRefused, SlackUnclear } from './errors.js';
import type { Room, TokenFor } from './slack.js';
import type { SlackCall } from './web.js';

export interface SlackFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

export type SlackFiles = ReturnType<typeof createFiles>;

const TIMEOUT_MS = 30_000;

/**
 * Files into Slack: an address to upload to, the upload, and a call that shows it somewhere.
 * https://docs.slack.dev/messaging/working-with-files
 */
export function createFiles(call: SlackCall, tokenFor: TokenFor) {
  async function upload(address: string, content: Buffer): Promise<void> {
    const method = 'files.upload';
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new SlackUnclear(method, { cause });
    });
    await response.body?.cancel();
    if (!response.ok) throw new SlackRefused(method, `http_${response.status}`);
  }

  /** Nobody sees it until it is shown. Gives its id. */
  async function keep(room: Room, file: SlackFile): Promise<string> {
    const content = Buffer.from(file.content, 'utf8');
    const place = await call(await tokenFor(room.workspace), 'files.getUploadURLExternal', {
      filename: file.name,
      length: content.length,
    });
    const { upload_url: address, file_id: id } = place;
    if (typeof address !== 'string' || typeof id !== 'string') {
      throw new SlackUnclear('files.getUploadURLExternal');
    }
    await upload(address, content);
    return id;
  }

  /** Shows what was kept, as a message of ours. Not idempotent. */
  async function show(room: Room, file: { id: string; title: string }, threadTs?: string) {
    await call(await tokenFor(room.workspace), 'files.completeUploadExternal', {
      files: [file],
      channel_id: room.channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    });
  }

  return {
    keep,
    show,

    /** Uploads a file and shows it in `room`. Not idempotent. Throws as a call to Slack does. */
    async share(room: Room, file: SlackFile): Promise<void> {
      const id = await keep(room, file);
      await show(room, { id, title: file.title });
    },
  };
}
