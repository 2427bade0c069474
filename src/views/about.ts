import type { Logger } from '../log.js';
import type { MessageExcerpt, MessageFile } from '../model/excerpt.js';
import type { Place } from '../model/place.js';
import type { ViewRequest } from '../model/view-request.js';
import { type AboutInput, renderAboutForm } from '../render/views/about-form.js';
import { isSlackTrouble } from '../slack/errors.js';
import type { SlackFiles } from '../slack/files.js';
import type { SlackMessages } from '../slack/slack.js';
import { maskSecrets } from '../vault/mask.js';
import type { Fill } from './fill.js';

export interface AboutOptions {
  readonly files: Pick<SlackFiles, 'download'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly logger: Logger;
}

/** Bytes: more is no file to ask about as it stands. */
const MOST_BYTES = 256 * 1024;

/** A question about a message, with what it and its text files say, their secrets masked. */
export function createAboutFill({ files, messages, logger }: AboutOptions): Fill<'about'> {
  /** Undefined where it is not read. */
  async function read(workspace: string, { url, size, isText }: MessageFile) {
    if (url === undefined || !isText || size > MOST_BYTES) return undefined;
    try {
      return maskSecrets(await files.download(workspace, url, MOST_BYTES));
    } catch (error) {
      if (!isSlackTrouble(error)) throw error;
      logger.warn({ err: error }, 'a file of a message was not read');
      return undefined;
    }
  }

  async function gather(workspace: string, excerpt: MessageExcerpt): Promise<AboutInput> {
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

  /** In a direct message between people nobody hears us: the answer goes to ours. */
  async function answeredIn({
    workspace,
    place,
    user: by,
  }: ViewRequest): Promise<{ place?: Place }> {
    if (place === undefined) return {};
    const ours = place.direct ? await messages.openDirect(workspace, by) : place.channel;
    return ours === place.channel ? { place } : {};
  }

  return async (modal, opening) => {
    const { excerpt = { text: '', masked: 0, files: [], moreFiles: 0 } } = opening;
    const [where, input] = await Promise.all([
      answeredIn(opening),
      gather(opening.workspace, excerpt),
    ]);
    return renderAboutForm({ modal, ...where }, input);
  };
}
