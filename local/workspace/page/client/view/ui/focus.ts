const FIELD_SELECTOR = 'input, select, textarea';

/**
 * Focuses the first field or button in the body, or else in the footer; links and mentions are
 * skipped. If the focus is already in the body, it stays there.
 */
export function focusFirst(box: HTMLElement | null, previous?: Element | null): Element | null {
  const body = box?.querySelector('.modal-body');
  const at = document.activeElement;
  if (at !== previous && at !== body && body?.contains(at)) return previous ?? null;
  const first =
    body?.querySelector<HTMLElement>(`${FIELD_SELECTOR}, .block-button`) ??
    box?.querySelector<HTMLElement>('.modal-footer button');
  first?.focus();
  return first ?? null;
}
