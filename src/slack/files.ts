import { withoutBidi } from '../control-characters.js';
import { SlackOutcomeUnknown, SlackRefused } from './errors.js';
import type { ChannelRef, SlackCall, TokenFor } from './web-api.js';

export interface SlackFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

export type SlackFiles = ReturnType<typeof createFiles>;

const TIMEOUT_MS = 30_000;

/**
 * Uploads are three requests: one for an upload URL, the upload, and one that shares the file.
 * https://docs.slack.dev/messaging/working-with-files
 */
export function createFiles(call: SlackCall, tokenFor: TokenFor) {
  /** Uploads a file, which nobody can see until it is shared. Returns its ID. */
  async function keep(target: ChannelRef, file: SlackFile): Promise<string> {
    const content = Buffer.from(withoutBidi(file.content), 'utf8');
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

  /**
   * Shares an uploaded file, as a message of the app. Slack posts it a moment after it has replied:
   * https://github.com/slackapi/bolt-js/issues/2115. Not idempotent: what a second call does is not
   * documented.
   */
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

    /** The `ts` of the messages that share a file in a channel, oldest first; none before Slack posts it. */
    async shares({ workspace, channel }: ChannelRef, id: string): Promise<string[]> {
      try {
        const { file } = await call(await tokenFor(workspace), 'files.info', { file: id });
        return sharesIn(channel, file);
      } catch (error) {
        if (error instanceof SlackRefused && error.error === 'file_not_found') return [];
        throw error;
      }
    },

    /** `files.delete`: its messages say that it was deleted. */
    async remove(workspace: string, id: string): Promise<void> {
      await call(await tokenFor(workspace), 'files.delete', { file: id });
    },

    /** Uploads a file and shares it. Not idempotent. Throws as a call to Slack does. */
    async uploadAndShare(target: ChannelRef, file: SlackFile): Promise<void> {
      const id = await keep(target, file);
      await show(target, { id, title: file.title });
    },
  };
}

/** https://docs.slack.dev/reference/objects/file-object; a direct message counts as private. */
function sharesIn(channel: string, file: unknown): string[] {
  const shares = record(record(file)['shares']);
  return Object.values(shares)
    .flatMap((byChannel) => record(byChannel)[channel] ?? [])
    .map((share) => record(share)['ts'])
    .filter((ts) => typeof ts === 'string')
    .sort();
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

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
