import type { Logger } from '../log.js';
import type { AnswerFile } from '../model/question.js';
import type { FileMessage } from '../render/blocks/message.js';
import { ignoreRefusal, SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';
import { createFindShares } from './find-shares.js';

export interface AttachFileOptions {
  readonly files: Pick<SlackFiles, 'keep' | 'show' | 'shares' | 'remove'>;
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
  readonly now: () => number;
  readonly logger: Logger;
  /** How long Slack may take to post the message of a file, ms. */
  readonly shareTimeoutMs?: number;
}

/** Shares a file in the question's thread, once. False: Slack refused it, which is recorded. */
export type AttachFile = (held: QuestionHandle, file: FileMessage) => Promise<boolean>;

/** After this, the answer is posted in messages instead. */
const MAX_ATTEMPTS = 3;
const WORTH_WAITING_MS = 10_000;

const SHARE_TIMEOUT_MS = 15_000;
/** How long a share that may already be under way is waited for, ms. */
const SECOND_SHARE_TIMEOUT_MS = 2_000;

/**
 * The file is uploaded first, and its id recorded: sharing it may take effect although the reply is
 * lost, and a retry then finds it by that id. Slack posts its message a moment after the reply, or
 * never: then the file is deleted, and the answer posted in messages.
 */
export function createAttachFile(options: AttachFileOptions): AttachFile {
  const { files, messages, logger, shareTimeoutMs = SHARE_TIMEOUT_MS } = options;
  const findShares = createFindShares(options);

  /** False: Slack refused it, as it may where an earlier call or another process has shared it. */
  async function share(held: QuestionHandle, file: FileMessage, before: AnswerFile) {
    const { place } = held.question;
    const id = before.id ?? (await files.keep(channelOf(place), file));
    await held.save({ file: { ...before, tries: before.tries + 1, id } });
    try {
      await files.show(channelOf(place), { id, title: file.title }, place.threadTs);
      return true;
    } catch (error) {
      const isRepeated = before.id !== undefined;
      if (error instanceof SlackRefused && (isRepeated || error.error === 'file_not_found')) {
        return false;
      }
      throw error;
    }
  }

  async function attempt(held: QuestionHandle, file: FileMessage): Promise<boolean> {
    const before = held.question.file ?? { at: options.now(), tries: 0 };
    const isRepeated = before.id !== undefined;
    if (isRepeated) {
      const earlier = await findShares(held.question, { withinMs: SECOND_SHARE_TIMEOUT_MS });
      if (earlier?.length) return settle(messages, held, earlier);
    }
    if (before.tries >= MAX_ATTEMPTS) return false;
    await held.save({ file: { ...before, tries: before.tries + 1 } });
    const isAccepted = await share(held, file, before);
    const shares = await findShares(held.question, { withinMs: shareTimeoutMs });
    if (shares === undefined) return isAccepted && settle(messages, held, []);
    if (shares.length === 0) return false;
    if (!isRepeated || !isAccepted) return settle(messages, held, shares);
    const both = { count: 2, withinMs: SECOND_SHARE_TIMEOUT_MS };
    return settle(messages, held, (await findShares(held.question, both)) ?? shares);
  }

  return async (held, file) => {
    const shown = await attempt(held, file).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      logger.warn(
        { err: error, question: held.question.id },
        'file refused by Slack: posting the answer in messages',
      );
      return false;
    });
    if (shown) return true;
    await discard(options, held);
    await held.save({ fileRejected: true });
    return false;
  };
}

/** It is shared: deletes duplicates of earlier attempts. */
async function settle(
  messages: Pick<SlackMessages, 'remove'>,
  held: QuestionHandle,
  shares: readonly string[],
): Promise<true> {
  const { place, file } = held.question;
  for (const ts of shares.slice(1)) await messages.remove(channelOf(place), ts);
  if (file !== undefined) await held.save({ file: { ...file, shown: true } });
  return true;
}

/**
 * Deletes the file, so that its message cannot appear below the messages that replace it. Throws
 * where Slack does not say whether it is deleted: the file may be shown.
 */
async function discard(
  { files, logger }: Pick<AttachFileOptions, 'files' | 'logger'>,
  { question }: QuestionHandle,
): Promise<void> {
  const { place, file } = question;
  if (file?.id === undefined) return;
  await files.remove(place.workspace, file.id).catch((error: unknown) => {
    ignoreRefusal(error);
    logger.info({ err: error, question: question.id }, 'file not deleted: refused by Slack');
  });
}

function isFinal(error: unknown): boolean {
  if (error instanceof SlackBusy) return error.retryAfterMs > WORTH_WAITING_MS;
  return error instanceof SlackRefused;
}
