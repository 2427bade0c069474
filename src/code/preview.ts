import type { Logger } from '../log.js';
import type { LinksShared } from '../model/intent.js';
import { instanceLink } from '../render/instance-link.js';
import { renderPreview } from '../render/previews/preview.js';
import { SlackRefused } from '../slack/errors.js';
import type { Unfurl, Unfurls } from '../slack/unfurl.js';
import type { PreviewStore } from '../store/previews.js';
import { createInline, type InlineOptions } from './inline.js';

export interface PreviewOptions extends InlineOptions {
  readonly unfurl: Unfurl;
  readonly previews: Pick<PreviewStore, 'keep'>;
  readonly openLink: (sealed: string) => string;
  readonly logger: Logger;
}

/**
 * Puts a preview below a message that holds links of the instance. Nobody asked for it: where the
 * poster may not ask, or others read along, we stay silent; what Slack refuses is left out.
 */
export function createPreview(options: PreviewOptions) {
  const { unfurl, previews, openLink, baseUrl, logger } = options;

  const inline = createInline(options);

  async function unfurlsFor(said: LinksShared): Promise<Unfurls> {
    const { id, place, sealedLinks } = said;
    const { workspace, channel } = place;
    const unfurls: Record<string, Unfurls[string]> = {};
    for (const [number, sealedLink] of sealedLinks.entries()) {
      const url = openLink(sealedLink);
      const link = instanceLink(url, baseUrl);
      if (link === undefined) continue;
      const preview = `${id}-${number}`;
      await previews.keep({ workspace, channel, id: preview }, sealedLink);
      const code = await inline(link, said);
      const lines = code === undefined ? {} : { code };
      unfurls[url] = { blocks: renderPreview({ link, id: preview, number, ...lines }) };
    }
    return unfurls;
  }

  return async (said: LinksShared): Promise<void> => {
    const unfurls = await unfurlsFor(said);
    if (Object.keys(unfurls).length === 0) return;
    await unfurl(said.place, said.messageTs, unfurls).catch(leftOut(logger));
  };
}

/** The message may be gone, or changed, by now. */
function leftOut(logger: Logger) {
  return (error: unknown): void => {
    if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
    logger.warn({ err: error }, 'a preview was left out');
  };
}
