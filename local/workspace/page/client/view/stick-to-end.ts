import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface StickToEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly inside: RefObject<HTMLDivElement | null>;
  /** The reader is not at the end. */
  readonly away: boolean;
  toEnd(): void;
  /** Shows the last message, wherever the reader is. */
  toLast(): void;
}

/** How near to the end still counts as being there. Pixels. */
const NEAR_PX = 80;

/**
 * Keeps a growing list at its end while the reader is there. A last message that is taller than
 * the list is shown from its beginning: that is where reading starts.
 */
export function useStickToEnd(): StickToEnd {
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const stick = useRef(true);
  /** Stands from its beginning; while it grows the reader is left where they read. */
  const begun = useRef<Element>(null);
  const [away, setAway] = useState(false);
  const toEnd = (): void => {
    stick.current = true;
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  const follow = (): void => {
    const [outer, last] = [box.current, inside.current?.lastElementChild];
    if (!outer || !(last instanceof HTMLElement)) return;
    const tall = last.offsetHeight > outer.clientHeight;
    if (tall && begun.current === last) return;
    begun.current = tall ? last : null;
    outer.scrollTo({ top: tall ? last.offsetTop : outer.scrollHeight });
    setAway(tall);
  };
  const toLast = (): void => {
    stick.current = true;
    begun.current = null;
    follow();
  };
  useLayoutEffect(follow, []);
  useEffect(() => {
    if (!box.current || !inside.current) return;
    return watchList(box.current, inside.current, {
      onLayout: () => stick.current && follow(),
      onScroll: (atEnd) => {
        stick.current = atEnd;
        setAway(!atEnd);
      },
    });
  }, []);
  return { box, inside, away, toEnd, toLast };
}

/** Tells what the reader scrolled from what moved because the layout changed. */
function watchList(
  outer: HTMLElement,
  inner: HTMLElement,
  tell: { onLayout(): void; onScroll(atEnd: boolean): void },
): () => void {
  const height = (): number => outer.scrollHeight + outer.clientHeight;
  let known = height();
  const note = (): void => {
    if (height() !== known) {
      known = height();
      tell.onLayout();
      return;
    }
    tell.onScroll(outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_PX);
  };
  const grown = new ResizeObserver(() => {
    known = height();
    tell.onLayout();
  });
  grown.observe(outer);
  grown.observe(inner);
  outer.addEventListener('scroll', note, { passive: true });
  return () => {
    grown.disconnect();
    outer.removeEventListener('scroll', note);
  };
}
