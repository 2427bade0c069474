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

  return {
    /** Uploads a file and shows it in `room`. Not idempotent. Throws as a call to Slack does. */
    async share(room: Room, file: SlackFile): Promise<void> {
      const token = await tokenFor(room.workspace);
      const content = Buffer.from(file.content, 'utf8');
      const place = await call(token, 'files.getUploadURLExternal', {
        filename: file.name,
        length: content.length,
      });
      const { upload_url: address, file_id: id } = place;
      if (typeof address !== 'string' || typeof id !== 'string') {
        throw new SlackUnclear('files.getUploadURLExternal');
      }
      await upload(address, content);
      await call(token, 'files.completeUploadExternal', {
        files: [{ id, title: file.title }],
        channel_id: room.channel,
      });
    },
  };
}
