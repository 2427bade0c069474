const FIELD_SELECTOR = 'input, select, textarea';

/**
 * Gives the focus to what one came to do: the first field or button in the body, or else in the
 * footer. Links and mentions wait, and whoever is in the midst of something is left there.
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
