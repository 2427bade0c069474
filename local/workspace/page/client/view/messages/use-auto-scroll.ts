import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface AutoScroll {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the reader has scrolled away from the end. */
  readonly scrolledAway: boolean;
  scrollToEnd(): void;
  /** Scrolls to the last message from anywhere. */
  scrollToLastMessage(): void;
}

/** Distance from the end that still counts as the end. */
const NEAR_PX = 80;

/**
 * Keeps a growing list scrolled to its end while the reader is there. A last message taller than
 * the list is shown from its top, where reading starts.
 */
export function useAutoScroll(): AutoScroll {
  const container = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** The last message, if shown from its top: it does not scroll while it grows. */
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

/** Tells scrolling by the reader from scrolling caused by layout changes. */
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
