import { ArrowDown } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageMessage } from '../../../../api/page.js';
import { type MessageRow, messageRows } from '../../state/message-rows.js';
import { dayName } from '../../text/time.js';
import { usePageContext } from '../context/page-context.js';
import { Icon } from '../ui/icon.js';
import { MessageItem } from './message.js';
import { useAutoScroll } from './use-auto-scroll.js';

interface Props {
  readonly label: string;
  readonly messages: readonly PageMessage[];
  readonly newSince: string | undefined;
  /** Threads show no day dividers. */
  readonly hideDays?: boolean;
  readonly header: ComponentChildren;
  /** Once loaded, new messages are announced to screen readers. */
  readonly loaded: boolean;
  onOpenThread?(ts: string): void;
}

/** A list of messages that stays scrolled to the end unless the reader scrolls away. */
export function MessageList({
  label,
  messages,
  newSince,
  hideDays,
  header,
  loaded,
  onOpenThread,
}: Props): VNode {
  const { page } = usePageContext();
  const { container, content, scrolledAway, scrollToEnd, scrollToLastMessage } = useAutoScroll();
  const last = messages.at(-1);
  const newOwnMessage = last?.user === page.me ? last.ts : undefined;
  useEffect(() => {
    if (newOwnMessage) scrollToEnd();
  }, [newOwnMessage]);
  // An ephemeral message responds to what the viewer just did.
  const newEphemeral = last?.ephemeral ? last.ts : undefined;
  useEffect(() => {
    if (newEphemeral) scrollToLastMessage();
  }, [newEphemeral]);
  const laidOut = messageRows(messages, { me: page.me, ...(newSince ? { newSince } : {}) });
  const now = Date.now();
  return (
    <div class="message-list-frame">
      <div
        class="message-list"
        ref={container}
        role="log"
        aria-label={label}
        aria-live={loaded ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <div class="message-list-content" ref={content}>
          {header}
          {laidOut.map((row) => {
            if (row.kind === 'day' && hideDays) return null;
            if (row.kind !== 'message') return <Divider key={row.key} row={row} now={now} />;
            const { key, message, showAuthor } = row;
            return (
              <MessageItem
                key={key}
                message={message}
                showAuthor={showAuthor}
                {...(onOpenThread ? { onOpenThread } : {})}
              />
            );
          })}
        </div>
      </div>
      {scrolledAway && (
        <button type="button" class="scroll-to-end" onClick={scrollToEnd}>
          <Icon of={ArrowDown} size={15} /> Latest messages
        </button>
      )}
    </div>
  );
}

function Divider({
  row,
  now,
}: {
  row: Exclude<MessageRow, { kind: 'message' }>;
  now: number;
}): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider with words is not an <hr>.
    <div class={`divider divider-${row.kind}`} role="separator">
      <span>{row.kind === 'day' ? dayName(row.at, now) : 'New'}</span>
    </div>
  );
}
