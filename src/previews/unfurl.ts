import type { Logger } from '../log.js';
import type { LinksDrafted, LinksShared } from '../model/intent.js';
import type { Policy } from '../policy/policy.js';
import { renderDraftPreview, renderLinkPreview } from '../render/link-preview.js';
import { throwUnlessRefused } from '../slack/errors.js';
import type { Unfurl, Unfurls, UnfurlTarget } from '../slack/messages.js';
import type { PreviewStore } from '../store/sealed-urls.js';
import type { ReadInlineCode } from './inline-code.js';
import { sharedInstanceLink } from './shared-link.js';

export interface UnfurlLinksOptions {
  readonly unfurl: Unfurl;
  readonly previews: Pick<PreviewStore, 'keep'>;
  readonly openLink: (sealed: string) => string;
  readonly readInlineCode: ReadInlineCode;
  readonly audienceOf: Policy['audienceOf'];
  readonly baseUrl: string;
  readonly logger: Logger;
}

/**
 * Unfurls the instance's links. Nobody asked for a preview, so if Slack refuses it that is only
 * logged. Whether the author may have one is checked before (`dispatch/permissions.ts`).
 */
export function createUnfurlLinks(options: UnfurlLinksOptions) {
  const { unfurl, previews, openLink, readInlineCode, baseUrl, logger } = options;

  async function unfurlsFor(request: LinksShared): Promise<Unfurls> {
    const { id, place, sealedLinks } = request;
    const { workspace, channel } = place;
    const audience = await options.audienceOf(place);
    const unfurls: Record<string, Unfurls[string]> = {};
    for (const [number, sealedLink] of sealedLinks.entries()) {
      const url = openLink(sealedLink);
      const link = sharedInstanceLink(url, baseUrl);
      if (link === undefined) continue;
      // There would be nothing to show to whoever clicks.
      if (link.kind !== 'conversation' && !audience.sees(link.repo)) continue;
      const previewId = `${id}-${number}`;
      await previews.keep({ workspace, channel, id: previewId }, sealedLink);
      const inline = await readInlineCode(link, channel, audience);
      unfurls[url] = { blocks: renderLinkPreview({ link, id: previewId, number, ...inline }) };
    }
    return unfurls;
  }

  async function show(target: UnfurlTarget, unfurls: Unfurls): Promise<void> {
    if (Object.keys(unfurls).length === 0) return;
    await unfurl(target, unfurls).catch(logRefusal(logger));
  }

  return {
    async inMessage(request: LinksShared): Promise<void> {
      const { place, messageTs: ts } = request;
      const { workspace, channel } = place;
      await show({ workspace, channel, ts }, await unfurlsFor(request));
    },

    /** Only the author sees these, until the message is sent: then Slack asks again. */
    async inComposer({ workspace, unfurlId, sealedLinks }: LinksDrafted): Promise<void> {
      const unfurls: Record<string, Unfurls[string]> = {};
      for (const url of sealedLinks.map(openLink)) {
        const link = sharedInstanceLink(url, baseUrl);
        if (link !== undefined) unfurls[url] = { blocks: renderDraftPreview(link) };
      }
      await show({ workspace, unfurlId }, unfurls);
    },
  };
}

/** The message may have been deleted, changed or not sent. */
function logRefusal(logger: Logger) {
  return (error: unknown): void => {
    throwUnlessRefused(error);
    logger.warn({ err: error }, 'link not unfurled: refused by Slack');
  };
}
