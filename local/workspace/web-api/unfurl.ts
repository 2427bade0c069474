import { z } from 'zod';
import { validateBlocks } from '../block-kit/validate-blocks.js';
import { SlackError } from '../protocol/slack-error.js';
import { parseUnfurlId, sharedLinks } from '../state/links.js';
import { replaceMessage } from '../state/messages.js';
import type { StoredMessage } from '../state/records.js';
import { visibleChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';

const Unfurls = z.record(z.string(), z.record(z.string(), z.unknown()));
type Preview = Readonly<Record<string, unknown>>;

interface Target {
  readonly channel?: string | undefined;
  readonly ts?: string | undefined;
  readonly unfurl_id?: string | undefined;
  readonly source?: string | undefined;
}

/** https://docs.slack.dev/reference/methods/chat.unfurl, without previews in the composer. */
const unfurl = method({
  name: 'chat.unfurl',
  scopes: ['links:write'],
  args: z.object({
    channel: arg.string.optional(),
    ts: arg.string.optional(),
    unfurl_id: arg.string.optional(),
    source: arg.string.optional(),
    unfurls: arg.json(z.unknown()).optional(),
  }),
  run(args, caller) {
    const target = requireTarget(args);
    const unfurls = parseUnfurls(args.unfurls);
    const channel = findChannel(target.channel, caller);
    const message = channel.messages.get(target.ts);
    if (!message) throw new SlackError('cannot_find_message');
    const content = new Set(
      sharedLinks(message.text, caller.state.app.unfurlDomains).map(({ url }) => url),
    );
    if (Object.keys(unfurls).some((url) => !content.has(url)))
      throw new SlackError('cannot_unfurl_url');
    void replaceMessage(caller.state, channel, withPreviews(message, unfurls, caller));
    return {};
  },
});

function requireTarget({ channel, ts, unfurl_id: id, source }: Target): {
  channel: string;
  ts: string;
} {
  if (id !== undefined) {
    if (source === undefined) throw new SlackError('missing_source');
    if (source !== 'conversations_history') throw new SlackError('invalid_source');
    const location = parseUnfurlId(id);
    if (!location) throw new SlackError('invalid_unfurl_id');
    return location;
  }
  if (source !== undefined) throw new SlackError('missing_unfurl_id');
  if (channel === undefined) throw new SlackError('missing_channel');
  if (ts === undefined) throw new SlackError('missing_ts');
  return { channel, ts };
}

function parseUnfurls(given: unknown): Readonly<Record<string, Preview>> {
  if (given === undefined) throw new SlackError('missing_unfurls');
  const parsed = Unfurls.safeParse(given);
  if (!parsed.success) throw new SlackError('invalid_unfurls_format');
  return parsed.data;
}

/** An app may unfurl any link that it was notified of, even in channels it is not in. */
function findChannel(ref: string, caller: Caller) {
  const channel = caller.state.channels.get(ref);
  if (channel && caller.state.botOf(channel.teamId) === caller.install) return channel;
  try {
    return visibleChannel(ref, caller);
  } catch {
    throw new SlackError('cannot_find_channel');
  }
}

/** One preview per link: a second call replaces it, an empty one removes it. */
function withPreviews(
  message: StoredMessage,
  unfurls: Readonly<Record<string, Preview>>,
  { state, install }: Caller,
): StoredMessage {
  const others = (message.attachments ?? []).filter(
    (it) => !Object.hasOwn(unfurls, String(it['app_unfurl_url'])),
  );
  const previews = Object.entries(unfurls)
    .filter(([, preview]) => Object.keys(preview).length > 0)
    .map(([url, preview]) => ({
      fallback: '[no preview available]',
      ...preview,
      ...(preview['blocks'] ? { blocks: validateBlocks(preview['blocks']) } : {}),
      from_url: url,
      bot_id: install.botId,
      bot_team_id: install.teamId,
      app_id: state.app.appId,
      app_unfurl_url: url,
      is_app_unfurl: true,
    }));
  const attachments = [...others, ...previews].map((it, index) => ({ ...it, id: index + 1 }));
  const { attachments: _before, ...rest } = message;
  return attachments.length === 0 ? rest : { ...rest, attachments };
}

export const unfurlMethods: readonly Method[] = [unfurl];
