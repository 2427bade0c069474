import { ArrowDown } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageMessage } from '../../../api/page.js';
import { type Row, rows } from '../state/rows.js';
import { dayName } from '../text/time.js';
import { useHere } from './here.js';
import { Icon } from './icon.js';
import { Message } from './message.js';
import { useStickToEnd } from './stick-to-end.js';

interface Given {
  readonly label: string;
  readonly messages: readonly PageMessage[];
  readonly newSince: string | undefined;
  /** In a thread, days are not worth a line. */
  readonly plainDays?: boolean;
  readonly before: ComponentChildren;
  /** From then on, what comes in is read out to those who listen to the page. */
  readonly loaded: boolean;
  onThread?(ts: string): void;
}

/** Messages from the oldest down, kept at the end unless the reader has scrolled away from it. */
export function MessageList({
  label,
  messages,
  newSince,
  plainDays,
  before,
  loaded,
  onThread,
}: Given): VNode {
  const { page } = useHere();
  const { box, inside, away, toEnd, toLast } = useStickToEnd();
  const last = messages.at(-1);
  const mine = last?.user === page.me ? last.ts : undefined;
  useEffect(() => {
    if (mine) toEnd();
  }, [mine]);
  // A note for the reader alone answers what they have just done.
  const told = last?.ephemeral ? last.ts : undefined;
  useEffect(() => {
    if (told) toLast();
  }, [told]);
  const laidOut = rows(messages, { me: page.me, ...(newSince ? { newSince } : {}) });
  const now = Date.now();
  return (
    <div class="list-frame">
      <div
        class="list"
        ref={box}
        role="log"
        aria-label={label}
        aria-live={loaded ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <div class="list-inside" ref={inside}>
          {before}
          {laidOut.map((row) => {
            if (row.kind === 'day' && plainDays) return null;
            if (row.kind !== 'message') return <Divider key={row.key} row={row} now={now} />;
            const { key, message, head } = row;
            return (
              <Message
                key={key}
                message={message}
                head={head}
                {...(onThread ? { onThread } : {})}
              />
            );
          })}
        </div>
      </div>
      {away && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon of={ArrowDown} size={15} /> Latest messages
        </button>
      )}
    </div>
  );
}

function Divider({ row, now }: { row: Exclude<Row, { kind: 'message' }>; now: number }): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider with words is not an <hr>.
    <div class={`divider divider-${row.kind}`} role="separator">
      <span>{row.kind === 'day' ? dayName(row.at, now) : 'New'}</span>
    </div>
  );
}
