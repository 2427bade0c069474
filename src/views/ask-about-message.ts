import type { Logger } from '../log.js';
import type { MessageExcerpt, MessageFile } from '../model/excerpt.js';
import type { Place } from '../model/place.js';
import type { ViewRequest } from '../model/view-request.js';
import { type AskAboutInput, renderAskAboutForm } from '../render/views/ask-about-form.js';
import { maskSecrets } from '../secret-patterns.js';
import type { DownloadFile } from '../slack/download-file.js';
import { isSlackError } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { FillView } from './fill.js';

export interface AskAboutMessageOptions {
  readonly downloadFile: DownloadFile;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly logger: Logger;
}

/** Larger files are not read, bytes. */
const MAX_BYTES = 256 * 1024;

/** Fills the form to ask about a message with its text and its text files, secrets masked. */
export function createAskAboutMessageFill({
  downloadFile,
  messages,
  logger,
}: AskAboutMessageOptions): FillView<'about'> {
  /** Undefined if the file is not read. */
  async function read(workspace: string, { url, size, isText }: MessageFile) {
    if (url === undefined || !isText || size > MAX_BYTES) return undefined;
    try {
      return maskSecrets(await downloadFile(workspace, url, MAX_BYTES));
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.warn({ err: error }, 'file of message not read: download failed');
      return undefined;
    }
  }

  async function gather(workspace: string, excerpt: MessageExcerpt): Promise<AskAboutInput> {
    const all = await Promise.all(
      excerpt.files.map(async (file) => ({ file, found: await read(workspace, file) })),
    );
    const found = all.flatMap((it) =>
      it.found === undefined ? [] : [{ ...it.file, ...it.found }],
    );
    const unread = all.filter((it) => it.found === undefined).map(({ file }) => file.name);
    const more = Array.from({ length: excerpt.moreFiles }, () => '');
    const masked = found.reduce((sum, file) => sum + file.masked, excerpt.masked);
    return { text: excerpt.text, files: found, unread: [...unread, ...more], masked };
  }

  /** We cannot post in a direct message between people; the answer goes to the one with us. */
  async function answerPlace({ workspace, place, user }: ViewRequest): Promise<{ place?: Place }> {
    if (place === undefined) return {};
    const ourChannel = place.direct ? await messages.openDirect(workspace, user) : place.channel;
    return ourChannel === place.channel ? { place } : {};
  }

  return async (modal, request) => {
    const { excerpt = { text: '', masked: 0, files: [], moreFiles: 0 } } = request;
    const [place, input] = await Promise.all([
      answerPlace(request),
      gather(request.workspace, excerpt),
    ]);
    return renderAskAboutForm({ modal, ...place }, input);
  };
}
