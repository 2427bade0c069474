import type { Logger } from '../log.js';
import type { AnswerFile, Question } from '../model/question.js';
import type { FileMessage } from '../render/blocks/message.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf, oldestTs } from './find-messages.js';

export interface AttachFileOptions {
  readonly files: Pick<SlackFiles, 'keep' | 'show'>;
  readonly messages: Pick<SlackMessages, 'list' | 'remove'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Shares a file in the question's thread, once. False: Slack refused it, which is recorded. */
export type AttachFile = (held: QuestionHandle, file: FileMessage) => Promise<boolean>;

/** After this, the answer is posted in messages instead. */
const MAX_ATTEMPTS = 3;
const WORTH_WAITING_MS = 10_000;

/**
 * The file is uploaded first, and its id recorded: sharing it may take effect although the reply is
 * lost, and a retry then finds it in the thread by that id.
 */
export function createAttachFile({ files, messages, now, logger }: AttachFileOptions): AttachFile {
  /** The messages that share it, oldest first: an earlier attempt may have succeeded. */
  async function shownIn({ place }: Question, { id, at }: AnswerFile): Promise<string[]> {
    if (id === undefined) return [];
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const listed = await messages.list(channelOf(place), { ...thread, oldest: oldestTs(at) });
    return listed.filter((message) => message.files?.includes(id)).map(({ ts }) => ts);
  }

  /** It is shared: deletes duplicates of earlier attempts. */
  async function settle(held: QuestionHandle, attached: AnswerFile): Promise<true> {
    if (attached.tries > 1) {
      const [_first, ...duplicates] = await shownIn(held.question, attached);
      for (const ts of duplicates) await messages.remove(channelOf(held.question.place), ts);
    }
    await held.save({ file: { ...attached, shown: true } });
    return true;
  }

  async function show(
    held: QuestionHandle,
    file: FileMessage,
    attached: AnswerFile,
  ): Promise<void> {
    const { place } = held.question;
    const id = attached.id ?? (await files.keep(channelOf(place), file));
    await held.save({ file: { ...attached, id } });
    await files.show(channelOf(place), { id, title: file.title }, place.threadTs);
  }

  async function attempt(held: QuestionHandle, file: FileMessage): Promise<boolean> {
    const before = held.question.file ?? { at: now(), tries: 0 };
    const attached = { ...before, tries: before.tries + 1 };
    const standing = await shownIn(held.question, attached);
    if (standing.length > 0) return settle(held, attached);
    if (attached.tries > MAX_ATTEMPTS) return false;
    await held.save({ file: attached });
    await show(held, file, attached);
    return settle(held, { ...attached, ...held.question.file });
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
    if (!shown) await held.save({ fileRejected: true });
    return shown;
  };
}

function isFinal(error: unknown): boolean {
  if (error instanceof SlackBusy) return error.retryAfterMs > WORTH_WAITING_MS;
  return error instanceof SlackRefused;
}
