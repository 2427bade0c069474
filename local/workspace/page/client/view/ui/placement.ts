import { useLayoutEffect, useRef } from 'preact/hooks';

/** For popups next to a button: adds the class `flipped` if there is no room on the default side. */
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
