import type { Logger } from '../log.js';
import type { Attached, Question } from '../model/question.js';
import type { FileMessage } from '../render/message.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/slack.js';
import type { Held } from '../store/questions.js';
import { oldest, roomOf } from './tagged.js';

export interface AttachOptions {
  readonly files: Pick<SlackFiles, 'keep' | 'show'>;
  readonly messages: Pick<SlackMessages, 'list'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Shows a file in the question's thread, once. False: Slack does not take it, and so says the record. */
export type Attach = (held: Held, file: FileMessage) => Promise<boolean>;

/** An answer does not wait longer for its file: it comes in messages then. */
const MOST_TRIES = 3;
const WORTH_WAITING_MS = 10_000;

/**
 * The file is kept at Slack first, and its id written down: showing it may take effect while the
 * reply is lost, and then a look finds it in the thread by that id.
 */
export function createAttach({ files, messages, now, logger }: AttachOptions): Attach {
  async function stands({ place }: Question, { id, at }: Attached): Promise<boolean> {
    if (id === undefined) return false;
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const listed = await messages.list(roomOf(place), { ...thread, oldest: oldest(at) });
    return listed.some((message) => message.files?.includes(id));
  }

  async function show(held: Held, file: FileMessage, attached: Attached): Promise<void> {
    const { place } = held.question;
    const id = attached.id ?? (await files.keep(roomOf(place), file));
    await held.save({ file: { ...attached, id } });
    await files.show(roomOf(place), { id, title: file.title }, place.threadTs);
  }

  async function attempt(held: Held, file: FileMessage): Promise<boolean> {
    const before = held.question.file ?? { at: now(), tries: 0 };
    const attached = { ...before, tries: before.tries + 1 };
    if (await stands(held.question, attached)) {
      await held.save({ file: { ...attached, shown: true } });
      return true;
    }
    if (attached.tries > MOST_TRIES) return false;
    await held.save({ file: attached });
    await show(held, file, attached);
    await held.save({ file: { ...attached, ...held.question.file, shown: true } });
    return true;
  }

  return async (held, file) => {
    const shown = await attempt(held, file).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      logger.warn({ err: error, question: held.question.id }, 'the answer comes without its file');
      return false;
    });
    if (!shown) await held.save({ withoutFile: true });
    return shown;
  };
}

function isFinal(error: unknown): boolean {
  if (error instanceof SlackBusy) return error.retryAfterMs > WORTH_WAITING_MS;
  return error instanceof SlackRefused;
}
