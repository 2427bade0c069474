import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface AutoScroll {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** The reader is not at the end. */
  readonly scrolledAway: boolean;
  scrollToEnd(): void;
  /** Shows the last message, wherever the reader is. */
  scrollToLastMessage(): void;
}

/** How near to the end still counts as being there. Pixels. */
const NEAR_PX = 80;

/**
 * Keeps a growing list at its end while the reader is there. A last message that is taller than
 * the list is shown from its beginning: that is where reading starts.
 */
export function useAutoScroll(): AutoScroll {
  const container = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** Stands from its beginning; while it grows the reader is left where they read. */
  const shownFromTop = useRef<Element>(null);
  const [scrolledAway, setAway] = useState(false);
  const scrollToEnd = (): void => {
    following.current = true;
    container.current?.scrollTo({ top: container.current.scrollHeight });
  };
  const follow = (): void => {
    const [outer, last] = [container.current, content.current?.lastElementChild];
    if (!outer || !(last instanceof HTMLElement)) return;
    const tall = last.offsetHeight > outer.clientHeight;
    if (tall && shownFromTop.current === last) return;
    shownFromTop.current = tall ? last : null;
    outer.scrollTo({ top: tall ? last.offsetTop : outer.scrollHeight });
    setAway(tall);
  };
  const scrollToLastMessage = (): void => {
    following.current = true;
    shownFromTop.current = null;
    follow();
  };
  useLayoutEffect(follow, []);
  useEffect(() => {
    if (!container.current || !content.current) return;
    return watchScroll(container.current, content.current, {
      onLayout: () => following.current && follow(),
      onScroll: (atEnd) => {
        following.current = atEnd;
        setAway(!atEnd);
      },
    });
  }, []);
  return { container, content, scrolledAway, scrollToEnd, scrollToLastMessage };
}

/** Tells what the reader scrolled from what moved because the layout changed. */
function watchScroll(
  outer: HTMLElement,
  inner: HTMLElement,
  listener: { onLayout(): void; onScroll(atEnd: boolean): void },
): () => void {
  const height = (): number => outer.scrollHeight + outer.clientHeight;
  let knownHeight = height();
  const onScrollEvent = (): void => {
    if (height() !== knownHeight) {
      knownHeight = height();
      listener.onLayout();
      return;
    }
    listener.onScroll(outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_PX);
  };
  const resizeObserver = new ResizeObserver(() => {
    knownHeight = height();
    listener.onLayout();
  });
  resizeObserver.observe(outer);
  resizeObserver.observe(inner);
  outer.addEventListener('scroll', onScrollEvent, { passive: true });
  return () => {
    resizeObserver.disconnect();
    outer.removeEventListener('scroll', onScrollEvent);
  };
}
