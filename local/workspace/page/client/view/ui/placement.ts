import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For what opens beside a button: moves to the other side of it (class `flipped`) where the side that its style names
 * has no room in the list or page that it scrolls with.
 */
export function usePlacement<T extends HTMLElement>(): { current: T | null } {
  const panel = useRef<T>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    const frame = current?.closest('.message-list, .modal-body, .home');
    if (!current || !frame) return;
    const around = frame.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    current.classList.toggle('flipped', top < around.top || bottom > around.bottom);
  }, []);
  return panel;
}
