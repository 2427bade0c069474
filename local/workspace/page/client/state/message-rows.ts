import type { PageMessage } from '../../../api/page.js';
import { dayKey, tsToMs } from '../text/time.js';

export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'new'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: PageMessage;
      /** The first message of a group: shown with name and avatar. */
      readonly showAuthor: boolean;
    };

/** Messages of one author within this time form a group. */
const GROUP_MS = 5 * 60_000;

/**
 * Lays out messages, oldest first: grouped by author, with a divider for each day and one before
 * the first message after `newSince` that is not by `me`.
 */
export function messageRows(
  messages: readonly PageMessage[],
  { me, newSince }: { readonly me: string; readonly newSince?: string },
): readonly MessageRow[] {
  const out: MessageRow[] = [];
  let before: PageMessage | undefined;
  let marked = newSince === undefined;
  for (const message of messages) {
    const at = tsToMs(message.ts);
    const newDay = !before || dayKey(tsToMs(before.ts)) !== dayKey(at);
    if (newDay) out.push({ kind: 'day', key: `day-${dayKey(at)}`, at });
    const mark = !marked && Number(message.ts) > Number(newSince) && message.user !== me;
    if (mark) out.push({ kind: 'new', key: 'new' });
    marked ||= mark;
    const showAuthor = newDay || mark || !before || !sameGroup(before, message);
    out.push({ kind: 'message', key: message.ts, message, showAuthor });
    before = message;
  }
  return out;
}

function sameGroup(before: PageMessage, message: PageMessage): boolean {
  return (
    before.user === message.user &&
    !before.ephemeral === !message.ephemeral &&
    !before.reply_count &&
    tsToMs(message.ts) - tsToMs(before.ts) < GROUP_MS
  );
}
