import type { MessageExcerpt, MessageFile } from '../../model/excerpt.js';
import { SHORTCUTS } from '../../model/modal.js';
import { maskSecrets } from '../../secret-patterns.js';
import { messageText } from '../../slack/message-text.js';
import { type File, type GlobalShortcut, type MessageShortcut, Shortcut } from './payloads.js';
import {
  type Ignored,
  ignored,
  type OpenView,
  openView,
  placeIn,
  type Seal,
  sealResponseUrl,
  unreadable,
} from './result.js';

interface ShortcutContext {
  /** Now, ms since the epoch. */
  readonly at: number;
  readonly seal: Seal | undefined;
}

type ShortcutParser = (shortcut: Shortcut, context: ShortcutContext) => OpenView | undefined;

/** What a shortcut means, by its `callback_id`. To add a shortcut, add a line. */
const SHORTCUT_PARSERS = new Map<string, ShortcutParser>([
  [SHORTCUTS.ask, global(openAskForm)],
  [SHORTCUTS.about, onMessage(openAboutForm)],
]);

/** A shortcut was chosen. `at`: now, ms since the epoch. Pure. */
export function parseShortcut(body: unknown, at: number, seal?: Seal): OpenView | Ignored {
  const parsed = Shortcut.safeParse(body);
  if (!parsed.success) return unreadable(parsed.error);
  const parse = SHORTCUT_PARSERS.get(parsed.data.callback_id);
  return parse?.(parsed.data, { at, seal }) ?? ignored('unknown shortcut');
}

function global(
  parse: (shortcut: GlobalShortcut, context: ShortcutContext) => OpenView,
): ShortcutParser {
  return (shortcut, context) =>
    shortcut.type === 'shortcut' ? parse(shortcut, context) : undefined;
}

function onMessage(
  parse: (shortcut: MessageShortcut, context: ShortcutContext) => OpenView,
): ShortcutParser {
  return (shortcut, context) =>
    shortcut.type === 'message_action' ? parse(shortcut, context) : undefined;
}

/** From anywhere in the workspace: it has no place. */
function openAskForm({ workspace, user, trigger_id }: GlobalShortcut, { at }: ShortcutContext) {
  return openView({ kind: 'ask' }, { workspace, user: user.id, at, triggerId: trigger_id });
}

/** From a message's menu: a form to ask about it. */
function openAboutForm(shortcut: MessageShortcut, { at, seal }: ShortcutContext): OpenView {
  const { workspace, user, channel, message, trigger_id, response_url } = shortcut;
  const opened = openView(
    { kind: 'about', files: [] },
    {
      workspace,
      place: placeIn(workspace, channel.id, message.thread_ts ?? message.ts),
      user: user.id,
      at,
      triggerId: trigger_id,
      sealedResponse: sealResponseUrl(response_url, seal),
    },
  );
  return { ...opened, request: { ...opened.request, excerpt: excerptOf(message) } };
}

/** A long stack trace; a form takes less of it. */
const MAX_TEXT = 20_000;
const MAX_FILES = 3;

/** The message is stored in a job until the view is filled, so its secrets are masked here. */
function excerptOf(message: { readonly files?: readonly File[] | undefined }): MessageExcerpt {
  const { files = [] } = message;
  // Masked before it is cut: half a secret would not be recognized.
  const { text, masked } = maskSecrets(messageText(message, 2 * MAX_TEXT));
  const first = files.slice(0, MAX_FILES).map(fileOf);
  const more = Math.max(0, files.length - MAX_FILES);
  return { text: text.slice(0, MAX_TEXT), masked, files: first, moreFiles: more };
}

const TEXT =
  /^(text\/|application\/(json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson|x-httpd-php))/;

function fileOf({ name, mimetype, mode, size, is_external, url_private }: File): MessageFile {
  return {
    name: (name ?? '').slice(0, 100),
    size: size ?? 0,
    isText: mode === 'snippet' || TEXT.test(mimetype ?? ''),
    ...(url_private == null || is_external === true ? {} : { url: url_private.slice(0, 1_000) }),
  };
}
