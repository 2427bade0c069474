const FIELD_SELECTOR = 'input, select, textarea';

/**
 * Focuses the first field or button in the body, or else in the footer; links and mentions are
 * skipped. A button below what fits is not focused, but the body itself, so that it shows its beginning. If the focus is
 * already in the body, it stays there.
 */
export function focusFirst(box: HTMLElement | null, previous?: Element | null): Element | null {
  const body = box?.querySelector('.modal-body');
  const at = document.activeElement;
  if (at !== previous && at !== body && body?.contains(at)) return previous ?? null;
  const first =
    body?.querySelector<HTMLElement>(`${FIELD_SELECTOR}, .block-button`) ??
    box?.querySelector<HTMLElement>('.modal-footer button');
  const shown = first && isBelow(first, body) ? body : first;
  shown?.focus();
  return shown ?? null;
}

/** Whether the body would have to scroll to show the button, and hide its own beginning. */
function isBelow(button: HTMLElement, body: Element | null | undefined): body is HTMLElement {
  if (!(body instanceof HTMLElement) || !body.contains(button)) return false;
  if (button.matches(FIELD_SELECTOR)) return false;
  return button.getBoundingClientRect().bottom > body.getBoundingClientRect().bottom;
}
