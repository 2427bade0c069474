import { setTimeout as sleep } from 'node:timers/promises';
import { SlackError } from '../protocol/slack-error.js';
import type { StateChange } from '../state/records.js';
import { type FaultyApi, withFaults } from './dispatch.js';

export interface FileSharesOptions extends FaultyApi {
  readonly delayMs: number;
}

/**
 * Posts the messages of files a moment after `files.completeUploadExternal` was answered, as Slack
 * does: https://github.com/slackapi/bolt-js/issues/2115. Faults and gates apply to it as to a call
 * named `file_share`.
 */
export function shareFilesLater({ delayMs, ...parts }: FileSharesOptions): void {
  parts.state.onChange((change) => {
    if (change.kind === 'upload-completed') void shareLater(parts, delayMs, change);
    return undefined;
  });
}

async function shareLater(
  parts: FaultyApi,
  delayMs: number,
  { channelId: channel, fileIds, share }: Extract<StateChange, { kind: 'upload-completed' }>,
): Promise<void> {
  const isStopped = await sleep(delayMs, false, { signal: parts.stopped }).catch(() => true);
  if (isStopped) return;
  const request = { method: 'file_share', token: undefined, args: { channel, files: fileIds } };
  await withFaults(parts, request, async () => ({ ...NO_REPLY, outcome: outcomeOf(share) }));
}

/** It is no call: nobody waits for a reply. */
const NO_REPLY = { reply: { kind: 'destroy' } } as const;

function outcomeOf(share: () => void): string {
  try {
    share();
    return 'ok';
  } catch (error) {
    if (error instanceof SlackError) return error.code;
    throw error;
  }
}
