import { z } from 'zod';
import { validateBlocks } from '../block-kit/validate-blocks.js';
import { SlackError } from '../protocol/slack-error.js';
import { parseUnfurlId, sharedLinks } from '../state/links.js';
import { replaceMessage } from '../state/messages.js';
import { visibleChannel } from './channels.js';
import { arg, type Caller, type Method, method } from './method.js';

const Unfurls = z.record(z.string(), z.record(z.string(), z.unknown()));
type Unfurls = Readonly<Record<string, Preview>>;
type Preview = Readonly<Record<string, unknown>>;

interface TargetArguments {
  readonly channel?: string | undefined;
  readonly ts?: string | undefined;
  readonly unfurl_id?: string | undefined;
  readonly source?: string | undefined;
}

/** https://docs.slack.dev/reference/methods/chat.unfurl */
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
    if ('draft' in target) unfurlInComposer(target.draft, unfurls, caller);
    else unfurlMessage(target, unfurls, caller);
    return {};
  },
});

/** Where a preview goes: a message, or the `unfurl_id` of a draft. */
type Target = { readonly channel: string; readonly ts: string } | { readonly draft: string };

function unfurlMessage(
  { channel: ref, ts }: { readonly channel: string; readonly ts: string },
  unfurls: Unfurls,
  caller: Caller,
): void {
  const channel = findChannel(ref, caller);
  const message = channel.messages.get(ts);
  if (!message) throw new SlackError('cannot_find_message');
  requireLinks(message.text, unfurls, caller);
  const attachments = withPreviews(message.attachments ?? [], unfurls, caller);
  const { attachments: _before, ...rest } = message;
  const changed = attachments.length === 0 ? rest : { ...rest, attachments };
  void replaceMessage(caller.state, channel, changed);
}

function unfurlInComposer(id: string, unfurls: Unfurls, caller: Caller): void {
  const draft = caller.state.drafts.get(id);
  const isOurs = draft && caller.state.botOf(draft.teamId) === caller.install;
  if (!isOurs) throw new SlackError('invalid_unfurl_id');
  requireLinks(draft.text, unfurls, caller);
  draft.previews = withPreviews(draft.previews, unfurls, caller);
}

function requireLinks(text: string, unfurls: Unfurls, { state }: Caller): void {
  const urls = new Set(sharedLinks(text, state.app.unfurlDomains).map(({ url }) => url));
  if (Object.keys(unfurls).some((url) => !urls.has(url))) throw new SlackError('cannot_unfurl_url');
}

function requireTarget({ channel, ts, unfurl_id: id, source }: TargetArguments): Target {
  if (id !== undefined) {
    if (source === undefined) throw new SlackError('missing_source');
    if (source === 'composer') return { draft: id };
    if (source !== 'conversations_history') throw new SlackError('invalid_source');
    const location = parseUnfurlId(id);
    if (!location) throw new SlackError('invalid_unfurl_id');
    return location;
  }
  if (source !== undefined) throw new SlackError('missing_unfurl_id');
  if (channel === undefined) throw new SlackError('missing_channel');
  if (ts === undefined) throw new SlackError('missing_ts');
  return channel === 'COMPOSER' ? { draft: ts } : { channel, ts };
}

function parseUnfurls(given: unknown): Unfurls {
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
  attachments: readonly Preview[],
  unfurls: Unfurls,
  { state, install }: Caller,
): Preview[] {
  const others = attachments.filter((it) => !Object.hasOwn(unfurls, String(it['app_unfurl_url'])));
  const previews = Object.entries(unfurls)
    .filter(([, preview]) => Object.keys(preview).length > 0)
    .map(([url, preview]) => ({
      fallback: '[no preview available]',
      ...preview,
      ...(preview['blocks'] ? { blocks: validateBlocks(preview['blocks'], url) } : {}),
      from_url: url,
      bot_id: install.botId,
      bot_team_id: install.teamId,
      app_id: state.app.appId,
      app_unfurl_url: url,
      is_app_unfurl: true,
    }));
  return [...others, ...previews].map((it, index) => ({ ...it, id: index + 1 }));
}

export const unfurlMethods: readonly Method[] = [unfurl];
