import { z } from 'zod';
import type { MessageExcerpt, MessageFile } from '../model/excerpt.js';
import { SHORTCUTS } from '../model/modal.js';
import { messageText } from '../slack/message-text.js';
import { maskSecrets } from '../vault/mask.js';
import { type Opened, opened, placeOf, trigger_id } from './parse-opening.js';
import { id, type Seal, ts } from './shapes.js';

/** The shortcut on a message → the view that asks about it. Pure. */

const File = z.object({
  name: z.string().nullish(),
  mimetype: z.string().nullish(),
  mode: z.string().nullish(),
  size: z.number().nullish(),
  is_external: z.boolean().nullish(),
  url_private: z.string().nullish(),
});
type File = z.infer<typeof File>;

const MessageShortcut = z.object({
  type: z.literal('message_action'),
  callback_id: z.literal(SHORTCUTS.about),
  team: z.object({ id }),
  user: z.object({ id }),
  channel: z.object({ id }),
  message: z.looseObject({
    ts,
    thread_ts: ts.optional(),
    files: z.array(File.catch({})).optional().catch(undefined),
  }),
  trigger_id,
  response_url: z.string().optional().catch(undefined),
});

/** A long stack trace; a form takes less of it. */
const MOST_TEXT = 20_000;
const MOST_FILES = 3;

/** The view on the message that somebody chose; undefined where it is another shortcut. */
export function openedByMessage(body: unknown, at: number, seal?: Seal): Opened | undefined {
  const parsed = MessageShortcut.safeParse(body);
  if (!parsed.success) return undefined;
  const { team, user, channel, message, ...click } = parsed.data;
  const threadTs = message.thread_ts ?? message.ts;
  const place = placeOf(team.id, { place: { channel: channel.id, threadTs } });
  const clicked = { ...click, workspace: team.id, user: user.id, at, ...(place && { place }) };
  const found = opened({ of: 'about', files: [] }, clicked, seal);
  return { ...found, opening: { ...found.opening, excerpt: excerptOf(message) } };
}

/** What it says rests in a job until the view stands: so its secrets are masked here. */
function excerptOf(message: { readonly files?: readonly File[] | undefined }): MessageExcerpt {
  const { files = [] } = message;
  // Masked before it is cut: half a secret has no form that is known.
  const { text, masked } = maskSecrets(messageText(message, 2 * MOST_TEXT));
  const first = files.slice(0, MOST_FILES).map(attachedOf);
  const more = Math.max(0, files.length - MOST_FILES);
  return { text: text.slice(0, MOST_TEXT), masked, files: first, moreFiles: more };
}

const TEXT =
  /^(text\/|application\/(json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson|x-httpd-php))/;

function attachedOf({ name, mimetype, mode, size, is_external, url_private }: File): MessageFile {
  return {
    name: (name ?? '').slice(0, 100),
    size: size ?? 0,
    isText: mode === 'snippet' || TEXT.test(mimetype ?? ''),
    ...(url_private == null || is_external === true ? {} : { url: url_private.slice(0, 1_000) }),
  };
}
